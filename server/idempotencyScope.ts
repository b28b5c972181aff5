import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SessionUser } from '../contract/accounts/auth';
import type { Endpoint, ScopeKind } from '../contract/endpoint';
import type { Scope } from './auth/scope';
import { isOnlySection, findOperationSections } from './db/log/sections';
import type { Database } from './db/schema';
import type { KeyScopeTable } from './db/schema/log';
import type { Condition } from './db/search/matching';
import { notFound } from './problem';

/** `id` is null if the row does not exist. Without a scope, any user with the role gets the stored answer. */
export type KeyScope = { table: KeyScopeTable; id: RawBuilder<number | null> } | null;

export interface ScopedCall {
  endpoint: Endpoint;
  params: Record<string, unknown>;
  body: Record<string, unknown>;
}

type IdExpression = (value: string | number) => RawBuilder<number | null>;

const subjectOfAssignment = (id: RawBuilder<unknown>) =>
  sql<number | null>`(select subject_id from assignments where id = ${id})`;

const idExpressions: Record<KeyScopeTable, Partial<Record<ScopeKind, IdExpression>>> = {
  subjects: {
    subjectId: (id) => castInteger(Number(id)),
    wholeSubjectId: (id) => castInteger(Number(id)),
    subjectCode: (code) => sql`(select id from subjects where subject_code = ${code})`,
    circleId: (id) => sql`(select subject_id from circles where id = ${id})`,
    dailyRecordId: (id) => sql`(select subject_id from daily_records where id = ${id})`,
    sardId: (id) => sql`(select subject_id from sard where id = ${id})`,
    assignmentId: (id) => subjectOfAssignment(sql`${id}`),
    questionId: (id) =>
      subjectOfAssignment(sql`(select assignment_id from assignment_questions where id = ${id})`),
    submissionId: (id) => subjectOfAssignment(sql`(select assignment_id from submissions where id = ${id})`),
    answerId: (id) =>
      subjectOfAssignment(sql`(select assignment_id from submissions
        where id = (select submission_id from submission_answers where id = ${id}))`),
  },
  batches: {
    announcementId: (id) => sql`(select coalesce(batch_id, (select subjects.batch_id from circles
      join subjects on subjects.id = circles.subject_id where circles.id = announcements.circle_id))
      from announcements where id = ${id})`,
    batchId: (id) => castInteger(Number(id)),
    batchName: (name) => sql`(select id from batches where batch_name = ${name})`,
    studentId: (number) => sql`(select batch_id from enrolments
      where is_shown = 1 and student_row_id = (select id from students where student_id = ${number}))`,
    excuseId: (id) => sql`(select batch_id from enrolments
      where is_shown = 1 and student_row_id = (select student_row_id from excuses where id = ${id}))`,
    behaviourNoteId: (id) => sql`(select batch_id from enrolments
      where is_shown = 1 and student_row_id = (select student_row_id from behaviour_notes where id = ${id}))`,
  },
};

/** For these scopes, the caller must have all students of the subject in scope. */
const wholeSubjectKinds: ReadonlySet<ScopeKind> = new Set([
  'wholeSubjectId',
  'assignmentId',
  'questionId',
  'submissionId',
  'answerId',
]);

export function findKeyScope({ endpoint: { scopedBy = {} }, params, body }: ScopedCall): KeyScope {
  for (const [field, kind] of Object.entries(scopedBy)) {
    const value = params[field] ?? body[field];
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) continue;
    for (const table of ['subjects', 'batches'] as const) {
      const id = idExpressions[table][kind]?.(value);
      if (id) return { table, id };
    }
  }
  return null;
}

/** Returns the day of the call. A substitute teaches a circle only on certain days (rule 5). */
export function callDay({ params, body }: ScopedCall): string | undefined {
  const day = params['date'] ?? body['date'] ?? body['recordDate'];
  return typeof day === 'string' ? day : undefined;
}

/** The cast is needed because PostgreSQL cannot infer the type of null. */
export const castInteger = (value: number | null) => sql<number | null>`cast(${value} as bigint)`;

interface StoredKeyScope {
  place: KeyScopeTable | null;
  place_id: number | null;
}

/** @throws NOT_FOUND if the subject or batch of the call is no longer in the caller's scope */
export async function refuseLostScope(
  db: Kysely<Database>,
  { endpoint }: ScopedCall,
  { place, place_id }: StoredKeyScope,
  scope: Scope,
): Promise<void> {
  if (place === null || place_id === null) return;
  const isWholeSubject = Object.values(endpoint.scopedBy ?? {}).some((kind) => wholeSubjectKinds.has(kind));
  await refuseOutside(db, place, place_id, isWholeSubject ? scope.wholeSubjects : scope[place]);
}

