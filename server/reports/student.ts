import { sql } from 'kysely';
import { weightedAverage, gpaSummary, rankAmong } from '../../contract/rules/gpa';
import { type GradeColumn, gradeColumns } from '../../contract/rules/gradeSettings';
import { letterFor, oneDecimal } from '../../contract/rules/grading';
import { findTerm, termWeeks } from '../../contract/rules/terms';
import type {
  AttendanceFigures,
  KindFigures,
  RecordFigures,
  StudentReport,
  StudentReportSubject,
} from '../../contract/reports/studentReport';
import { dailyRecordType, defaultRecordKind, type RecordKind, recordKinds } from '../../contract/vocabulary';
import { performanceFigures } from '../../contract/rules/recordFigures';
import { compiledOnce } from '../db/engine/once';
import { isOnRoster } from '../domain/enrolments';
import { parseRecordKindNames } from '../domain/institute';
import { validResults, findStudentsWithFormerEnrolment } from '../domain/results';
import type { Db } from '../db/schema';
import { loadAttendance } from './attendance';
import { loadCourses, type StudentCourse } from './courses';
import { limitToProgram, type ReportStudent, findProgramId } from './reportStudent';
import { loadFormerPrograms } from './transcript';

/**
 * The courses and marks of the report.
 * @param level undefined: all levels
 * @param hasAttendance false: all figures of attendance are zero
 */
export async function loadReportSubjects(
  db: Db,
  student: ReportStudent,
  { level, hasAttendance = true }: { level?: number | undefined; hasAttendance?: boolean } = {},
) {
  const { rowId } = student;
  const programId = findProgramId(student);
  const isOfLevel = (course: StudentCourse) => level === undefined || course.level === level;
  const allCourses = await loadCourses(db, limitToProgram(student, programId));
  const courses = allCourses.filter(({ isRepeated }) => !isRepeated);
  const coursesOfLevel = courses.filter(isOfLevel);
  // Repeated courses count for the attendance, as on the card of the student.
  const coursesWithRepeated = allCourses.filter(isOfLevel);
  const attendance = await loadAttendance(db, student, hasAttendance ? coursesWithRepeated : []);
  const dailySubjectIds = coursesWithRepeated
    .filter(({ type }) => type === dailyRecordType)
    .map(({ subjectId }) => subjectId);
  const records = await loadRecordFigures(db, rowId, dailySubjectIds);
  const toReportSubject = (course: StudentCourse) =>
    buildSubject(course, attendance.inSubject(course.subjectId), records.get(course.subjectId) ?? null);
  return {
    courses,
    coursesOfLevel,
    attendance,
    available_levels: [...new Set(courses.map((course) => course.level))],
    subjects: coursesOfLevel.map(toReportSubject),
    repeated: coursesWithRepeated.filter(({ isRepeated }) => isRepeated).map(toReportSubject),
    former: await loadFormerPrograms(db, student, programId),
  };
}

/** @param level undefined: all levels. Spec 2 §2 and §3; decisions 4, 5, 8 and 17. */
export async function buildStudentReport(
  db: Db,
  student: ReportStudent,
  today: string,
  level?: number,
): Promise<StudentReport> {
  const { batchId, rowId } = student;
  const { courses, coursesOfLevel, attendance, available_levels, subjects, repeated, former } =
    await loadReportSubjects(db, student, { level });
  const ranking = batchId === null ? { rank: null, total: 0 } : await loadRanking(db, batchId, rowId, level);
  const average = weightedAverage(coursesOfLevel);
  const { levelGPA, cumulativeGPA } = gpaSummary(courses, level);
  return {
    student_info: {
      name: student.studentName,
      student_id: student.studentId,
      email: student.email,
      phone: student.phone,
      program: student.programName,
      batch: student.batchName,
      section: student.section,
    },
    semester_info: await loadSemesterInfo(db, today),
    academic_performance: {
      average_grade: average,
      letter_grade: average === null ? null : letterFor(average),
      rank: ranking.rank,
      total_students: ranking.total,
      attendance_rate: attendance.total.rate,
      total_subjects: coursesOfLevel.filter(({ isCounted }) => isCounted).length,
      completed_subjects: coursesOfLevel.filter(
        ({ isCounted, percentage }) => isCounted && percentage !== null,
      ).length,
      attendance: attendance.total,
      level_gpa: levelGPA,
      cumulative_gpa: cumulativeGPA,
    },
    available_levels,
    subjects,
    repeated,
    former,
  };
}

function buildSubject(
  course: StudentCourse,
  attendance: AttendanceFigures,
  kinds: KindFigures[] | null,
): StudentReportSubject {
  const { marks, percentage } = course;
  const grades = gradeColumns.map((column) => [`${column}_grade`, marks[`${column}Grade`]]);
  return {
    subject_name: course.subjectName,
    subject_level: course.level,
    ...(Object.fromEntries(grades) as Pick<StudentReportSubject, `${GradeColumn}_grade`>),
    total_grade: marks.total,
    letter_grade: marks.grade,
    subject_code: course.subjectCode,
    hours: course.hours,
    type: course.type,
    percentage: percentage === null ? null : oneDecimal(percentage),
    columns: course.columns,
    attendance,
    batch_name: course.batchName,
    records: pickNewRecords(kinds),
    kinds,
  };
}

/** The specification has only records of the kind "new". */
export function pickNewRecords(kinds: readonly KindFigures[] | null): RecordFigures | null {
  const figures = kinds?.find(({ kind }) => kind === defaultRecordKind);
  if (!figures) return null;
  const { records, pages, mistakes, average } = figures;
  return { records, pages, mistakes, average };
}

