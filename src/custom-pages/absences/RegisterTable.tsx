import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { memo } from 'react';
import { markAbsent } from '../../../contract/rules/attendance';
import { useText } from '../../i18n/useText';
import {
  AbsenceNotes,
  AbsenceTypeSelect,
  isSameRow,
  type RegisterRowProps,
  type RegisterRowsProps,
} from './registerFields';

/** Name, status, type and notes of each student. */
export function RegisterTable({ rows, onChange, isDisabled }: RegisterRowsProps) {
  const t = useText();
  return (
    <Card sx={{ overflow: 'clip' }}>
      <Table size="small" stickyHeader sx={{ '& td': { py: 0.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('absences.name')}</TableCell>
            <TableCell sx={{ width: 120 }}>{t('absences.status')}</TableCell>
            <TableCell sx={{ width: 190 }}>{t('absences.type')}</TableCell>
            <TableCell>{t('absences.notes')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Row key={row.studentId} row={row} onChange={onChange} isDisabled={isDisabled} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

const Row = memo(function Row({ row, onChange, isDisabled }: RegisterRowProps) {
  const t = useText();
  const { studentId, studentName, isAbsent, isChanged } = row;
  return (
    <TableRow sx={isChanged ? { backgroundColor: (theme) => theme.colours.warningTint } : undefined}>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        {studentName}
      </TableCell>
      <TableCell>
        <FormControlLabel
          control={
            <Checkbox
              checked={isAbsent}
              disabled={isDisabled}
              color="error"
              slotProps={{ input: { 'aria-label': t('absences.isAbsent', { name: studentName }) } }}
              onChange={(_, isNow) => onChange(studentId, markAbsent(row, isNow))}
            />
          }
          label={t(isAbsent ? 'absences.absent' : 'absences.present')}
          sx={{ color: isAbsent ? 'error.main' : 'success.main', '& span': { fontWeight: 600 } }}
        />
      </TableCell>
      <TableCell>
        <AbsenceTypeSelect row={row} onChange={onChange} isDisabled={isDisabled} />
      </TableCell>
      <TableCell>
        <AbsenceNotes row={row} onChange={onChange} isDisabled={isDisabled || !isAbsent} />
      </TableCell>
    </TableRow>
  );
}, isSameRow);
