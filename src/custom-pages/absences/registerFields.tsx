import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Presence, setAbsenceType } from '../../../contract/rules/attendance';
import { absenceTypes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import type { RegisterRow } from './registerModel';

export interface RegisterRowsProps {
  rows: readonly RegisterRow[];
  onChange: (studentId: string, presence: Presence) => void;
  isDisabled: boolean;
}

export type RegisterRowProps = Omit<RegisterRowsProps, 'rows'> & { row: RegisterRow };

/** Rows are made anew at each change of any of them; only what a row shows counts. */
export const isSameRow = (before: RegisterRowProps, after: RegisterRowProps): boolean =>
  before.isDisabled === after.isDisabled &&
  before.onChange === after.onChange &&
  JSON.stringify(before.row) === JSON.stringify(after.row);

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
