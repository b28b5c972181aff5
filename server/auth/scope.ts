import { sql } from 'kysely';
import type { SessionUser } from '../../contract/auth';
import type { TeacherScope } from '../../contract/vocabulary';
import type { Data } from '../db/engine/connection';
import type { Db } from '../db/schema';
import { always, type Condition } from '../db/search/matching';

/**
 * The rows that a person may see, as conditions on the tables of these names. They stand in the query itself, so
 * that nothing else is ever loaded and a record outside answers like a missing one.
 */
export interface Scope {
  subjects: Condition;
  batches: Condition;
  programs: Condition;
  students: Condition;
}

const everything: Scope = { subjects: always, batches: always, programs: always, students: always };

/** Admins see all, teachers what they teach (setting `teacher_scope`), students what their batch has. */
export async function scopeOf(data: Data, user: SessionUser): Promise<Scope> {
  if (user.role === 'admin') return everything;
  if (user.role === 'student') return scopeOfSubjects(ofOwnBatch(user.id));
  const settings = await data.read.selectFrom('settings').select('teacher_scope').executeTakeFirst();
  const rule = settings?.teacher_scope ?? 'linked_or_open';
  return rule === 'all' ? everything : scopeOfSubjects(taughtBy(user.id, rule));
}

/** Whose papers, reports and acts a member of staff sees: all of them (null) as an admin, else the own. */
export const ownerSeenBy = ({ role, id }: Pick<SessionUser, 'id' | 'role'>): number | null =>
  role === 'admin' ? null : id;

/** Whether a scope leaves no subject out, as that of a teacher where nobody is linked; what is kept of all holds for it. */
export async function isWhole(db: Db, { subjects }: Scope): Promise<boolean> {
  if (subjects === always) return true;
  const outside = sql`select subjects.id from subjects where not (${subjects}) limit 1`;
  return (await outside.execute(db)).rows.length === 0;
}

/** The scope that follows from its subjects: their batches, and the programmes and students of these batches. */
export function scopeOfSubjects(subjects: Condition): Scope {
  const batchIds = sql`select subjects.batch_id from subjects where ${subjects}`;
  return {
    subjects,
    batches: sql`batches.id in (${batchIds})`,
    programs: sql`programs.id in (select batches.program_row_id from batches where batches.id in (${batchIds}))`,
    students: sql`exists (select 1 from enrolments where enrolments.student_row_id = students.id
      and enrolments.is_shown = 1 and enrolments.batch_id in (${batchIds}))`,
  };
}

/**
 * The subjects that a teacher is linked to and, by default, those without any teacher, so that a new institute works.
 */
function taughtBy(teacherId: number, rule: Exclude<TeacherScope, 'all'>): Condition {
  const linked = sql`subjects.id in (select subject_id from subject_teachers where teacher_id = ${teacherId})`;
  if (rule === 'linked') return linked as Condition;
  return sql`(${linked} or not exists (select 1 from subject_teachers where subject_id = subjects.id))`;
}

/** The subjects of every batch that the student of an account is or was in: what his own reports are about. */
export const ofEveryOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id in (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId})`;

const ofOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id = (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId} and enrolments.is_shown = 1)`;
