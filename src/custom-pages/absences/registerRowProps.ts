import type { Presence } from '../../../contract/rules/attendance';
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
