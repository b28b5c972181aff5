import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { setAbsenceType } from '../../../contract/rules/attendance';
import { absenceTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import type { RegisterRowProps } from './registerRowProps';

/** Choosing a type marks the student absent. Spec 2 §4. */
export function AbsenceTypeSelect({ row, onChange, isDisabled }: RegisterRowProps) {
  const t = useText();
  const { studentId, studentName, isAbsent, type } = row;
  return (
    <TextField
      select
      value={type ?? ''}
      disabled={isDisabled}
      error={isAbsent && type === null}
      onChange={({ target }) => {
        const chosen = absenceTypes.find((one) => one === target.value) ?? null;
        if (chosen) onChange(studentId, setAbsenceType(row, chosen));
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
      {absenceTypes.map((one) => (
        <MenuItem key={one} value={one}>
          {one}
        </MenuItem>
      ))}
    </TextField>
  );
}

export function AbsenceNotes({ row, onChange, isDisabled }: RegisterRowProps) {
  const t = useText();
  const { studentId, studentName, isAbsent, type, notes } = row;
  return (
    <TextField
      value={notes}
      disabled={isDisabled}
      placeholder={isAbsent ? t('absences.notes') : ''}
      onChange={({ target }) => onChange(studentId, { isAbsent, type, notes: target.value })}
      slotProps={{
        htmlInput: { maxLength: 1000, 'aria-label': t('absences.notesOf', { name: studentName }) },
      }}
    />
  );
}
