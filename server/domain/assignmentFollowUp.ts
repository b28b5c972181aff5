import { sql } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { autoScore, isObjective, maxTotalMarks } from '../../contract/rules/assignments';
import { Problem } from '../problem';
import { chunks } from '../db/engine/chunks';
import type { FollowUp, UnitOfWork } from '../db/log/unitOfWork';
import type { Db } from '../db/schema';

const chunkSize = 20;
const lookUpChunkSize = 2_000;

export const assignmentFollowUp: FollowUp = {
  columns: {
    assignments: 'id',
    assignment_questions: 'assignment_id',
    question_options: 'question_id',
    submissions: 'assignment_id',
    submission_answers: 'submission_id',
  },
  find: findWrittenAssignments,
  run: repairAssignments,
};

/** @throws UNDO_CONFLICT if the marks of the questions exceed the limit of an assignment */
async function repairAssignments(
  unit: UnitOfWork,
  assignmentIds: readonly number[],
  isGivenUp: boolean,
): Promise<void> {
  if (isGivenUp) return;
  for (const chunk of chunks(assignmentIds, chunkSize)) {
    const query = unit.trx.selectFrom('assignments').select('id').where('id', 'in', chunk).orderBy('id');
    const ids = (await query.execute()).map(({ id }) => id);
    if (ids.length === 0) continue;
    await updateTotalMarks(unit, ids);
    const incomplete = await addMissingAnswers(unit, ids);
    await updateTotalScores(unit, ids);
    const toRegrade = new Set([
      ...incomplete,
      ...(await findScoresOverMarks(unit, ids)),
      ...(await findWrongScores(unit, ids)),
    ]);
    await unit.updateMany(
      'assignments',
      [...toRegrade].map((id) => ({ id, changes: { needs_regrade: 1 } })),
    );
    await unit.yieldToEventLoop();
  }
}

/** Skips assignments whose own row the undo has inserted. */
async function findWrittenAssignments(db: Db, unit: Pick<UnitOfWork, 'changed'>): Promise<number[]> {
  const assignments = unit.changed('assignments');
  const ids = assignments.map(({ before, after }) => (after ?? before)?.id);
  for (const { before, after } of [...unit.changed('assignment_questions'), ...unit.changed('submissions')])
    ids.push((after ?? before)?.assignment_id);
  const questions = unit
    .changed('question_options')
    .map(({ before, after }) => (after ?? before)?.question_id);
  const answers = unit.changed('submission_answers');
  const submissions = answers.map(({ before, after }) => (after ?? before)?.submission_id);
  const idsOfQuestions = await findAssignmentIds(db, 'assignment_questions', questions);
  const idsOfSubmissions = await findAssignmentIds(db, 'submissions', submissions);
  const addedIds = new Set(assignments.flatMap(({ before, after }) => (before ? [] : [after?.id])));
  return [...new Set([...ids, ...idsOfQuestions, ...idsOfSubmissions])]
    .flatMap((id) => (id === undefined || addedIds.has(id) ? [] : [id]))
    .toSorted((a, b) => a - b);
}

async function findAssignmentIds(
  db: Db,
  table: 'assignment_questions' | 'submissions',
  rowIds: readonly (number | undefined)[],
): Promise<number[]> {
  const ids = [...new Set(rowIds)].flatMap((id) => id ?? []);
  const assignmentIds: number[] = [];
  for (const chunk of chunks(ids, lookUpChunkSize)) {
    const rows = await db
      .selectFrom(table)
      .select('assignment_id')
      .distinct()
      .where('id', 'in', chunk)
      .execute();
    for (const { assignment_id } of rows) assignmentIds.push(assignment_id);
  }
  return assignmentIds;
}

