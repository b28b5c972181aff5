import {
  Box,
  Card,
  Checkbox,
  FormControlLabel,
  MenuItem,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material';
import { memo } from 'react';
import { markAbsent, setAbsenceType } from '../../../contract/rules/attendance';
import { absenceTypes } from '../../../contract/vocabulary';
import { ExcuseMark } from '../../features/excuses/ExcuseMark';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { AbsenceNotes, isSameRow, type RegisterRowProps, type RegisterRowsProps } from './AbsenceNotes';

export default function RegisterTable({ rows, onChange, isDisabled }: RegisterRowsProps) {
  const text = useStudentText();
  const visibleRows = useFirstRows(rows);
  return (
    <Card sx={{ overflow: 'clip' }}>
      <Table size="small" stickyHeader aria-label={t('absences.title')} sx={tableStyles}>
        <TableHead>
          <TableRow>
            <TableCell>{text('labels.studentName')}</TableCell>
            <TableCell sx={{ width: 104 }}>{t('labels.status')}</TableCell>
            <TableCell sx={{ width: 168 }}>{t('absences.type')}</TableCell>
            <TableCell sx={{ width: '22%' }}>{t('labels.notes')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {visibleRows.map((row) => (
            <StudentRow key={row.studentId} row={row} onChange={onChange} isDisabled={isDisabled} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

/** A row has 40 pixels, and 48 on a touch screen. A long name is cut; its tooltip has the whole name. */
const tableStyles = {
  tableLayout: 'fixed',
  '& th, & td': { py: 0, px: 1 },
  '& thead th': { height: 36, top: sizes.topBar },
  '& tbody > tr': { height: 40, '@media (pointer: coarse)': { height: 48 } },
  '& tbody th': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .MuiCheckbox-root': { p: 0.75 },
  '& .MuiInputBase-root': { height: { sm: 32 } },
  '& .MuiInputBase-input': { py: 0 },
  // The fields of a present student look empty until they are used, so that the absent students stand out.
  '& tr:not([data-absent]) .MuiInputBase-root:not(:hover, .Mui-focused)': {
    backgroundColor: 'transparent',
    '& fieldset': { borderColor: 'transparent' },
  },
  '& tr:not([data-absent]) .Mui-disabled': { backgroundColor: 'transparent' },
  '& tr:not([data-absent]) .Mui-disabled fieldset.MuiOutlinedInput-notchedOutline': { border: 0 },
} as const;

const StudentRow = memo(function StudentRow({ row, onChange, isDisabled }: RegisterRowProps) {
  const { studentId, studentName, isAbsent, isChanged, excuse } = row;
  const text = useStudentText();
  return (
    <TableRow
      data-student={studentId}
      data-absent={isAbsent || undefined}
      sx={isChanged ? { backgroundColor: (theme) => theme.colours.warningTint } : undefined}
    >
      <TableCell component="th" scope="row" title={studentName}>
        {excuse ? (
          <Box sx={{ display: 'flex', alignItems: 'center' }}>
            <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {studentName}
            </Box>
            <ExcuseMark reason={excuse} />
          </Box>
        ) : (
          studentName
        )}
      </TableCell>
      <TableCell>
        <FormControlLabel
          control={
            <Checkbox
              checked={isAbsent}
              disabled={isDisabled}
              color="error"
              slotProps={{ input: { 'aria-label': text('absences.isAbsent', { name: studentName }) } }}
              onChange={(_, isChecked) =>
                onChange(studentId, markAbsent(row, isChecked, excuse !== undefined))
              }
            />
          }
          label={text(isAbsent ? 'absences.absent' : 'absences.present')}
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

/** The choice of a type also marks the student absent (spec 2 §4). */
function AbsenceTypeSelect({ row, onChange, isDisabled }: RegisterRowProps) {
  const { studentId, studentName, isAbsent, type } = row;
  return (
    <TextField
      select
      value={type ?? ''}
      disabled={isDisabled}
      error={isAbsent && type === null}
      onChange={({ target }) => {
        const chosenType = absenceTypes.find((one) => one === target.value) ?? null;
        if (chosenType) onChange(studentId, setAbsenceType(row, chosenType));
      }}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: { 'aria-label': t('absences.typeOf', { name: studentName }) },
        },
      }}
    >
      <MenuItem value="" disabled>
        {t('ui.nothing')}
      </MenuItem>
      {absenceTypes.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
}
