import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SessionUser } from '../../contract/accounts/auth';
import { dateInZone, defaultTimeZone } from '../../contract/rules/hijri';
import type { Section, StaffSection, TeacherScope } from '../../contract/vocabulary';
import {
  type Day,
  isStudentTaughtBy,
  isTaughtBy,
  isMemberOn,
  type StudentInSubject,
} from '../domain/circles';
import type { Data } from '../db/data';
import type { Db } from '../db/schema';
import { studentsInBatches } from '../domain/enrolments';
import { always, type Condition, type RowSet } from '../db/search/matching';

/** What the caller may see, as SQL on the tables of these names: a record outside of it answers like a missing one. */
export interface Scope {
  subjects: Condition;
  batches: Condition;
  programs: Condition;
  students: Condition;
  /** The same students as a set, which may be small; null for all. */
  studentRows: RowSet | null;
  /** Admins alone see accounts. */
  users: Condition;
  /** Set for an admin of one section, who sees batches directly, not through subjects. */
  section: StaffSection | null;
  /** SQL on `subjects`: the caller sees all students. In others a teacher has circles alone (rule 5 of the domain). */
  whole: Condition;
  /** SQL: the caller sees the student in the subject, today or on `day`. For a write on a day, use `pupilsOn`. */
  pupils(pupil: StudentInSubject, day?: Day): Condition;
  /** SQL: the student is the caller's in the subject on that day. */
  pupilsOn(pupil: StudentInSubject, day: Day): Condition;
  /** SQL on `circles`. Students in no circle belong to callers who see the whole subject. */
  circlesOn(day: Day): Condition;
  /** Narrows the scope to subjects that were found in it. */
  over(subjects: Condition, whole: Condition): Scope;
}

/** For callers who see all students of a subject. */
const withoutLimits = { pupils: () => always, pupilsOn: () => always, circlesOn: () => always };

/** For callers without circles of their own. */
const ofWholeSubjects = (subjects: Condition) => ({
  ...withoutLimits,
  whole: subjects,
  circlesOn: () => sql<SqlBool>`circles.subject_id in (select subjects.id from subjects where ${subjects})`,
});
const everything: Scope = {
  subjects: always,
  batches: always,
  programs: always,
  students: always,
  studentRows: null,
  users: always,
  section: null,
  whole: always,
  over: () => everything,
  ...withoutLimits,
};

/**
 * Teachers: by the setting `teacher_scope`, and circles as teacher or substitute, within their section.
 * @param day adds the subjects in which the teacher has a circle on that day
 */
export async function scopeOf(data: Data, user: SessionUser, day?: string): Promise<Scope> {
  const { section } = user;
  if (user.role === 'admin') return section === null ? everything : ofSectionAdmin(user.id, section);
  if (user.role === 'student') return buildWholeScope(isOfOwnBatch(user.id));
  const settings = await data.read
    .selectFrom('settings')
    .select(['teacher_scope', 'time_zone'])
    .select(
      sql<SqlBool>`(exists (select 1 from circles where teacher_id = ${user.id})
        or exists (select 1 from circle_substitutes where teacher_id = ${user.id}))`.as('has_circles'),
    )
    .executeTakeFirst();
  const rule = settings?.teacher_scope ?? 'linked';
  if (rule === 'all' && section === null) return everything;
  const today = dateInZone(data.now(), settings?.time_zone ?? defaultTimeZone);
  const isOfCircles = (date: string) =>
    sql`subjects.id in (select circles.subject_id from circles where ${isTaughtBy(user.id, date)})`;
  const isOfCircleDays =
    day === undefined ? isOfCircles(today) : sql`(${isOfCircles(today)} or ${isOfCircles(day)})`;
  const isLinked = isLinkedTo(user.id);
  const isTaught = rule === 'all' ? always : isTaughtByRule(user.id, rule, today);
  const whole: Condition =
    section === null ? isTaught : sql`(${isTaught} and ${isOfSection(section, isLinked)})`;
  if (!settings?.has_circles) return buildWholeScope(whole);
  const limit = section === null ? always : isOfSection(section, sql`(${isLinked} or ${isOfCircleDays})`);
  const subjects: Condition = sql`((${whole} or ${isOfCircleDays}) and ${limit})`;
  return buildCircleScope({ teacherId: user.id, today, limit }, subjects, whole);
}

/** Adds the condition for the students that the caller sees today. */
export const withPupils = <O extends { subjectId: number }>(
  offering: O,
  scope: Scope,
): O & { studentScope: Condition } => ({
  ...offering,
  studentScope: scope.pupils({ subject: sql`${offering.subjectId}`, student: sql.ref('students.id') }),
});

/** The author whose papers, reports and operations a member of staff sees; null: every author. */
export const ownerSeenBy = ({ role, id }: Pick<SessionUser, 'id' | 'role'>): number | null =>
  role === 'admin' ? null : id;

/** Whether stored statistics of the whole institute can be used. */
export async function isWhole(db: Db, { whole }: Scope): Promise<boolean> {
  if (whole === always) return true;
  const query = sql`select subjects.id from subjects where not (${whole}) limit 1`;
  return (await query.execute(db)).rows.length === 0;
}

