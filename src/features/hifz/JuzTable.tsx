import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { HifzMap } from '../../../contract/hifz/map';
import { shownPages } from '../../../contract/rules/mushaf';
import { hifz as say } from '../../i18n/ar/hifz';

export const JuzTable = ({ juz }: Pick<HifzMap, 'juz'>) => (
  <Box sx={{ maxWidth: 560, '& th, & td': { px: 1, py: 0.5 } }}>
    <Table size="small" aria-label={say.tableOf}>
      <TableHead>
        <TableRow sx={{ '& th': { whiteSpace: 'normal' } }}>
          <TableCell>{say.juz}</TableCell>
          <TableCell align="center">{say.pagesColumn}</TableCell>
          <TableCell align="center">{say.due}</TableCell>
          <TableCell align="center">{say.weak}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {juz.map(({ memorised, due, weak }, index) => (
          <TableRow key={index}>
            <TableCell component="th" scope="row">
              {index + 1}
            </TableCell>
            <TableCell align="center">{shownPages(memorised)}</TableCell>
            <TableCell align="center">{due}</TableCell>
            <TableCell align="center">{weak}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);