async function refuseOutside(
  db: Kysely<Database>,
  table: keyof Database,
  id: number,
  scope: Condition,
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id} and ${scope}`.execute(db);
  if (rows.length === 0) throw notFound();
}

/** @throws NOT_FOUND if the operation or the record is outside of the caller's section */
export async function refuseOtherSection(
  db: Kysely<Database>,
  { endpoint: { method, path }, params }: ScopedCall,
  { answer, operation }: { answer: unknown; operation: unknown },
  scope: Scope,
): Promise<void> {
  const { section, subjects } = scope;
  if (section === null) return;
  const record = (answer ?? {}) as { id?: unknown; operation_id?: unknown };
  const operationId = record.operation_id ?? operation;
  if (typeof operationId === 'number') {
    if (!isOnlySection(await findOperationSections(db, operationId), section)) throw notFound();
    return;
  }
  const [, tableName] = /^\/(students|batches|subjects|users|circles)\b/.exec(path) ?? [];
  const id = params['id'] ?? record.id;
  if (tableName === undefined || typeof id !== 'number' || method === 'DELETE') return;
  const table = tableName as 'students' | 'batches' | 'subjects' | 'users' | 'circles';
  const isVisibleCircle = sql<SqlBool>`circles.subject_id in (select subjects.id from subjects where ${subjects})`;
  await refuseOutside(db, table, id, table === 'circles' ? isVisibleCircle : scope[table]);
}

/** @throws NOT_FOUND if the caller's account now has another student */
export function refuseOtherStudent(user: SessionUser, answer: unknown): void {
  const { student } = (answer ?? {}) as { student?: { student_id?: unknown } };
  if (user.role === 'student' && student && student.student_id !== user.student_id) throw notFound();
}

/** @throws NOT_FOUND unless the caller teaches all circles of the register on its day */
export async function refuseOtherCircles(
  db: Kysely<Database>,
  subjectId: number | null,
  { wholeSubjects, subjects, circlesOn }: Scope,
  { answer, day }: { answer: unknown; day: string | undefined },
): Promise<void> {
  const { circles } = (answer ?? {}) as { circles?: { circle_id?: number | null }[] };
  if (wholeSubjects === subjects || day === undefined || subjectId === null || !Array.isArray(circles))
    return;
  const circleIds = circles.map(({ circle_id }) => circle_id ?? 0);
  const { rows } = await sql`
    select circles.id from circles where circles.id in (${sql.join([...circleIds, 0])}) and ${circlesOn(day)}
    union all select 0 from subjects where subjects.id = ${subjectId} and ${wholeSubjects}`.execute(db);
  const visibleIds = new Set(rows.map((row) => Number((row as { id: number }).id)));
  if (circleIds.some((id) => !visibleIds.has(id))) throw notFound();
}

/** @throws NOT_FOUND unless all students of the answer are in the caller's scope on the day of the call */
export async function refuseOtherStudents(
  db: Kysely<Database>,
  subjectId: number | null,
  { wholeSubjects, subjects, isStudentVisible, isOwnStudentOn }: Scope,
  { answer, day }: { answer: unknown; day: string | undefined },
): Promise<void> {
  if (wholeSubjects === subjects || subjectId === null) return;
  const fields = (answer ?? {}) as Record<string, unknown>;
  const rows = ['grades', 'records', 'students'].flatMap((name) => fields[name] ?? []) as {
    studentId?: string;
  }[];
  const singleNumber = fields['student_id'] ?? fields['studentId'];
  const studentNumbers = [
    ...new Set([
      ...rows.flatMap(({ studentId }) => studentId ?? []),
      ...(typeof singleNumber === 'string' ? [singleNumber] : []),
    ]),
  ];
  if (studentNumbers.length === 0) return;
  const studentInSubject = { subject: castInteger(subjectId), student: sql.ref('students.id') };
  const { rows: visibleRows } = await sql`
    select 1 from students where students.student_id in (${sql.join(studentNumbers)})
      and ${day === undefined ? isStudentVisible(studentInSubject) : isOwnStudentOn(studentInSubject, day)}`.execute(
    db,
  );
  if (visibleRows.length < studentNumbers.length) throw notFound();
}
