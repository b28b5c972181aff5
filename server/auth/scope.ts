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
 * Records that the caller may see, as SQL conditions on the table of each property. Other records answer
 * NOT_FOUND.
 */
export interface Scope {
  subjects: Condition;
  batches: Condition;
  programs: Condition;
  students: Condition;
  /** The students of the scope as a row set. Null: all students. */
  studentRows: RowSet | null;
  /** For a teacher or a student, no account is visible. */
  users: Condition;
  /** Null unless the caller is an admin of one section. This admin sees batches by section, not subject. */
  section: StaffSection | null;
  /**
   * SQL condition on `subjects`: the caller sees all students. In other subjects, a teacher sees only his
   * circles (rule 5 of the domain).
   */
  wholeSubjects: Condition;
  /**
   * SQL condition: the caller sees the student in the subject, today or on `day`. For writes, use
   * `isOwnStudentOn`.
   */
  isStudentVisible(enrolment: StudentInSubject, day?: Day): Condition;
  /** SQL condition: the caller may write records of the student in the subject on that day. */
  isOwnStudentOn(enrolment: StudentInSubject, day: Day): Condition;
  /** SQL condition on `circles`. Students in no circle belong to callers who see the whole subject. */
  circlesOn(day: Day): Condition;
  /** Limits the scope to some of its subjects. */
  limitTo(subjects: Condition, wholeSubjects: Condition): Scope;
}

const unlimitedConditions = {
  isStudentVisible: () => always,
  isOwnStudentOn: () => always,
  circlesOn: () => always,
};

const wholeSubjectConditions = (subjects: Condition) => ({
  ...unlimitedConditions,
  wholeSubjects: subjects,
  circlesOn: () => sql<SqlBool>`circles.subject_id in (select subjects.id from subjects where ${subjects})`,
});
const unlimitedScope: Scope = {
  subjects: always,
  batches: always,
  programs: always,
  students: always,
  studentRows: null,
  users: always,
  section: null,
  wholeSubjects: always,
  limitTo: () => unlimitedScope,
  ...unlimitedConditions,
};

/**
 * The scope of a teacher depends on the setting `teacher_scope`, his circles and his section.
 * @param day adds the subjects in which the teacher has a circle on that day
 */
export const loadScope = (data: Data, user: SessionUser, day?: string): Promise<Scope> =>
  buildScope(data, user, { day });

/** For a teacher only his linked subjects and his circles, under every setting `teacher_scope`. */
export const loadOwnScope = (data: Data, user: SessionUser): Promise<Scope> =>
  buildScope(data, user, { isOwnOnly: true });

async function buildScope(
  data: Data,
  user: SessionUser,
  { day, isOwnOnly = false }: { day?: string | undefined; isOwnOnly?: boolean },
): Promise<Scope> {
  const { section } = user;
  if (user.role === 'admin')
    return section === null ? unlimitedScope : buildSectionAdminScope(user.id, section);
  if (user.role === 'student') return buildWholeScope(isOfOwnBatch(user.id));
  const settings = await data.read
    .selectFrom('settings')
    .select(['teacher_scope', 'time_zone'])
    .select(
      sql<SqlBool>`(exists (select 1 from circles where teacher_id = ${user.id})
        or exists (select 1 from circle_substitutes where teacher_id = ${user.id}))`.as('has_circles'),
    )
    .executeTakeFirst();
  const rule = isOwnOnly ? 'linked' : (settings?.teacher_scope ?? 'linked');
  if (rule === 'all' && section === null) return unlimitedScope;
  const today = dateInZone(data.now(), settings?.time_zone ?? defaultTimeZone);
  const hasCircleOn = (date: string) =>
    sql`subjects.id in (select circles.subject_id from circles where ${isTaughtBy(user.id, date)})`;
  const hasCircle =
    day === undefined ? hasCircleOn(today) : sql`(${hasCircleOn(today)} or ${hasCircleOn(day)})`;
  const isLinked = isLinkedTo(user.id);
  const isTaught = rule === 'all' ? always : isTaughtByRule(user.id, rule, today);
  const wholeSubjects: Condition =
    section === null ? isTaught : sql`(${isTaught} and ${isOfSection(section, isLinked)})`;
  if (!settings?.has_circles) return buildWholeScope(wholeSubjects);
  const limit = section === null ? always : isOfSection(section, sql`(${isLinked} or ${hasCircle})`);
  const subjects: Condition = sql`((${wholeSubjects} or ${hasCircle}) and ${limit})`;
  return buildCircleScope({ teacherId: user.id, today, limit }, subjects, wholeSubjects);
}

/** Adds a condition for the students that the caller sees today. */
export const withVisibleStudents = <O extends { subjectId: number }>(
  offering: O,
  scope: Scope,
): O & { studentScope: Condition } => ({
  ...offering,
  studentScope: scope.isStudentVisible({
    subject: sql`${offering.subjectId}`,
    student: sql.ref('students.id'),
  }),
});

/** Staff see papers, reports and operations of this author. Null: of all authors. */
export const visibleAuthorId = ({ role, id }: Pick<SessionUser, 'id' | 'role'>): number | null =>
  role === 'admin' ? null : id;

