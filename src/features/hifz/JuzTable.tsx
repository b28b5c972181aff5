import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { HifzMap } from '../../../contract/hifz/map';
import { roundPages } from '../../../contract/rules/mushaf';
import { hifz as say } from '../../i18n/ar/hifz';

/** The map as a table of the thirty juz. */
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
        {juz.map(({ memorised, due, weak }, place) => (
          <TableRow key={place}>
            <TableCell component="th" scope="row">
              {place + 1}
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
