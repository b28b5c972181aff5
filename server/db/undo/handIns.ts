import type { Kysely } from 'kysely';
import { chunks } from '../engine/chunks';
import type { Database } from '../schema';
import type { UnitOfWork } from '../log/unitOfWork';
import { addLackingAnswers, keepMarks, keepTotals, otherwiseScored, overTheMarks } from './handInScores';

/** So many assignments in one statement, and so many rows that are looked up. */
const chunkSize = 20;
const maxLookedUp = 2_000;

/**
 * What must hold between questions and hand-ins, also where one was taken back after the other had gone on: the marks
 * are the sum of the questions', each submission has an answer to each question and the total of its scores, and
 * scores that the key of now would not give ask for a regrade. To be called where rows were taken back.
 * @throws UNDO_CONFLICT when questions would have more marks than an assignment may have
 */
export async function settleHandIns(unit: UnitOfWork): Promise<void> {
  await settleAssignments(unit, await touchedAssignments(unit.trx, unit));
}

/** As `settleHandIns`, for assignments that are known already. */
export async function settleAssignments(unit: UnitOfWork, touched: readonly number[]): Promise<void> {
  for (const part of chunks(touched, chunkSize)) {
    const found = unit.trx.selectFrom('assignments').select('id').where('id', 'in', part).orderBy('id');
    const ids = (await found.execute()).map(({ id }) => id);
    if (ids.length === 0) continue;
    await keepMarks(unit, ids);
    const lacking = await addLackingAnswers(unit, ids);
    await keepTotals(unit, ids);
    const stale = new Set([
      ...lacking,
      ...(await overTheMarks(unit, ids)),
      ...(await otherwiseScored(unit, ids)),
    ]);
    await unit.updateMany(
      'assignments',
      [...stale].map((id) => ({ id, changes: { needs_regrade: 1 } })),
    );
    await unit.yieldToEventLoop();
  }
}

/** Whose rows were written. One that was put back as a whole is as it was. */
export async function touchedAssignments(
  db: Kysely<Database>,
  unit: Pick<UnitOfWork, 'changed'>,
): Promise<number[]> {
  const assignments = unit.changed('assignments');
  const found = assignments.map(({ before, after }) => (after ?? before)?.id);
  for (const { before, after } of [...unit.changed('assignment_questions'), ...unit.changed('submissions')])
    found.push((after ?? before)?.assignment_id);
  const questions = unit
    .changed('question_options')
    .map(({ before, after }) => (after ?? before)?.question_id);
  const answers = unit.changed('submission_answers');
  const submissions = answers.map(({ before, after }) => (after ?? before)?.submission_id);
  const asked = await assignmentsOf(db, 'assignment_questions', questions);
  const sent = await assignmentsOf(db, 'submissions', submissions);
  const whole = new Set(assignments.flatMap(({ before, after }) => (before ? [] : [after?.id])));
  return [...new Set([...found, ...asked, ...sent])]
    .flatMap((id) => (id === undefined || whole.has(id) ? [] : [id]))
    .toSorted((a, b) => a - b);
}

async function assignmentsOf(
  db: Kysely<Database>,
  table: 'assignment_questions' | 'submissions',
  wanted: readonly (number | undefined)[],
): Promise<number[]> {
  const ids = [...new Set(wanted)].flatMap((id) => id ?? []);
  const found: number[] = [];
  for (const part of chunks(ids, maxLookedUp)) {
    const rows = await db
      .selectFrom(table)
      .select('assignment_id')
      .distinct()
      .where('id', 'in', part)
      .execute();
    for (const { assignment_id } of rows) found.push(assignment_id);
  }
  return found;
}