function scopeOfSubjects(
  subjects: Condition,
): Pick<Scope, 'subjects' | 'batches' | 'programs' | 'students' | 'studentRows' | 'users' | 'section'> {
  const batchIds = sql`select subjects.batch_id from subjects where ${subjects}`;
  return {
    subjects,
    batches: sql`batches.id in (${batchIds})`,
    programs: sql`programs.id in (select batches.program_row_id from batches where batches.id in (${batchIds}))`,
    students: isShownIn(sql`students.id`, batchIds),
    studentRows: studentsInBatches(sql`enrolments.batch_id in (${batchIds})`),
    users: sql`1 = 0`,
    section: null,
  };
}

/** SQL: the visible enrolment of the student is in one of the batches. */
const isShownIn = (studentRowId: RawBuilder<unknown>, batchIds: RawBuilder<unknown>): Condition =>
  sql`exists (select 1 from enrolments where enrolments.student_row_id = ${studentRowId}
    and enrolments.is_shown = 1 and enrolments.batch_id in (${batchIds}))`;

/** An account without a student belongs to the student whose number is its user name. */
function ofSectionAdmin(userId: number, section: StaffSection): Scope {
  const batchIds = selectBatchIds(section);
  const over = (subjects: Condition): Scope => ({
    subjects,
    batches: sql`batches.section = ${section}`,
    programs: always,
    students: isShownIn(sql`students.id`, batchIds),
    studentRows: studentsInBatches(sql`enrolments.batch_id in (${batchIds})`),
    users: sql`(users.id = ${userId} or (users.role = 'teacher' and users.section = ${section})
      or (users.role = 'student' and (${isShownIn(sql`users.student_row_id`, batchIds)}
        or (users.student_row_id is null and exists (select 1 from students as named
          where named.student_id = users.username and ${isShownIn(sql`named.id`, batchIds)})))))`,
    section,
    ...ofWholeSubjects(subjects),
    over,
  });
  return over(sql`subjects.batch_id in (${batchIds})`);
}

/** For a teacher of one section: its batches, and in mixed batches his own subjects. */
const isOfSection = (section: StaffSection, isOwn: Condition): Condition =>
  sql`(subjects.batch_id in (${selectBatchIds(section)}) or (subjects.batch_id in (${selectBatchIds('mixed')}) and ${isOwn}))`;

const selectBatchIds = (section: Section) =>
  sql`select own.id from batches as own where own.section = ${section}`;

const isLinkedTo = (teacherId: number): Condition =>
  sql`subjects.id in (select subject_id from subject_teachers where teacher_id = ${teacherId})`;

/** For callers who see all students of their subjects. */
const buildWholeScope = (subjects: Condition): Scope => ({
  ...scopeOfSubjects(subjects),
  ...ofWholeSubjects(subjects),
  over: buildWholeScope,
});

/** For a teacher who also has circles in other subjects. */
function buildCircleScope(
  teacher: { teacherId: number; today: string; limit: Condition },
  subjects: Condition,
  whole: Condition,
): Scope {
  const { teacherId, today, limit } = teacher;
  const isInLimit = (subject: RawBuilder<unknown>) =>
    limit === always ? always : sql`${subject} in (select subjects.id from subjects where ${limit})`;
  const isOfWholeSubject = (subject: RawBuilder<unknown>) =>
    sql`${subject} in (select subjects.id from subjects where ${whole})`;
  const wholeScope = scopeOfSubjects(whole);
  const circleStudents = sql`select circle_members.student_row_id
    from circle_members join circles on circles.id = circle_members.circle_id
    where ${isMemberOn(today)} and ${isTaughtBy(teacherId, today)} and ${isInLimit(sql.ref('circles.subject_id'))}`;
  return {
    ...scopeOfSubjects(subjects),
    students: sql`(${wholeScope.students} or students.id in (${circleStudents}))`,
    studentRows: wholeScope.studentRows && {
      id: wholeScope.studentRows.id,
      rows: sql`from (select student_row_id ${wholeScope.studentRows.rows} union ${circleStudents}) as shown`,
    },
    whole,
    over: (subset, wholeSubset) => buildCircleScope(teacher, subset, wholeSubset),
    pupils: (pupil, day = today) =>
      sql`(${isOfWholeSubject(pupil.subject)} or (${isInLimit(pupil.subject)}
        and (${isStudentTaughtBy(teacherId, pupil, today)} or ${isStudentTaughtBy(teacherId, pupil, day)})))`,
    pupilsOn: (pupil, day) =>
      sql`(${isOfWholeSubject(pupil.subject)} or (${isInLimit(pupil.subject)} and ${isStudentTaughtBy(teacherId, pupil, day)}))`,
    circlesOn: (day) =>
      sql`(${isOfWholeSubject(sql.ref('circles.subject_id'))}
        or (${isInLimit(sql.ref('circles.subject_id'))} and ${isTaughtBy(teacherId, day)}))`,
  };
}

/** `linked_or_open` adds subjects without a teacher, so that a new institute works; a circle's teacher counts as one. */
function isTaughtByRule(teacherId: number, rule: Exclude<TeacherScope, 'all'>, today: string): Condition {
  const linked = isLinkedTo(teacherId);
  if (rule === 'linked') return linked;
  return sql`(${linked} or not exists (select 1 from subject_teachers where subject_id = subjects.id)
    and not exists (select 1 from circles where circles.subject_id = subjects.id and circles.teacher_id is not null
      and (circles.ended_on is null or circles.ended_on > ${today})))`;
}

/** For a student's own reports: the subjects of his current and former batches. */
export const ofEveryOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id in (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId})`;

const isOfOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id = (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId} and enrolments.is_shown = 1)`;