/** If true, queries can use the stored statistics of the whole institute. */
export async function isWholeInstitute(db: Db, { wholeSubjects }: Scope): Promise<boolean> {
  if (wholeSubjects === always) return true;
  const query = sql`select subjects.id from subjects where not (${wholeSubjects}) limit 1`;
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
    students: isEnrolledIn(sql`students.id`, batchIds),
    studentRows: studentsInBatches(sql`enrolments.batch_id in (${batchIds})`),
    users: sql`1 = 0`,
    section: null,
  };
}

const isEnrolledIn = (studentRowId: RawBuilder<unknown>, batchIds: RawBuilder<unknown>): Condition =>
  sql`exists (select 1 from enrolments where enrolments.student_row_id = ${studentRowId}
    and enrolments.is_shown = 1 and enrolments.batch_id in (${batchIds}))`;

/** An account without a student belongs to the student whose number is the user name. */
function buildSectionAdminScope(userId: number, section: StaffSection): Scope {
  const batchIds = selectBatchIds(section);
  const limitTo = (subjects: Condition): Scope => ({
    subjects,
    batches: sql`batches.section = ${section}`,
    programs: always,
    students: isEnrolledIn(sql`students.id`, batchIds),
    studentRows: studentsInBatches(sql`enrolments.batch_id in (${batchIds})`),
    users: sql`(users.id = ${userId} or (users.role = 'teacher' and users.section = ${section})
      or (users.role = 'student' and (${isEnrolledIn(sql`users.student_row_id`, batchIds)}
        or (users.student_row_id is null and exists (select 1 from students as own_student
          where own_student.student_id = users.username and ${isEnrolledIn(sql`own_student.id`, batchIds)})))))`,
    section,
    ...wholeSubjectConditions(subjects),
    limitTo,
  });
  return limitTo(sql`subjects.batch_id in (${batchIds})`);
}

/** A teacher of one section sees the batches of the section, and his own subjects in mixed batches. */
const isOfSection = (section: StaffSection, isOwn: Condition): Condition =>
  sql`(subjects.batch_id in (${selectBatchIds(section)}) or (subjects.batch_id in (${selectBatchIds('mixed')}) and ${isOwn}))`;

const selectBatchIds = (section: Section) =>
  sql`select own.id from batches as own where own.section = ${section}`;

const isLinkedTo = (teacherId: number): Condition =>
  sql`subjects.id in (select subject_id from subject_teachers where teacher_id = ${teacherId})`;

const buildWholeScope = (subjects: Condition): Scope => ({
  ...scopeOfSubjects(subjects),
  ...wholeSubjectConditions(subjects),
  limitTo: buildWholeScope,
});

/** The teacher sees whole subjects, and only his circles in other subjects. */
function buildCircleScope(
  teacher: { teacherId: number; today: string; limit: Condition },
  subjects: Condition,
  wholeSubjects: Condition,
): Scope {
  const { teacherId, today, limit } = teacher;
  const isInLimit = (subject: RawBuilder<unknown>) =>
    limit === always ? always : sql`${subject} in (select subjects.id from subjects where ${limit})`;
  const isOfWholeSubject = (subject: RawBuilder<unknown>) =>
    sql`${subject} in (select subjects.id from subjects where ${wholeSubjects})`;
  const wholeScope = scopeOfSubjects(wholeSubjects);
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
    wholeSubjects,
    limitTo: (subset, wholeSubset) => buildCircleScope(teacher, subset, wholeSubset),
    isStudentVisible: (enrolment, day = today) =>
      sql`(${isOfWholeSubject(enrolment.subject)} or (${isInLimit(enrolment.subject)}
        and (${isStudentTaughtBy(teacherId, enrolment, today)} or ${isStudentTaughtBy(teacherId, enrolment, day)})))`,
    isOwnStudentOn: (enrolment, day) =>
      sql`(${isOfWholeSubject(enrolment.subject)} or (${isInLimit(enrolment.subject)} and ${isStudentTaughtBy(teacherId, enrolment, day)}))`,
    circlesOn: (day) =>
      sql`(${isOfWholeSubject(sql.ref('circles.subject_id'))}
        or (${isInLimit(sql.ref('circles.subject_id'))} and ${isTaughtBy(teacherId, day)}))`,
  };
}

/**
 * `linked_or_open` adds subjects without any teacher, so that a new institute can work. A circle's teacher
 * counts as a teacher of the subject.
 */
function isTaughtByRule(teacherId: number, rule: Exclude<TeacherScope, 'all'>, today: string): Condition {
  const linked = isLinkedTo(teacherId);
  if (rule === 'linked') return linked;
  return sql`(${linked} or not exists (select 1 from subject_teachers where subject_id = subjects.id)
    and not exists (select 1 from circles where circles.subject_id = subjects.id and circles.teacher_id is not null
      and (circles.ended_on is null or circles.ended_on > ${today})))`;
}

/** A student's own reports include his current and former batches. */
export const isOfAnyOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id in (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId})`;

const isOfOwnBatch = (userId: number): Condition =>
  sql`subjects.batch_id = (select enrolments.batch_id from enrolments join users on users.student_row_id = enrolments.student_row_id
    where users.id = ${userId} and enrolments.is_shown = 1)`;
