import type { MergedRecord } from '../../../contract/students/merge';
import { gradeColumns } from '../../../contract/rules/gradeSettings';
import type { MergeSide } from '../../../contract/rules/mergedFields';
import type { NewRow, Row } from '../../db/schema';
import type { RowChanges } from '../../db/log/unitOfWork';
import type { RecordedTable } from '../../db/schema/recorded';

/** What a merge does with each table that refers to a student. A new table needs a decision (ADR 75). */
export const studentReferences = {
  enrolments: 'joined: one period for each batch, one of them shown',
  student_statuses: 'of the record whose enrolment is shown',
  circle_members: 'joined: the parts outside of the own memberships',
  grades: 'asked, if both have marks in a subject',
  absences: 'once for each subject and day',
  daily_records: 'once for each subject, day and kind',
  sard: 'once for each subject, day and range',
  hifz_plans: 'once for each subject',
  hifz_prior: 'joined: the ayahs outside of the own ranges',
  hifz_skips: 'once',
  submissions: 'once for each assignment, rather the graded one',
  assignment_drafts: 'moved, if there is neither a draft nor a submission',
  users: 'moved, if the record that stays has no account; else disabled with the deletion',
  distinct_students: 'moved to the record that stays',
  student_guardians: 'once for each guardian, also if two guardians have one phone and names that agree',
  excuses: 'moved to the record that stays',
  behaviour_notes: 'moved to the record that stays',
  registers: 'the list of a register gets the id of the record that stays',
  issued_papers: 'unchanged: read through `students.former_numbers`',
  student_numbers: 'unchanged: numbers are never given twice',
  message_students: 'unchanged: what was told about a record stays as it was',
  import_answers: 'unchanged: an answer counts only while its student exists',
  student_results: 'computed after the write',
  student_absences: 'computed after the write',
} as const;

export interface MergedPair {
  stayingId: number;
  mergedId: number;
}

/** Changes of one table. `removed` comes first, so that no unique index is violated. */
export interface TablePlan<T extends RecordedTable = RecordedTable> {
  table: T;
  kind: MergedRecord;
  removed: number[];
  moved: RowChanges<T>[];
  added: NewRow<T>[];
  /** Rows of both records that do not stay, except those that become part of another row. */
  leftOut: number;
}

export const emptyPlan = <T extends RecordedTable>(table: T, kind: MergedRecord): TablePlan<T> => ({
  table,
  kind,
  removed: [],
  moved: [],
  added: [],
  leftOut: 0,
});

/** Both records have one row with the same key only once; the row of the record that stays counts. */
export const onceTables = {
  absences: { kind: 'absences', key: ['subject_id', 'date'] },
  daily_records: { kind: 'daily_records', key: ['subject_id', 'date', 'kind'] },
  sard: { kind: 'sard', key: ['subject_id', 'date', 'from_juz', 'to_juz'] },
  hifz_plans: { kind: 'hifz', key: ['subject_id'] },
  hifz_skips: { kind: 'hifz', key: ['subject_id', 'date', 'from_ayah', 'to_ayah'] },
  submissions: { kind: 'submissions', key: ['assignment_id'] },
  grades: { kind: 'grades', key: ['subject_id'] },
} as const satisfies Partial<Record<RecordedTable, { kind: MergedRecord; key: readonly string[] }>>;
export type OnceTable = keyof typeof onceTables;

type StudentRow = { id: number; student_row_id: number | null };

/** @param prefer the side whose row stays, if both have one; the default is the record that stays */
export function planOnce<T extends OnceTable, R extends StudentRow>(
  table: T,
  rows: readonly R[],
  { stayingId }: MergedPair,
  prefer: (staying: R, merged: R) => MergeSide = () => 'staying',
): TablePlan<T> {
  const { kind, key: columns } = onceTables[table];
  const plan = emptyPlan<T>(table, kind);
  const keyOf = (row: R) => columns.map((column) => (row as Record<string, unknown>)[column]).join('/');
  const own = groupBy(
    rows.filter(({ student_row_id }) => student_row_id === stayingId),
    keyOf,
  );
  for (const row of rows) {
    if (row.student_row_id === stayingId) continue;
    const [first, ...others] = own.get(keyOf(row)) ?? [];
    const stays = !first || prefer(first, row) === 'merged';
    if (stays) plan.moved.push({ id: row.id, changes: { student_row_id: stayingId } as never });
    const removed = stays ? (first ? [first, ...others] : []) : [row];
    plan.removed.push(...removed.map(({ id }) => id));
  }
  plan.leftOut = plan.removed.length;
  return plan;
}

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export const hasMarks = (row: Row<'grades'>): boolean => gradeColumns.some((column) => row[column] !== null);

export const isSameMarks = (first: Row<'grades'>, second: Row<'grades'>): boolean =>
  gradeColumns.every((column) => first[column] === second[column]);
