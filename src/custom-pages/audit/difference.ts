import type { AuditRow } from '../../../contract/audit';

export type Value = string | number | null;

export type Change = 'created' | 'updated' | 'deleted' | 'unknown';

/** What happened to a row; `unknown` where neither side is kept any longer. */
export function changeOf({ before, after }: AuditRow): Change {
  if (before && after) return 'updated';
  if (after) return 'created';
  return before ? 'deleted' : 'unknown';
}

export interface FieldChange {
  column: string;
  before: Value;
  after: Value;
  /** What the reader looks for: a change, or in a new or deleted row what is filled in. */
  isTelling: boolean;
}

/** The columns of both sides in their order, the telling ones first. */
export function fieldChanges(row: AuditRow): FieldChange[] {
  const isUpdate = changeOf(row) === 'updated';
  const columns = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  const fields = columns.map((column): FieldChange => {
    const before = row.before?.[column] ?? null;
    const after = row.after?.[column] ?? null;
    const isFilled = (before ?? after ?? '') !== '';
    return { column, before, after, isTelling: isUpdate ? before !== after : isFilled };
  });
  return [...fields.filter(({ isTelling }) => isTelling), ...fields.filter(({ isTelling }) => !isTelling)];
}

const nameColumns = ['full_name', 'name', 'program_name', 'batch_name', 'institute_name'];

/** What a person calls the row; null where it has no name of its own. */
export function nameOf({ before, after }: AuditRow): string | null {
  const values = after ?? before ?? {};
  const column = nameColumns.find((name) => Boolean(values[name]));
  return column === undefined ? null : String(values[column]);
}

const ownerColumns = ['student_row_id', 'user_id', 'teacher_id', 'subject_id'];

/** The records that a row without a name belongs to: a mark to its student and its subject. */
export function ownersOf({ before, after }: AuditRow): { column: string; value: Value }[] {
  const values = after ?? before ?? {};
  return ownerColumns.flatMap((column) => {
    const value = values[column] ?? null;
    return value === null ? [] : [{ column, value }];
  });
}
