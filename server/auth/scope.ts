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

/**
 * The rows that a person may see, as conditions on the tables of these names. They are part of each query, so that no
 * other row is loaded, and a record outside of the scope answers like a missing one.
 */
export interface Scope {
  subjects: Condition;
  batches: Condition;
  programs: Condition;
  students: Condition;
  /** The same students as a set, which may be small; null for all. */
  studentRows: RowSet | null;
  /** The accounts; only admins see any. */
  users: Condition;
  /** The section of an admin who is limited to one; such an admin sees batches directly, not through subjects. */
  section: StaffSection | null;
  /** SQL on `subjects`: the caller sees all students. In the other subjects a teacher has only circles (rule 5). */
  whole: Condition;
  /**
   * SQL: the caller sees this student in a subject of `subjects`, today or on the day of the record. For a write on a
   * day, use `pupilsOn`.
   */
  pupils(pupil: StudentInSubject, day?: Day): Condition;
  /** SQL: the student is the caller's in the subject on this day. */
  pupilsOn(pupil: StudentInSubject, day: Day): Condition;
  /** The circles of the caller on a day; students in no circle belong to those who see the whole subject. */
  circlesOn(day: Day): Condition;
  /** The same scope with subjects that were already found in it, and those of them that are `whole`. */
  over(subjects: Condition, whole: Condition): Scope;
}

/** A caller who sees a subject sees all of its students. */
const ofEverybody = { pupils: () => always, pupilsOn: () => always, circlesOn: () => always };

/** A caller sees all students and circles of whole subjects, and no other circle. */
const wholly = (subjects: Condition) => ({
  ...ofEverybody,
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
  ...ofEverybody,
};

/**
 * Admins see everything, or everything of their section; teachers see what they teach (setting `teacher_scope`) and
 * the circles that they hold or substitute in, within their section; students see what their batch has.
 * @param day for a call about a day: subjects in which the teacher has a circle on that day are included
 */
export async function scopeOf(data: Data, user: SessionUser, day?: string): Promise<Scope> {
  const { section } = user;
  if (user.role === 'admin') return section === null ? everything : ofSectionAdmin(user.id, section);
  if (user.role === 'student') return wholeScope(ofOwnBatch(user.id));
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
  const hasCircle = (on: string) =>
    sql`subjects.id in (select circles.subject_id from circles where ${isTaughtBy(user.id, on)})`;
  const onDays = day === undefined ? hasCircle(today) : sql`(${hasCircle(today)} or ${hasCircle(day)})`;
  const linked = linkedTo(user.id);
  const taught = rule === 'all' ? always : taughtBy(user.id, rule, today);
  const whole: Condition = section === null ? taught : sql`(${taught} and ${ofSection(section, linked)})`;
  if (!settings?.has_circles) return wholeScope(whole);
  const limit = section === null ? always : ofSection(section, sql`(${linked} or ${onDays})`);
  const subjects: Condition = sql`((${whole} or ${onDays}) and ${limit})`;
  return scopeWithCircles({ teacherId: user.id, today, limit }, subjects, whole);
}

/** A subject with the condition for the students that the caller sees today. */
export const withPupils = <O extends { subjectId: number }>(offering: O, scope: Scope) => ({
  ...offering,
  pupils: scope.pupils({ subject: sql`${offering.subjectId}`, student: sql.ref('students.id') }),
});

/**
 * Whose papers, reports and operations a member of staff sees: everybody's (null) for an admin, else only their own.
 * An admin who is limited to a section sees only that section.
 */
export const ownerSeenBy = ({ role, id }: Pick<SessionUser, 'id' | 'role'>): number | null =>
  role === 'admin' ? null : id;

/**
 * Whether the scope includes all subjects and students, so that stored figures of the whole institute can be used.
 */
export async function isWhole(db: Db, { whole }: Scope): Promise<boolean> {
  if (whole === always) return true;
  const outside = sql`select subjects.id from subjects where not (${whole}) limit 1`;
  return (await outside.execute(db)).rows.length === 0;
}

/** The scope that follows from subjects: their batches, and the programmes and students of these batches. */
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

/** SQL: the student's record shows one of these batches. */
const isShownIn = (studentRowId: RawBuilder<unknown>, batchIds: RawBuilder<unknown>): Condition =>
  sql`exists (select 1 from enrolments where enrolments.student_row_id = ${studentRowId}
    and enrolments.is_shown = 1 and enrolments.batch_id in (${batchIds}))`;

/**
 * The scope of an admin of one section: its batches with everything in them, all programmes, the admin's own account,
 * and the accounts of its teachers and students; also accounts without a student whose name is the number of a
 * student of the section.
 */
function ofSectionAdmin(userId: number, section: StaffSection): Scope {
  const batchIds = batchesOf(section);
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
    ...wholly(subjects),
    over,
  });
  return over(sql`subjects.batch_id in (${batchIds})`);
}

