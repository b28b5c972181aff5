import { sql } from 'kysely';
import type { MergeSide } from '../../../contract/rules/mergedFields';
import {
  type MarksAnswer,
  type MergePreview,
  type MergedRecord,
  mergedRecords,
} from '../../../contract/students/merge';
import type { Student } from '../../../contract/students/students';
import { type Condition } from '../../db/search/matching';
import { anyTable, type Db, type Row } from '../../db/schema';
import type { RecordedTable } from '../../db/schema/recorded';
import { findMergedIds } from '../../domain/studentNumbers';
import { loadStudent } from '../../domain/students';
import {
  compareStates,
  planEnrolments,
  planMembers,
  planPrior,
  planStatuses,
  shownEnrolment,
  type CurrentState,
  type EnrolmentChoice,
  type EnrolmentPlan,
} from './periods';
import { loadPersons, planGuardians, type Persons } from './guardians';
import { hasMarks, isSameMarks, type MergedPair, planOnce, type TablePlan } from './tables';

export interface MergeAnswers {
  /** By subject. */
  marks: ReadonlyMap<number, Pick<MarksAnswer, 'keep' | 'seen'>>;
  enrolment: MergeSide | undefined;
}

const noAnswers: MergeAnswers = { marks: new Map(), enrolment: undefined };

export interface MergePlan {
  /** Of both records. */
  rows: PairRows;
  /** Without the enrolments. */
  tables: TablePlan[];
  enrolments: EnrolmentPlan;
  records: MergePreview['records'];
  /** Differing marks, by subject. */
  marks: { staying: Row<'grades'>; merged: Row<'grades'> }[];
  states: { staying: CurrentState; merged: CurrentState; proposed: MergeSide } | null;
  /** The enrolment that is shown after the merge. */
  batchId: number | null;
  hasUnanswered: boolean;
}

export interface Pair {
  staying: Student;
  merged: Student;
}

/** @throws NOT_FOUND, also for a record outside of the scope */
export const loadPair = async (
  db: Db,
  { stayingId, mergedId }: MergedPair,
  scope: Condition,
): Promise<Pair> => ({
  staying: await loadStudent(db, stayingId, scope),
  merged: await loadStudent(db, mergedId, scope),
});

const rowTables = [
  'enrolments',
  'student_statuses',
  'circle_members',
  'grades',
  'absences',
  'daily_records',
  'sard',
  'hifz_plans',
  'hifz_prior',
  'hifz_skips',
  'submissions',
  'student_guardians',
] as const;
type PairRows = { [T in (typeof rowTables)[number]]: Row<T>[] };

async function loadRows(db: Db, { stayingId, mergedId }: MergedPair): Promise<PairRows> {
  const rows: Partial<Record<RecordedTable, unknown>> = {};
  for (const table of rowTables) {
    const query = anyTable(db).selectFrom(table).selectAll().orderBy('id');
    rows[table] = await query.where('student_row_id', 'in', [stayingId, mergedId]).execute();
  }
  return rows as PairRows;
}

/** The rows of both records, joined by the rules of `tables.ts`. */
export async function planMerge(
  db: Db,
  { staying, merged }: Pair,
  today: string,
  answers: MergeAnswers = noAnswers,
): Promise<MergePlan> {
  const pair = { stayingId: staying.id, mergedId: merged.id };
  const rows = await loadRows(db, pair);
  const states = findStates(rows.enrolments, { staying, merged });
  const hasOwn = shownEnrolment(rows.enrolments, staying.id) ?? !shownEnrolment(rows.enrolments, merged.id);
  const state = states ? (answers.enrolment ?? states.proposed) : hasOwn ? 'staying' : 'merged';
  const marks = findMarkQuestions(rows.grades, pair);
  const firstDays = await loadFirstDays(db, rows.enrolments);
  const choice = { ...pair, state, today, firstDays };
  const persons = await loadPersons(db, rows.student_guardians);
  const tables = planTables(rows, choice, answers, persons);
  const enrolments = planEnrolments(rows.enrolments, choice);
  return {
    rows,
    tables,
    enrolments,
    records: [
      ...countRecords([enrolments, ...tables], rows, merged.id),
      ...(await countUnrecorded(db, pair)),
    ],
    marks,
    states,
    batchId:
      (state === 'staying' ? staying.batch_id : merged.batch_id) ?? staying.batch_id ?? merged.batch_id,
    hasUnanswered:
      (states !== null && answers.enrolment === undefined) ||
      marks.length !== answers.marks.size ||
      marks.some((question) => !isAnswered(question, answers)),
  };
}

const planTables = (rows: PairRows, choice: EnrolmentChoice, answers: MergeAnswers, persons: Persons) =>
  [
    planStatuses(rows.student_statuses, choice, choice.state),
    planMembers(rows.circle_members, choice),
    planOnce('grades', rows.grades, choice, (own, other) => chooseMarks(own, other, answers)),
    planOnce('absences', rows.absences, choice),
    planOnce('daily_records', rows.daily_records, choice),
    planOnce('sard', rows.sard, choice),
    planOnce('hifz_plans', rows.hifz_plans, choice),
    planPrior(rows.hifz_prior, choice),
    planOnce('hifz_skips', rows.hifz_skips, choice),
    planOnce('submissions', rows.submissions, choice, (own, other) =>
      other.is_graded > own.is_graded ? 'merged' : 'staying',
    ),
    planGuardians(rows.student_guardians, choice, persons),
  ] as unknown as TablePlan[];

