import type { AuditRow } from '../../../contract/audit';

export type Value = string | number | null;

export type RowChange = 'created' | 'updated' | 'deleted' | 'unknown';

/** Returns `unknown` if the log no longer has either side. */
export function rowChange({ before, after }: AuditRow): RowChange {
  if (before && after) return 'updated';
  if (after) return 'created';
  return before ? 'deleted' : 'unknown';
}

export interface FieldChange {
  column: string;
  before: Value;
  after: Value;
  /** True for a changed value in an updated row, and for any value in a new or deleted row. */
  isRelevant: boolean;
}

export function fieldChanges(row: AuditRow): FieldChange[] {
  const isUpdate = rowChange(row) === 'updated';
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

/** Null if the table has no column for a name. */
export function recordName({ before, after }: AuditRow): string | null {
  const values = after ?? before ?? {};
  const column = nameColumns.find((name) => Boolean(values[name]));
  return column === undefined ? null : String(values[column]);
}

const ownerColumns = ['student_row_id', 'user_id', 'teacher_id', 'subject_id'];

/**
 * Returns the records that a row without a name belongs to. A mark belongs to its student and its subject.
 */
export function findOwners({ before, after }: AuditRow): { column: string; value: Value }[] {
  const values = after ?? before ?? {};
  return ownerColumns.flatMap((column) => {
    const value = values[column] ?? null;
    return value === null ? [] : [{ column, value }];
  });
}
