import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SessionUser } from '../contract/auth';
import type { Endpoint } from '../contract/endpoint';
import type { Scope } from './auth/scope';
import type { Database } from './db/schema';
import type { IdempotencyPlace } from './db/schema/log';
import { notFound } from './problem';

/**
 * The record by whose scope a call is allowed or not, and its number as an expression of SQL, null where it is not
 * there; null where every caller of its role may make it.
 */
export type Place = { place: IdempotencyPlace; id: RawBuilder<number | null> } | null;

export interface Asked {
  endpoint: Endpoint;
  params: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** What a call of a teacher or a student is about. */
export function placeOf({ endpoint, params, body }: Asked): Place {
  if (endpoint.path.startsWith('/assignments/'))
    return { place: 'subjects', id: assignmentSubject(endpoint.path, params) };
  if (typeof body['subject_id'] === 'number') return { place: 'subjects', id: integer(body['subject_id']) };
  const isRegister = endpoint.path.startsWith('/absences/') && 'x' in params;
  const batch = isRegister ? params['x'] : (params['batchName'] ?? body['batchName']);
  const subject = isRegister ? params['y'] : (params['subjectCode'] ?? body['subjectCode']);
  if (typeof batch !== 'string') return null;
  if (typeof subject !== 'string')
    return { place: 'batches', id: sql`(select id from batches where batch_name = ${batch})` };
  return { place: 'subjects', id: sql`(select id from subjects where subject_code = ${subject})` };
}

/** Of what is about a day: which. Who stood in for the teacher of a circle then has it on no other (rule 5). */
export function dayOf({ params, body }: Asked): string | undefined {
  const day = params['date'] ?? body['date'] ?? body['recordDate'];
  return typeof day === 'string' ? day : undefined;
}

/** Cast, or PostgreSQL would not know the kind of a bare null. */
export const integer = (value: number | null) => sql<number | null>`cast(${value} as bigint)`;

/** Of an assignment, one of its questions, a submission or one answer of it. */
function assignmentSubject(path: string, params: Asked['params']): RawBuilder<number | null> {
  const at = (name: string) => Number(params[name]);
  if (path.startsWith('/assignments/questions/'))
    return sql`(select subject_id from assignment_questions
      join assignments on assignments.id = assignment_id where assignment_questions.id = ${at('questionId')})`;
  if (path.startsWith('/assignments/submission/'))
    return sql`(select subject_id from submissions
      join assignments on assignments.id = assignment_id where submissions.id = ${at('id')})`;
  if (path.startsWith('/assignments/answers/'))
    return sql`(select subject_id from submission_answers join submissions on submissions.id = submission_id
      join assignments on assignments.id = assignment_id where submission_answers.id = ${at('answerId')})`;
  return sql`(select subject_id from assignments where id = ${at('id')})`;
}

/** Whoever has lost what the call was about since is not told again. @throws NOT_FOUND */
export async function refuseLostPlace(
  db: Kysely<Database>,
  { place, place_id }: { place: IdempotencyPlace | null; place_id: number | null },
  scope: Scope,
): Promise<void> {
  if (place === null || place_id === null) return;
  const { rows } = await sql`
    select 1 from ${sql.table(place)} where ${sql.ref(`${place}.id`)} = ${place_id} and ${scope[place]}`.execute(
    db,
  );
  if (rows.length === 0) throw notFound();
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
