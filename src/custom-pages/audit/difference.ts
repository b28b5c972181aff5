import type { AuditRow } from '../../../contract/audit';

export type Value = string | number | null;

export type Change = 'created' | 'updated' | 'deleted' | 'unknown';

/** What happened to a row; `unknown` if both sides have been removed from the log. */
export function changeOf({ before, after }: AuditRow): Change {
  if (before && after) return 'updated';
  if (after) return 'created';
  return before ? 'deleted' : 'unknown';
}

export interface FieldChange {
  column: string;
  before: Value;
  after: Value;
  /** In an updated row: the value changed. In a new or deleted row: there is a value. */
  isRelevant: boolean;
}

/** The columns of both sides, first those that are relevant. */
export function fieldChanges(row: AuditRow): FieldChange[] {
  const isUpdate = changeOf(row) === 'updated';
  const columns = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  const fields = columns.map((column): FieldChange => {
    const before = row.before?.[column] ?? null;
    const after = row.after?.[column] ?? null;
    const isFilled = (before ?? after ?? '') !== '';
    return { column, before, after, isRelevant: isUpdate ? before !== after : isFilled };
  });
  return [
    ...fields.filter(({ isRelevant }) => isRelevant),
    ...fields.filter(({ isRelevant }) => !isRelevant),
  ];
}

const nameColumns = ['full_name', 'name', 'program_name', 'batch_name', 'institute_name'];

/** The name of the record; null if its table has no column for a name. */
export function nameOf({ before, after }: AuditRow): string | null {
  const values = after ?? before ?? {};
  const column = nameColumns.find((name) => Boolean(values[name]));
  return column === undefined ? null : String(values[column]);
}

const ownerColumns = ['student_row_id', 'user_id', 'teacher_id', 'subject_id'];

/** The records that a row without a name belongs to: for a mark, its student and its subject. */
export function ownersOf({ before, after }: AuditRow): { column: string; value: Value }[] {
  const values = after ?? before ?? {};
  return ownerColumns.flatMap((column) => {
    const value = values[column] ?? null;
    return value === null ? [] : [{ column, value }];
  });
}
