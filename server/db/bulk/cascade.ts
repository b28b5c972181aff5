import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { chunks } from '../engine/chunks';
import { partTables, type RecordedTable } from '../schema/recorded';
import type { UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';

export interface Relation {
  table: RecordedTable;
  column: string;
  onRemove: 'remove' | 'clear';
  isOptional?: true;
  /** The child is a student with an `is_shown` enrolment in the parent batch. */
  isThroughEnrolment?: true;
}

/** Deletion, undo and archive follow these relations (decision 16). Add each new table here. */
export const relations: Partial<Record<RecordedTable, readonly Relation[]>> = {
  programs: [
    { table: 'holidays', column: 'program_row_id', onRemove: 'remove' },
    { table: 'announcements', column: 'program_row_id', onRemove: 'remove' },
    { table: 'batches', column: 'program_row_id', onRemove: 'remove' },
    { table: 'students', column: 'program_row_id', onRemove: 'remove', isOptional: true },
    { table: 'excuses', column: 'program_row_id', onRemove: 'remove', isOptional: true },
  ],
  batches: [
    { table: 'holidays', column: 'batch_id', onRemove: 'remove' },
    { table: 'announcements', column: 'batch_id', onRemove: 'remove' },
    { table: 'subjects', column: 'batch_id', onRemove: 'remove' },
    { table: 'students', column: 'batch_id', onRemove: 'remove', isOptional: true, isThroughEnrolment: true },
    // These enrolments belong to students who left the batch.
    { table: 'enrolments', column: 'batch_id', onRemove: 'remove' },
  ],
  subjects: [
    { table: 'subject_curriculum', column: 'subject_id', onRemove: 'remove' },
    { table: 'subject_teachers', column: 'subject_id', onRemove: 'remove' },
    { table: 'excuse_decisions', column: 'subject_id', onRemove: 'remove' },
    { table: 'grades', column: 'subject_id', onRemove: 'remove' },
    { table: 'absences', column: 'subject_id', onRemove: 'remove' },
    { table: 'registers', column: 'subject_id', onRemove: 'remove' },
    { table: 'circles', column: 'subject_id', onRemove: 'remove' },
    { table: 'daily_records', column: 'subject_id', onRemove: 'remove' },
    { table: 'hifz_plans', column: 'subject_id', onRemove: 'remove' },
    { table: 'hifz_skips', column: 'subject_id', onRemove: 'remove' },
    { table: 'sard', column: 'subject_id', onRemove: 'remove' },
    { table: 'assignments', column: 'subject_id', onRemove: 'remove' },
    // The settings hold the maxima of the marks. Undo works in reverse order, so they return first.
    { table: 'subject_grade_settings', column: 'subject_id', onRemove: 'remove' },
  ],
  // A circle with registers is only removed together with its subject.
  circles: [
    { table: 'circle_members', column: 'circle_id', onRemove: 'remove' },
    { table: 'circle_substitutes', column: 'circle_id', onRemove: 'remove' },
    { table: 'announcements', column: 'circle_id', onRemove: 'remove' },
    { table: 'hifz_plans', column: 'circle_id', onRemove: 'remove' },
  ],
  students: [
    { table: 'circle_members', column: 'student_row_id', onRemove: 'remove' },
    { table: 'enrolments', column: 'student_row_id', onRemove: 'remove' },
    { table: 'student_statuses', column: 'student_row_id', onRemove: 'remove' },
    { table: 'distinct_students', column: 'first_row_id', onRemove: 'remove' },
    { table: 'distinct_students', column: 'second_row_id', onRemove: 'remove' },
    // Undo works in reverse order, so the guardians return before the excuses that they sent.
    { table: 'excuses', column: 'student_row_id', onRemove: 'remove' },
    { table: 'behaviour_notes', column: 'student_row_id', onRemove: 'remove' },
    { table: 'student_guardians', column: 'student_row_id', onRemove: 'remove' },
    { table: 'grades', column: 'student_row_id', onRemove: 'remove' },
    { table: 'absences', column: 'student_row_id', onRemove: 'remove' },
    { table: 'daily_records', column: 'student_row_id', onRemove: 'remove' },
    { table: 'hifz_plans', column: 'student_row_id', onRemove: 'remove' },
    { table: 'hifz_prior', column: 'student_row_id', onRemove: 'remove' },
    { table: 'hifz_skips', column: 'student_row_id', onRemove: 'remove' },
    { table: 'sard', column: 'student_row_id', onRemove: 'remove' },
    { table: 'submissions', column: 'student_row_id', onRemove: 'remove' },
    { table: 'users', column: 'student_row_id', onRemove: 'clear' },
  ],
  guardians: [
    { table: 'student_guardians', column: 'guardian_id', onRemove: 'remove' },
    { table: 'guardian_links', column: 'guardian_id', onRemove: 'remove' },
    { table: 'excuses', column: 'guardian_id', onRemove: 'clear' },
  ],
  excuses: [{ table: 'excuse_decisions', column: 'excuse_id', onRemove: 'remove' }],
  daily_records: [
    { table: 'daily_record_ranges', column: 'record_id', onRemove: 'remove' },
    { table: 'daily_record_faults', column: 'record_id', onRemove: 'remove' },
  ],
  sard: [{ table: 'sard_faults', column: 'sard_id', onRemove: 'remove' }],
  // A fault kind in use is never removed. This relation only lists the uses.
  fault_kinds: [
    { table: 'daily_record_faults', column: 'kind_id', onRemove: 'remove' },
    { table: 'sard_faults', column: 'kind_id', onRemove: 'remove' },
  ],
  // A category in use is never removed, but retired. This relation only lists the uses.
  note_categories: [{ table: 'behaviour_notes', column: 'category_id', onRemove: 'remove' }],
  users: [
    { table: 'subject_teachers', column: 'teacher_id', onRemove: 'remove' },
    { table: 'circle_substitutes', column: 'teacher_id', onRemove: 'remove' },
    { table: 'circles', column: 'teacher_id', onRemove: 'clear' },
    { table: 'password_requests', column: 'user_id', onRemove: 'remove' },
    { table: 'saved_filters', column: 'user_id', onRemove: 'remove' },
    { table: 'assignments', column: 'teacher_id', onRemove: 'clear' },
    { table: 'announcements', column: 'author_id', onRemove: 'clear' },
    { table: 'behaviour_notes', column: 'author_id', onRemove: 'clear' },
  ],
  assignments: [
    { table: 'submissions', column: 'assignment_id', onRemove: 'remove' },
    { table: 'assignment_questions', column: 'assignment_id', onRemove: 'remove' },
  ],
  assignment_questions: [
    { table: 'submission_answers', column: 'question_id', onRemove: 'remove' },
    { table: 'question_options', column: 'question_id', onRemove: 'remove' },
  ],
  question_options: [{ table: 'submission_answers', column: 'selected_option_id', onRemove: 'clear' }],
  submissions: [{ table: 'submission_answers', column: 'submission_id', onRemove: 'remove' }],
};

export const listReferences = (table: RecordedTable): (Relation & { parent: RecordedTable })[] =>
  Object.entries(relations).flatMap(([parent, children]) =>
    children
      .filter((relation) => relation.table === table && !relation.isThroughEnrolment)
      .map((relation) => ({ ...relation, parent: parent as RecordedTable })),
  );

export const isListedDependent = ({ table, onRemove }: Relation): boolean =>
  onRemove === 'remove' && !partTables.includes(table);

export const belongsTo = (
  { column, isThroughEnrolment }: Pick<Relation, 'column' | 'isThroughEnrolment'>,
  parents: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  isThroughEnrolment
    ? sql`id in (select student_row_id from enrolments where is_shown = 1 and ${sql.ref(column)} in (${parents}))`
    : sql`${sql.ref(column)} in (${parents})`;

const chunkSize = 5_000;

async function findChildIds(db: Db, relation: Relation, parents: readonly number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const chunk of chunks(parents, chunkSize)) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(relation.table)} where ${belongsTo(relation, sql.join(chunk))} order by id`.execute(
      db,
    );
    // A spread of so many ids would exceed the limit of arguments.
    for (const { id } of rows) ids.push(Number(id));
  }
  return ids;
}

export async function removeWithChildren(
  unit: UnitOfWork,
  table: RecordedTable,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await unit.rules.tables[table]?.beforeRemove?.(unit, ids);
  for (const relation of relations[table] ?? []) {
    const children = await findChildIds(unit.trx, relation, ids);
    if (relation.onRemove === 'remove') await removeWithChildren(unit, relation.table, children);
    else
      await unit.updateMany(
        relation.table,
        children.map((child) => ({ id: child, changes: { [relation.column]: null } })),
      );
  }
  await unit.remove(table, ids);
}
