import { sql } from 'kysely';
import { enrolmentsApi, type StudentCard } from '../../contract/students/enrolments';
import { dailyRecordType, type SubjectType } from '../../contract/vocabulary';
import { visibleAuthorId, type Scope } from '../auth/scope';
import { loadVisibleStudent } from '../auth/visibleStudent';
import { isOnRoster, loadEnrolmentHistory } from '../domain/enrolments';
import type { Db } from '../db/schema';
import { equals } from '../db/search/lists';
import { allOf, always } from '../db/search/matching';
import { findMergedIds, loadFormerNumbers } from '../domain/studentNumbers';
import { type Call, type Route, route } from '../mount';
import { notFound } from '../problem';
import { loadAttendance } from './attendance';
import { loadCourses } from './courses';
import { limitToProgram, type ReportStudent, loadStudent, findProgramId } from './reportStudent';
import { pickNewRecords, loadRecordFigures } from './student';

export const cardRoutes: Route[] = [route(enrolmentsApi.card, (call) => loadCard(call, call.params.id))];

/** @throws NOT_FOUND, also for a record outside of the scope */
async function loadCard({ data, user, scope }: Pick<Call, 'data' | 'user' | 'scope'>, id: number) {
  const db = data.read;
  const student = await loadVisibleStudent(data, user, await scope(), id);
  const reportStudent = await loadStudent(db, id);
  if (!reportStudent) throw notFound();
  return {
    student,
    former_numbers: await loadFormerNumbers(db, id),
    account: user.role === 'admin' ? await loadAccount(db, id) : null,
    enrolments: await loadEnrolmentHistory(db, id, user.role),
    ...(await loadSubjectsAndAbsences(db, reportStudent, await scope())),
    assignments: await countAssignments(db, reportStudent),
    papers: await loadPapers(db, id, visibleAuthorId(user)),
  };
}

async function loadAccount(db: Db, studentRowId: number): Promise<StudentCard['account']> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'username', 'is_active', 'last_login'])
    .where('student_row_id', '=', studentRowId)
    .executeTakeFirst();
  return account ? { ...account, is_active: account.is_active === 1 } : null;
}

async function loadSubjectsAndAbsences(
  db: Db,
  student: ReportStudent,
  scope: Scope,
): Promise<Pick<StudentCard, 'subjects' | 'absences'>> {
  const courses = await loadCourses(db, limitToProgram(student, findProgramId(student)));
  const attendance = await loadAttendance(db, student, courses);
  const dailySubjectIds = courses
    .filter(({ type }) => type === dailyRecordType)
    .map(({ subjectId }) => subjectId);
  const records = await loadRecordFigures(db, student.rowId, dailySubjectIds);
  const visibleIds = await findVisibleSubjects(
    db,
    courses.map(({ subjectId }) => subjectId),
    student.rowId,
    scope,
  );
  const { registers: _registers, ...absences } = attendance.total;
  return {
    subjects: courses.map(({ subjectId, subjectCode, subjectName, marks, columns, ...course }) => {
      const { excused, unexcused } = attendance.inSubject(subjectId);
      return {
        subject_code: subjectCode,
        name: subjectName,
        level: course.level,
        batch_id: course.batchId,
        batch_name: course.batchName,
        type: course.type as SubjectType,
        total: marks.total,
        max: columns.reduce((sum, { max }) => sum + max, 0),
        grade: marks.grade,
        absence_days: excused + unexcused,
        records: pickNewRecords(records.get(subjectId) ?? null),
        is_current: course.batchId === student.batchId,
        is_repeated: course.isRepeated,
        is_open: visibleIds.has(subjectId),
      };
    }),
    absences,
  };
}

async function findVisibleSubjects(
  db: Db,
  ids: readonly number[],
  studentRowId: number,
  { subjects, isStudentVisible }: Scope,
): Promise<Set<number>> {
  if (subjects === always) return new Set(ids);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('subjects')
    .select('subjects.id')
    .where('subjects.id', 'in', ids)
    .where(subjects)
    .where(isStudentVisible({ subject: sql.ref('subjects.id'), student: sql`${studentRowId}` }))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Pending assignments are published ones of the student's batch without a submission. Submissions are
 * counted in all batches.
 */
async function countAssignments(
  db: Db,
  { rowId, batchId }: ReportStudent,
): Promise<StudentCard['assignments']> {
  const { rows } = await sql<Record<'pending' | 'submitted' | 'graded', number | string>>`
    select (select count(*) from subjects join assignments on assignments.subject_id = subjects.id
        where subjects.batch_id = ${batchId} and assignments.is_published = 1 and not exists (
          select 1 from submissions where submissions.assignment_id = assignments.id
            and submissions.student_row_id = ${rowId})
          and exists (select 1 from enrolments where enrolments.student_row_id = ${rowId}
            and enrolments.batch_id = ${batchId} and ${isOnRoster})) as pending,
      (select count(*) from submissions where student_row_id = ${rowId} and is_graded = 0) as submitted,
      (select count(*) from submissions where student_row_id = ${rowId} and is_graded = 1) as graded`.execute(
    db,
  );
  const [counts] = rows;
  return {
    pending: Number(counts?.pending ?? 0),
    submitted: Number(counts?.submitted ?? 0),
    graded: Number(counts?.graded ?? 0),
  };
}

async function loadPapers(
  db: Db,
  studentRowId: number,
  owner: number | null,
): Promise<StudentCard['papers']> {
  const ids = [studentRowId, ...(await findMergedIds(db, studentRowId))];
  const papers = await db
    .selectFrom('issued_papers')
    .select(['number', 'code', 'created_at as issued_at', 'withdrawn_at'])
    .where(allOf([sql`student_row_id in (${sql.join(ids)})`, ...equals('user_id', owner)]))
    .orderBy('id', 'desc')
    .limit(maxPapers)
    .execute();
  return papers.map((paper) => ({ ...paper, type: 'transcript' as const }));
}

/** The page has no room for more papers, so it shows the latest ones. */
const maxPapers = 100;