function findStates(
  enrolments: readonly Row<'enrolments'>[],
  { staying, merged }: Pair,
): MergePlan['states'] {
  const stateOf = ({ id, status }: Student): CurrentState | null => {
    const enrolment = shownEnrolment(enrolments, id);
    return enrolment ? { enrolment, status } : null;
  };
  const [own, other] = [stateOf(staying), stateOf(merged)];
  const question = compareStates(own, other);
  return question && own && other ? { staying: own, merged: other, ...question } : null;
}

function findMarkQuestions(grades: readonly Row<'grades'>[], { stayingId, mergedId }: MergedPair) {
  return grades.flatMap((staying) => {
    const merged = grades.find(
      ({ student_row_id, subject_id }) => student_row_id === mergedId && subject_id === staying.subject_id,
    );
    const isQuestion =
      staying.student_row_id === stayingId &&
      merged &&
      hasMarks(staying) &&
      hasMarks(merged) &&
      !isSameMarks(staying, merged);
    return isQuestion ? [{ staying, merged }] : [];
  });
}

/** An answer to other marks than the stored ones would delete marks that the caller has not read (ADR 52). */
function isAnswered({ staying, merged }: MergePlan['marks'][number], { marks }: MergeAnswers): boolean {
  const versions = marks.get(staying.subject_id)?.seen;
  return versions?.staying === staying.version && versions.merged === merged.version;
}

function chooseMarks(staying: Row<'grades'>, merged: Row<'grades'>, { marks }: MergeAnswers): MergeSide {
  if (!hasMarks(staying) || !hasMarks(merged)) return hasMarks(merged) ? 'merged' : 'staying';
  return marks.get(staying.subject_id)?.keep ?? 'staying';
}

/** The earliest day with a record of each student in the batch of his first enrolment. */
async function loadFirstDays(db: Db, enrolments: readonly Row<'enrolments'>[]): Promise<Map<number, string>> {
  const days = new Map<number, string>();
  const byDay = enrolments.toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1));
  for (const { student_row_id, batch_id } of byDay) {
    if (days.has(student_row_id)) continue;
    const firstIn = (table: RecordedTable, column: string) => sql`(
      select min(rows.${sql.ref(column)}) from subjects join ${sql.table(table)} as rows
        on rows.subject_id = subjects.id and rows.student_row_id = ${student_row_id}
      where subjects.batch_id = ${batch_id})`;
    const { rows } = await sql<Record<string, string | null>>`
      select ${firstIn('absences', 'date')} as absence, ${firstIn('daily_records', 'date')} as record,
        ${firstIn('sard', 'date')} as sard, ${firstIn('circle_members', 'from_date')} as member`.execute(db);
    const [first] = Object.values(rows[0] ?? {})
      .filter((day) => day !== null)
      .toSorted();
    days.set(student_row_id, first ?? '');
  }
  return new Map([...days].filter(([, day]) => day !== ''));
}

function countRecords(
  tables: readonly TablePlan[],
  rows: PairRows,
  mergedId: number,
): MergePreview['records'] {
  return mergedRecords.flatMap((kind) => {
    const count = { kind, moved: 0, left_out: 0 };
    for (const { table, removed, leftOut } of tables.filter((plan) => plan.kind === kind)) {
      const removedIds = new Set(leftOut > 0 ? removed : []);
      const both: readonly { id: number; student_row_id: number | null }[] = rows[table as keyof PairRows];
      count.moved += both.filter((row) => row.student_row_id === mergedId && !removedIds.has(row.id)).length;
      count.left_out += leftOut;
    }
    return count.moved + count.left_out > 0 ? [count] : [];
  });
}

/** Drafts are not in the operation log, and papers never change. */
async function countUnrecorded(
  db: Db,
  { stayingId, mergedId }: MergedPair,
): Promise<MergePreview['records']> {
  const drafts = await sql<{ moved: number; total: number }>`
    select count(*) as total, coalesce(sum(case when ${isFreeDraft(stayingId)} then 1 else 0 end), 0) as moved
    from assignment_drafts where student_row_id = ${mergedId}`.execute(db);
  const papers = await db
    .selectFrom('issued_papers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('student_row_id', 'in', [mergedId, ...(await findMergedIds(db, mergedId))])
    .executeTakeFirstOrThrow();
  const { moved = 0, total = 0 } = drafts.rows[0] ?? {};
  const counts: { kind: MergedRecord; moved: number; left_out: number }[] = [
    { kind: 'drafts', moved: Number(moved), left_out: Number(total) - Number(moved) },
    { kind: 'papers', moved: Number(papers.count), left_out: 0 },
  ];
  return counts.filter((count) => count.moved + count.left_out > 0);
}

/** SQL condition on `assignment_drafts`: the student has neither a draft nor a submission. */
export const isFreeDraft = (studentId: number): Condition => sql`(
  not exists (select 1 from assignment_drafts as own where own.student_row_id = ${studentId}
    and own.assignment_id = assignment_drafts.assignment_id)
  and not exists (select 1 from submissions where submissions.student_row_id = ${studentId}
    and submissions.assignment_id = assignment_drafts.assignment_id))`;
