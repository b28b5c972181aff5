import { sql } from 'kysely';
import type { Excuse, ExcuseState } from '../../contract/families/excuses';
import { chunks } from '../db/engine/chunks';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';
import { subjectsOfExcuse } from './excuses';

export const selectExcuses = (db: Db) =>
  db
    .selectFrom('excuses')
    .innerJoin('students', 'students.id', 'excuses.student_row_id')
    .leftJoin('programs', 'programs.id', 'excuses.program_row_id')
    .leftJoin('enrolments as shown', (join) =>
      join.onRef('shown.student_row_id', '=', 'students.id').on('shown.is_shown', '=', sql.lit(1)),
    )
    .leftJoin('batches as shown_batch', 'shown_batch.id', 'shown.batch_id')
    .leftJoin('student_guardians', (join) =>
      join
        .onRef('student_guardians.guardian_id', '=', 'excuses.guardian_id')
        .onRef('student_guardians.student_row_id', '=', 'excuses.student_row_id'),
    )
    .selectAll('excuses')
    .select('student_guardians.relation')
    .select(['students.student_id', 'students.full_name', 'programs.program_name', 'shown_batch.batch_name']);

export type StoredExcuse = Awaited<ReturnType<ReturnType<typeof selectExcuses>['execute']>>[number];

export interface SubjectAnswer {
  excuse_id: number;
  id: number;
  subject_code: string;
  name: string;
  decision_id: number | null;
  is_accepted: number | null;
  line: string | null;
}

/** The visible subjects of the excuses with the answers of their teachers. */
export async function loadSubjects(
  db: Db,
  ids: readonly number[],
  visible: Condition,
): Promise<Map<number, SubjectAnswer[]>> {
  const subjects = new Map<number, SubjectAnswer[]>(ids.map((id) => [id, []]));
  for (const chunk of chunks(ids, 500)) {
    const { rows } = await sql<SubjectAnswer>`
      select excuses.id as excuse_id, subject.id, subject.subject_code, subject.name,
        answers.id as decision_id, answers.is_accepted, answers.line
      from excuses join subjects as subject on subject.id in (select subjects.id ${subjectsOfExcuse} and ${visible})
      left join excuse_decisions as answers on answers.excuse_id = excuses.id and answers.subject_id = subject.id
      where excuses.id in (${sql.join(chunk)})
      order by subject.name_sort, subject.id`.execute(db);
    for (const row of rows) subjects.get(row.excuse_id)?.push(row);
  }
  return subjects;
}

/** An acceptance of the office or of a teacher counts before a refusal (ADR 87). */
export function stateOfSubject(
  office: ExcuseState,
  { is_accepted }: Pick<SubjectAnswer, 'is_accepted'>,
): ExcuseState {
  if (office === 'accepted' || is_accepted === 1) return 'accepted';
  return office === 'refused' || is_accepted === 0 ? 'refused' : 'open';
}

function stateOfExcuse(office: ExcuseState, states: readonly ExcuseState[]): ExcuseState {
  if (states.length === 0 || office === 'accepted') return office;
  if (states.includes('open')) return 'open';
  return states.includes('accepted') ? 'accepted' : 'refused';
}

function toExcuse(row: StoredExcuse, subjects: readonly SubjectAnswer[]): Excuse {
  const states = subjects.map((subject) => stateOfSubject(row.state, subject));
  const lines = [row.answer, ...subjects.map(({ line }) => line)].filter((line) => line !== null);
  return {
    id: row.id,
    student_row_id: row.student_row_id,
    student_id: row.student_id,
    student_name: row.full_name,
    batch_name: row.batch_name,
    from: row.from_date,
    to: row.to_date,
    program_name: row.program_name,
    reason: row.reason,
    line: row.line,
    sender: row.sender,
    is_from_guardian: row.is_from_guardian === 1,
    state: stateOfExcuse(row.state, states),
    subjects: subjects.map(({ subject_code, name }, index) => ({
      subject_code,
      name,
      state: states[index] ?? 'open',
    })),
    answer: [...new Set(lines)].join('\n') || null,
    created_at: row.created_at,
    version: row.version,
  };
}

export async function withSubjects(
  db: Db,
  rows: readonly StoredExcuse[],
  visible: Condition,
): Promise<Excuse[]> {
  const subjects = await loadSubjects(
    db,
    rows.map(({ id }) => id),
    visible,
  );
  return rows.map((row) => toExcuse(row, subjects.get(row.id) ?? []));
}

/** The excuses that a guardian sent for these students, the newest first. */
export async function loadExcusesOfGuardian(
  db: Db,
  guardianId: number,
  studentRowIds: readonly number[],
  maxRows: number,
): Promise<Excuse[]> {
  if (studentRowIds.length === 0) return [];
  const rows = await selectExcuses(db)
    .where('excuses.guardian_id', '=', guardianId)
    .where('excuses.student_row_id', 'in', studentRowIds)
    .orderBy('excuses.id', 'desc')
    .limit(maxRows)
    .execute();
  return withSubjects(db, rows, always);
}