/**
 * What a teacher of one section may see: batches of the section, and in mixed batches the subjects assigned to him.
 */
const ofSection = (section: StaffSection, namesHim: Condition): Condition =>
  sql`(subjects.batch_id in (${batchesOf(section)}) or (subjects.batch_id in (${batchesOf('mixed')}) and ${namesHim}))`;

const batchesOf = (section: Section) => sql`select own.id from batches as own where own.section = ${section}`;

const linkedTo = (teacherId: number): Condition =>
  sql`subjects.id in (select subject_id from subject_teachers where teacher_id = ${teacherId})`;

/** The scope of a caller who sees all students of his subjects. */
const wholeScope = (subjects: Condition): Scope => ({
  ...scopeOfSubjects(subjects),
  ...wholly(subjects),
  over: wholeScope,
});

/** The scope of a teacher who also has circles in subjects that are not wholly his. */
function scopeWithCircles(
  of: { teacherId: number; today: string; limit: Condition },
  subjects: Condition,
  whole: Condition,
): Scope {
  const { teacherId, today, limit } = of;
  const isSeen = (subject: RawBuilder<unknown>) =>
    limit === always ? always : sql`${subject} in (select subjects.id from subjects where ${limit})`;
  const isOfWhole = (subject: RawBuilder<unknown>) =>
    sql`${subject} in (select subjects.id from subjects where ${whole})`;
  const ofWhole = scopeOfSubjects(whole);
  const inCircles = sql`select circle_members.student_row_id
    from circle_members join circles on circles.id = circle_members.circle_id
    where ${isMemberOn(today)} and ${isTaughtBy(teacherId, today)} and ${isSeen(sql.ref('circles.subject_id'))}`;
  return {
    ...scopeOfSubjects(subjects),
    students: sql`(${ofWhole.students} or students.id in (${inCircles}))`,
    studentRows: ofWhole.studentRows && {
      id: ofWhole.studentRows.id,
      rows: sql`from (select student_row_id ${ofWhole.studentRows.rows} union ${inCircles}) as shown`,
    },
    whole,
    over: (some, someWhole) => scopeWithCircles(of, some, someWhole),
    pupils: (pupil, day = today) =>
      sql`(${isOfWhole(pupil.subject)} or (${isSeen(pupil.subject)}
        and (${isStudentTaughtBy(teacherId, pupil, today)} or ${isStudentTaughtBy(teacherId, pupil, day)})))`,
    pupilsOn: (pupil, day) =>
      sql`(${isOfWhole(pupil.subject)} or (${isSeen(pupil.subject)} and ${isStudentTaughtBy(teacherId, pupil, day)}))`,
    circlesOn: (day) =>
      sql`(${isOfWhole(sql.ref('circles.subject_id'))}
        or (${isSeen(sql.ref('circles.subject_id'))} and ${isTaughtBy(teacherId, day)}))`,
  };
}

/**
 * The subjects that a teacher is linked to and, with `linked_or_open`, those without any teacher, so that a new
 * institute works. The teacher of a circle counts as a teacher of the subject.
 */
function taughtBy(teacherId: number, rule: Exclude<TeacherScope, 'all'>, today: string): Condition {
  const linked = linkedTo(teacherId);
  if (rule === 'linked') return linked;
  return sql`(${linked} or not exists (select 1 from subject_teachers where subject_id = subjects.id)
    and not exists (select 1 from circles where circles.subject_id = subjects.id and circles.teacher_id is not null
      and (circles.ended_on is null or circles.ended_on > ${today})))`;
}

/** The subjects of all present and former batches of an account's student: his own reports are about these. */
export const ofEveryOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id in (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId})`;

const ofOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id = (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId} and enrolments.is_shown = 1)`;