const loadTerms = compiledOnce([], (db) => db.selectFrom('terms').select(['name', 'start_date', 'end_date']));

/** Null between two terms. Decision 17. */
async function loadSemesterInfo(db: Db, today: string): Promise<StudentReport['semester_info']> {
  const terms = await loadTerms(db, {});
  const term = findTerm(terms, today);
  if (!term) return null;
  const { name, start_date, end_date } = term;
  return { semester_name: name, ...termWeeks(term, today), start_date, end_date };
}

interface Ranking {
  rank: number | null;
  total: number;
}

interface StudentAverage {
  student: number;
  average: number;
}

const selectStoredAverages = (batchId: number) => sql<StudentAverage>`
  select student_results.student_row_id as student, student_results.average
  from enrolments join student_results on student_results.student_row_id = enrolments.student_row_id
  where enrolments.batch_id = ${batchId} and ${isOnRoster}`;

/**
 * The roster is joined after the grouping, so that the join runs once for each student, not for each mark.
 */
const selectLevelAverages = (batchId: number, level: number) => sql<StudentAverage>`
  select averages.student, averages.average
  from (
    select grades.student_row_id as student,
      sum(grades.percentage * subjects.hours) / sum(subjects.hours) as average
    from subjects cross join grades
    where subjects.batch_id = ${batchId} and subjects.level = ${level}
      and grades.subject_id = subjects.id and grades.percentage is not null
    group by grades.student_row_id) as averages
  join enrolments on enrolments.student_row_id = averages.student and enrolments.batch_id = ${batchId} and ${isOnRoster}`;

/** For moved students, results in other batches count too. */
const selectAveragesOfMoved = (ids: readonly number[], level: number) => sql<StudentAverage>`
  select student_row_id as student, sum(percentage * hours) / sum(hours) as average
  from (${validResults(ids)}) as results where level = ${level} group by student_row_id`;

async function loadAveragesOfLevel(db: Db, batchId: number, level: number): Promise<StudentAverage[]> {
  const { rows } = await selectLevelAverages(batchId, level).execute(db);
  const isOnThisRoster = sql`student_row_id in (select enrolments.student_row_id from enrolments
    where enrolments.batch_id = ${batchId} and ${isOnRoster})`;
  const formerEnrolmentIds = await findStudentsWithFormerEnrolment(db, isOnThisRoster);
  if (formerEnrolmentIds.length === 0) return rows;
  const movedIdSet = new Set(formerEnrolmentIds);
  const movedResult = await selectAveragesOfMoved(formerEnrolmentIds, level).execute(db);
  return [...rows.filter(({ student }) => !movedIdSet.has(student)), ...movedResult.rows];
}

/** The rank uses the rounded average. Decision 5; rule 3 of the domain. */
async function loadRanking(db: Db, batchId: number, studentRowId: number, level?: number): Promise<Ranking> {
  const rows =
    level === undefined
      ? (await selectStoredAverages(batchId).execute(db)).rows
      : await loadAveragesOfLevel(db, batchId, level);
  const averages = rows.map(({ average }) => oneDecimal(average));
  const index = rows.findIndex(({ student }) => student === studentRowId);
  const ownAverage = averages[index];
  return { rank: ownAverage === undefined ? null : rankAmong(ownAverage, averages), total: averages.length };
}

interface LevelSums {
  subject_id: number;
  kind: string;
  level: string | null;
  records: number | string;
  pages: number | string;
  mistakes: number | string;
  repeats: number | string;
}

const loadRecordKinds = compiledOnce([], (db) => db.selectFrom('settings').select('record_kinds'));

/** Kinds without records are left out, except the kind "new". */
export async function loadRecordFigures(
  db: Db,
  studentRowId: number,
  subjectIds: readonly number[],
): Promise<Map<number, KindFigures[]>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await sql<LevelSums>`
    select subject_id, kind, performance_level as level, count(*) as records,
      coalesce(sum(pages_count), 0) as pages, coalesce(sum(mistakes_count), 0) as mistakes,
      sum(case result when 'repeat' then 1 else 0 end) as repeats
    from daily_records
    where subject_id in (${sql.join(subjectIds)}) and student_row_id = ${studentRowId}
    group by subject_id, kind, performance_level`.execute(db);
  const [settings] = await loadRecordKinds(db, {});
  const names = parseRecordKindNames(settings?.record_kinds);
  const buildFigures = (kind: RecordKind, kindRows: readonly LevelSums[]): KindFigures => {
    const sum = (column: 'records' | 'pages' | 'mistakes' | 'repeats') =>
      kindRows.reduce((total, row) => total + Number(row[column]), 0);
    const counts = kindRows.map(({ level, records }) => ({ level, count: Number(records) }));
    const figures = { records: sum('records'), pages: sum('pages'), mistakes: sum('mistakes') };
    const { avgGrade: average } = performanceFigures(counts);
    return { ...figures, average, kind, name: names[kind], repeats: sum('repeats') };
  };
  return new Map(
    subjectIds.map((id) => {
      const figuresByKind = recordKinds.map((kind) =>
        buildFigures(
          kind,
          rows.filter((row) => row.subject_id === id && row.kind === kind),
        ),
      );
      return [id, figuresByKind.filter(({ kind, records }) => kind === defaultRecordKind || records > 0)];
    }),
  );
}
