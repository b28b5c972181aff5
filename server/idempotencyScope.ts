import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SessionUser } from '../contract/accounts/auth';
import type { Endpoint, ScopeKind } from '../contract/endpoint';
import type { Scope } from './auth/scope';
import { isOnly, sectionsOfOperation } from './db/log/sections';
import type { Database } from './db/schema';
import type { KeyScopeTable } from './db/schema/log';
import type { Condition } from './db/search/matching';
import { notFound } from './problem';

/**
 * The subject or batch of a call: its table, and its id as an SQL expression, which is null if the row does not exist.
 * Null: every caller of the role gets the stored response.
 */
export type Place = { place: KeyScopeTable; id: RawBuilder<number | null> } | null;

export interface Asked {
  endpoint: Endpoint;
  params: Record<string, unknown>;
  body: Record<string, unknown>;
}

type IdOf = (value: string | number) => RawBuilder<number | null>;

const ofAssignment = (id: RawBuilder<unknown>) =>
  sql<number | null>`(select subject_id from assignments where id = ${id})`;

/** The number of the subject, or of the batch, that a field identifies. */
const idOf: Record<KeyScopeTable, Partial<Record<ScopeKind, IdOf>>> = {
  subjects: {
    subjectId: (id) => integer(Number(id)),
    wholeSubjectId: (id) => integer(Number(id)),
    subjectCode: (code) => sql`(select id from subjects where subject_code = ${code})`,
    circleId: (id) => sql`(select subject_id from circles where id = ${id})`,
    dailyRecordId: (id) => sql`(select subject_id from daily_records where id = ${id})`,
    sardId: (id) => sql`(select subject_id from sard where id = ${id})`,
    assignmentId: (id) => ofAssignment(sql`${id}`),
    questionId: (id) => ofAssignment(sql`(select assignment_id from assignment_questions where id = ${id})`),
    submissionId: (id) => ofAssignment(sql`(select assignment_id from submissions where id = ${id})`),
    answerId: (id) =>
      ofAssignment(sql`(select assignment_id from submissions
        where id = (select submission_id from submission_answers where id = ${id}))`),
  },
  batches: {
    batchName: (name) => sql`(select id from batches where batch_name = ${name})`,
    studentId: (number) => sql`(select batch_id from enrolments
      where is_shown = 1 and student_row_id = (select id from students where student_id = ${number}))`,
  },
};

/** For these kinds the caller must have all students of the subject in scope. */
const ofWhole: ReadonlySet<ScopeKind> = new Set([
  'wholeSubjectId',
  'assignmentId',
  'questionId',
  'submissionId',
  'answerId',
]);

/** Finds the subject or batch of a call by `scopedBy` of its contract row. */
export function placeOf({ endpoint: { scopedBy = {} }, params, body }: Asked): Place {
  for (const [field, kind] of Object.entries(scopedBy)) {
    const value = params[field] ?? body[field];
    if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) continue;
    for (const place of ['subjects', 'batches'] as const) {
      const id = idOf[place][kind]?.(value);
      if (id) return { place, id };
    }
  }
  return null;
}

/** Of what is about a day: which. Who stood in for the teacher of a circle then has it on no other (rule 5). */
export function dayOf({ params, body }: Asked): string | undefined {
  const day = params['date'] ?? body['date'] ?? body['recordDate'];
  return typeof day === 'string' ? day : undefined;
}

/** Cast, or PostgreSQL would not know the kind of a bare null. */
export const integer = (value: number | null) => sql<number | null>`cast(${value} as bigint)`;

interface Stored {
  place: KeyScopeTable | null;
  place_id: number | null;
}

/**
 * Refuses the stored response if the subject or batch of the call has left the caller's scope.
 * @throws NOT_FOUND
 */
export async function refuseLostPlace(
  db: Kysely<Database>,
  { endpoint }: Asked,
  { place, place_id }: Stored,
  scope: Scope,
): Promise<void> {
  if (place === null || place_id === null) return;
  const isWhole = Object.values(endpoint.scopedBy ?? {}).some((kind) => ofWhole.has(kind));
  await refuseOutside(db, place, place_id, isWhole ? scope.whole : scope[place]);
}

