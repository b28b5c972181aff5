import { TextField } from '@mui/material';
import type { Presence } from '../../../contract/rules/attendance';
import type { RegisterRow } from '../../dataProvider/outbox/registerEdits';
import { t } from '../../i18n/text';

export interface RegisterRowsProps {
  rows: readonly RegisterRow[];
  isTaken: boolean;
  onChange: (studentId: string, presence: Presence) => void;
  isDisabled: boolean;
}

export type RegisterRowProps = Omit<RegisterRowsProps, 'rows' | 'isTaken'> & { row: RegisterRow };

/** Each change creates new row objects, so the function compares values. */
export function isSameRow(before: RegisterRowProps, after: RegisterRowProps): boolean {
  return (
    before.isDisabled === after.isDisabled &&
    before.onChange === after.onChange &&
    JSON.stringify(before.row) === JSON.stringify(after.row)
  );
}

/** @param props.hasFocus whether the field opens with the focus */
export function AbsenceNotes({
  row,
  onChange,
  isDisabled,
  hasFocus = false,
}: RegisterRowProps & { hasFocus?: boolean }) {
  const { studentId, studentName, isAbsent, type, notes } = row;
  return (
    <TextField
      value={notes}
      disabled={isDisabled}
      fullWidth
      autoFocus={hasFocus}
      placeholder={isAbsent ? t('labels.notes') : ''}
      onChange={({ target }) => onChange(studentId, { isAbsent, type, notes: target.value })}
      slotProps={{
        htmlInput: { maxLength: 1000, 'aria-label': t('absences.notesOf', { name: studentName }) },
      }}
    />
  );
}
