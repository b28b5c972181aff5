import { type Kysely, sql } from 'kysely';
import type { SessionUser } from '../contract/auth';
import type { Endpoint } from '../contract/endpoint';
import type { Scope } from './auth/scope';
import type { Database } from './db/schema';
import type { IdempotencyPlace } from './db/schema/log';
import { notFound } from './problem';

/** The record by whose scope a call is allowed or not; null where every caller of its role may make it. */
type Place = { place: IdempotencyPlace; place_id: number } | null;

export interface Asked {
  endpoint: Endpoint;
  params: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** What a call of a teacher or a student is about, as long as it is still there. */
export async function placeOf(db: Kysely<Database>, asked: Asked): Promise<Place> {
  const { endpoint, params, body } = asked;
  if (endpoint.path.startsWith('/assignments/')) return subjectOf(await assignmentSubject(db, asked));
  if (typeof body['subject_id'] === 'number') return subjectOf(body['subject_id']);
  const isRegister = endpoint.path.startsWith('/absences/') && 'x' in params;
  const batch = isRegister ? params['x'] : (params['batchName'] ?? body['batchName']);
  const subject = isRegister ? params['y'] : (params['subjectCode'] ?? body['subjectCode']);
  if (typeof batch !== 'string') return null;
  const row = await db.selectFrom('batches').select('id').where('batch_name', '=', batch).executeTakeFirst();
  if (typeof subject !== 'string') return row ? { place: 'batches', place_id: row.id } : null;
  const offering = await db
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', subject)
    .executeTakeFirst();
  return subjectOf(offering?.id);
}

const subjectOf = (id: number | undefined): Place =>
  id === undefined ? null : { place: 'subjects', place_id: id };

async function assignmentSubject(
  db: Kysely<Database>,
  { endpoint: { path }, params }: Asked,
): Promise<number | undefined> {
  const assignments = db.selectFrom('assignments').select('assignments.subject_id');
  const at = (name: string) => Number(params[name]);
  const found = path.startsWith('/assignments/questions/')
    ? assignments
        .innerJoin('assignment_questions', 'assignment_questions.assignment_id', 'assignments.id')
        .where('assignment_questions.id', '=', at('questionId'))
    : path.startsWith('/assignments/submission/')
      ? assignments
          .innerJoin('submissions', 'submissions.assignment_id', 'assignments.id')
          .where('submissions.id', '=', at('id'))
      : path.startsWith('/assignments/answers/')
        ? assignments
            .innerJoin('submissions', 'submissions.assignment_id', 'assignments.id')
            .innerJoin('submission_answers', 'submission_answers.submission_id', 'submissions.id')
            .where('submission_answers.id', '=', at('answerId'))
        : assignments.where('assignments.id', '=', at('id'));
  return (await found.executeTakeFirst())?.subject_id;
}

/** Whoever has lost what the call was about since is not told again. @throws NOT_FOUND */
export async function refuseLostPlace(
  db: Kysely<Database>,
  { place, place_id }: { place: IdempotencyPlace | null; place_id: number | null },
  scope: Scope,
): Promise<void> {
  if (place === null) return;
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