/** @throws NOT_FOUND for a record that is not of a scope */
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

/**
 * What an admin of one section wrote is told again as long as all of it is of his section: what an answer or its
 * header says of its operation, else the record that it or the call names. That something was deleted may be told. What
 * names neither has written nothing that is recorded, and says no more than that.
 * @param operation of the header; undefined where there is none
 * @throws NOT_FOUND
 */
export async function refuseOthersSection(
  db: Kysely<Database>,
  { endpoint: { method, path }, params }: Asked,
  { answer, operation }: { answer: unknown; operation: unknown },
  scope: Scope,
): Promise<void> {
  const { section, subjects } = scope;
  if (section === null) return;
  const told = (answer ?? {}) as { id?: unknown; operation_id?: unknown };
  const written = told.operation_id ?? operation;
  if (typeof written === 'number') {
    if (!isOnly(await sectionsOfOperation(db, written), section)) throw notFound();
    return;
  }
  const [, table] = /^\/(students|batches|subjects|users|circles)\b/.exec(path) ?? [];
  const id = params['id'] ?? told.id;
  if (table === undefined || typeof id !== 'number' || method === 'DELETE') return;
  const named = table as 'students' | 'batches' | 'subjects' | 'users' | 'circles';
  const ofCircles = sql<SqlBool>`circles.subject_id in (select subjects.id from subjects where ${subjects})`;
  await refuseOutside(db, named, id, named === 'circles' ? ofCircles : scope[named]);
}

/** A student is told of his own record only as long as it is his. @throws NOT_FOUND */
export function refuseOthersStudent(user: SessionUser, answer: unknown): void {
  const { student } = (answer ?? {}) as { student?: { student_id?: unknown } };
  if (user.role === 'student' && student && student.student_id !== user.student_id) throw notFound();
}

/**
 * The register of several circles is told again only to who has all of them on its day.
 * @param place what the call was about, a subject
 * @throws NOT_FOUND
 */
export async function refuseOthersCircles(
  db: Kysely<Database>,
  place: number | null,
  { whole, subjects, circlesOn }: Scope,
  { answer, day }: { answer: unknown; day: string | undefined },
): Promise<void> {
  const { circles } = (answer ?? {}) as { circles?: { circle_id?: number | null }[] };
  if (whole === subjects || day === undefined || place === null || !Array.isArray(circles)) return;
  const ids = circles.map(({ circle_id }) => circle_id ?? 0);
  const { rows } = await sql`
    select circles.id from circles where circles.id in (${sql.join([...ids, 0])}) and ${circlesOn(day)}
    union all select 0 from subjects where subjects.id = ${place} and ${whole}`.execute(db);
  const own = new Set(rows.map((row) => Number((row as { id: number }).id)));
  if (ids.some((id) => !own.has(id))) throw notFound();
}

/**
 * Marks, daily records, a register and a sard are told again only to whom all of their students belong now; those of a
 * day, as they did then.
 * @param place what the call was about, a subject
 * @throws NOT_FOUND
 */
export async function refuseOthersPupils(
  db: Kysely<Database>,
  place: number | null,
  { whole, subjects, pupils, pupilsOn }: Scope,
  { answer, day }: { answer: unknown; day: string | undefined },
): Promise<void> {
  if (whole === subjects || place === null) return;
  const told = (answer ?? {}) as Record<string, unknown>;
  const rows = ['grades', 'records', 'students'].flatMap((name) => told[name] ?? []) as {
    studentId?: string;
  }[];
  const ofOne = told['student_id'] ?? told['studentId'];
  const numbers = [
    ...new Set([
      ...rows.flatMap(({ studentId }) => studentId ?? []),
      ...(typeof ofOne === 'string' ? [ofOne] : []),
    ]),
  ];
  if (numbers.length === 0) return;
  const pupil = { subject: integer(place), student: sql.ref('students.id') };
  const { rows: own } = await sql`
    select 1 from students where students.student_id in (${sql.join(numbers)})
      and ${day === undefined ? pupils(pupil) : pupilsOn(pupil, day)}`.execute(db);
  if (own.length < numbers.length) throw notFound();
}