async function updateTotalMarks(unit: UnitOfWork, ids: number[]): Promise<void> {
  const rows = await unit.trx
    .selectFrom('assignment_questions')
    .select(['assignment_id', sql<number>`sum(marks)`.as('marks')])
    .where('assignment_id', 'in', ids)
    .groupBy('assignment_id')
    .execute();
  if (rows.some(({ marks }) => Number(marks) > maxTotalMarks))
    throw new Problem('UNDO_CONFLICT', { message: ruleMessages.totalOver(maxTotalMarks) });
  await unit.updateMany(
    'assignments',
    rows.map(({ assignment_id, marks }) => ({ id: assignment_id, changes: { total_marks: Number(marks) } })),
  );
}

async function addMissingAnswers(unit: UnitOfWork, ids: number[]): Promise<number[]> {
  const rows = await unit.trx
    .selectFrom('submissions')
    .innerJoin('assignment_questions as questions', 'questions.assignment_id', 'submissions.assignment_id')
    .leftJoin('submission_answers as answers', (join) =>
      join
        .onRef('answers.submission_id', '=', 'submissions.id')
        .onRef('answers.question_id', '=', 'questions.id'),
    )
    .select(['submissions.id as submission_id', 'questions.id as question_id', 'questions.assignment_id'])
    .where('submissions.assignment_id', 'in', ids)
    .where('answers.id', 'is', null)
    .orderBy('submissions.id')
    .orderBy('questions.position')
    .execute();
  const empty = { answer_text: null, selected_option_id: null, score: null, is_manual: 0, feedback: null };
  await unit.insertMany(
    'submission_answers',
    rows.map(({ submission_id, question_id }) => ({ submission_id, question_id, ...empty })),
  );
  return rows.map(({ assignment_id }) => assignment_id);
}

/** A submission without answers keeps its score. */
async function updateTotalScores(unit: UnitOfWork, ids: number[]): Promise<void> {
  const isGraded = sql<number>`case when count(*) = count(answers.score) then 1 else 0 end`;
  const rows = await unit.trx
    .selectFrom('submissions')
    .innerJoin('submission_answers as answers', 'answers.submission_id', 'submissions.id')
    .select(['submissions.id', sql<number | null>`sum(answers.score)`.as('total'), isGraded.as('is_graded')])
    .where('submissions.assignment_id', 'in', ids)
    .groupBy(['submissions.id', 'submissions.total_score', 'submissions.is_graded'])
    .having(
      sql<boolean>`(${isGraded} <> submissions.is_graded
      or coalesce(sum(answers.score), -1) <> coalesce(submissions.total_score, -1))`,
    )
    .execute();
  await unit.updateMany(
    'submissions',
    rows.map(({ id, total, is_graded }) => ({
      id,
      changes: { total_score: total === null ? null : Number(total), is_graded: Number(is_graded) },
    })),
  );
}

async function findScoresOverMarks({ trx }: UnitOfWork, ids: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('submissions')
    .innerJoin('assignments', 'assignments.id', 'submissions.assignment_id')
    .select('assignment_id')
    .distinct()
    .where('assignment_id', 'in', ids)
    .whereRef('total_score', '>', 'total_marks')
    .execute();
  return rows.map(({ assignment_id }) => assignment_id);
}

async function findWrongScores({ trx }: UnitOfWork, ids: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('submission_answers as answers')
    .innerJoin('assignment_questions as questions', 'questions.id', 'answers.question_id')
    .leftJoin('question_options as chosen', 'chosen.id', 'answers.selected_option_id')
    .select([
      'assignment_id',
      'question_type',
      'marks',
      'correct_answer',
      'answer_text',
      'selected_option_id',
    ])
    .select(['score', 'is_manual', 'chosen.is_correct'])
    .where('assignment_id', 'in', ids)
    .where('score', 'is not', null)
    .execute();
  return rows.flatMap(({ assignment_id, score, is_manual, is_correct, ...row }) => {
    const options =
      row.selected_option_id === null ? [] : [{ id: row.selected_option_id, is_correct: is_correct === 1 }];
    const isAutomatic = is_manual === 0 && isObjective(row.question_type);
    const isWrongScore = isAutomatic && score !== autoScore({ ...row, options }, row);
    return isWrongScore || Number(score) > row.marks ? [assignment_id] : [];
  });
}
