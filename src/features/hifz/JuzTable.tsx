import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { HifzMap } from '../../../contract/hifz/map';
import { roundPages } from '../../../contract/rules/mushaf';
import { hifz as labels } from '../../i18n/ar/hifz';

export const JuzTable = ({ juz }: Pick<HifzMap, 'juz'>) => (
  <Box sx={{ maxWidth: 560, '& th, & td': { px: 1, py: 0.5 } }}>
    <Table size="small" aria-label={labels.tableOf}>
      <TableHead>
        <TableRow sx={{ '& th': { whiteSpace: 'normal' } }}>
          <TableCell>{labels.juz}</TableCell>
          <TableCell align="center">{labels.pagesColumn}</TableCell>
          <TableCell align="center">{labels.due}</TableCell>
          <TableCell align="center">{labels.weak}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {juz.map(({ memorised, due, weak }, index) => (
          <TableRow key={index}>
            <TableCell component="th" scope="row">
              {index + 1}
            </TableCell>
            <TableCell align="center">{roundPages(memorised)}</TableCell>
            <TableCell align="center">{due}</TableCell>
            <TableCell align="center">{weak}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
