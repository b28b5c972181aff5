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
import { countingResults, findMovedStudents } from '../domain/results';
import type { Db } from '../db/schema';
import { attendanceOf } from './attendance';
import { coursesOf, type StudentCourse } from './courses';
import { inProgram, type Person, programOf } from './person';
import { formerParts } from './transcript';

/** The report of a student over one level, or over all. Spec 2 §2 and §3; decisions 4, 5, 8 and 17. */
export async function studentReport(
  db: Db,
  person: Person,
  today: string,
  level?: number,
): Promise<StudentReport> {
  const { batchId, rowId } = person;
  const programId = programOf(person);
  const isOfLevel = (course: StudentCourse) => level === undefined || course.level === level;
  const all = await coursesOf(db, inProgram(person, programId));
  const courses = all.filter(({ isRepeated }) => !isRepeated);
  const shown = courses.filter(isOfLevel);
  // He was absent from what he took again later, too, as his card says.
  const ofLevel = all.filter(isOfLevel);
  const attendance = await attendanceOf(db, person, ofLevel);
  const daily = ofLevel.filter(({ type }) => type === dailyRecordType).map(({ subjectId }) => subjectId);
  const records = await recordsOf(db, rowId, daily);
  const standing = batchId === null ? { rank: null, total: 0 } : await standingOf(db, batchId, rowId, level);
  const average = weightedAverage(shown);
  const { levelGPA, cumulativeGPA } = gpaSummary(courses, level);
  const reported = (course: StudentCourse) =>
    asSubject(course, attendance.of(course.subjectId), records.get(course.subjectId) ?? null);
  return {
    student_info: {
      name: person.studentName,
      student_id: person.studentId,
      email: person.email,
      phone: person.phone,
      program: person.programName,
      batch: person.batchName,
    },
    semester_info: await semesterInfo(db, today),
    academic_performance: {
      average_grade: average,
      letter_grade: average === null ? null : letterFor(average),
      rank: standing.rank,
      total_students: standing.total,
      attendance_rate: attendance.all.rate,
      total_subjects: shown.filter(({ isCounted }) => isCounted).length,
      completed_subjects: shown.filter(({ isCounted, percentage }) => isCounted && percentage !== null)
        .length,
      attendance: attendance.all,
      level_gpa: levelGPA,
      cumulative_gpa: cumulativeGPA,
    },
    available_levels: [...new Set(courses.map((course) => course.level))],
    subjects: shown.map(reported),
    repeated: ofLevel.filter(({ isRepeated }) => isRepeated).map(reported),
    former: await formerParts(db, person, programId),
  };
}

function asSubject(
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
    records: newRecordsIn(kinds),
    kinds,
  };
}

/** The figures of new records, the only ones that the specification knows. */
export function newRecordsIn(kinds: readonly KindFigures[] | null): RecordFigures | null {
  const found = kinds?.find(({ kind }) => kind === defaultRecordKind);
  if (!found) return null;
  const { records, pages, mistakes, average } = found;
  return { records, pages, mistakes, average };
}

const allTerms = compiledOnce([], (db) => db.selectFrom('terms').select(['name', 'start_date', 'end_date']));

/** The current term; null between terms. Decision 17. */
async function semesterInfo(db: Db, today: string): Promise<StudentReport['semester_info']> {
  const terms = await allTerms(db, {});
  const term = findTerm(terms, today);
  if (!term) return null;
  const { name, start_date, end_date } = term;
  return { semester_name: name, ...termWeeks(term, today), start_date, end_date };
}

/** The rank of a student in the batch; `rank` is null without a result. */
interface Standing {
  rank: number | null;
  /** Students with a result. */
  total: number;
}

/** The average of a student, weighted by hours. */
interface Averaged {
  student: number;
  average: number;
}

/** The stored averages of all levels of the students of the roster who have a result. */
const keptAverages = (batchId: number) => sql<Averaged>`
  select student_results.student_row_id as student, student_results.average
  from enrolments join student_results on student_results.student_row_id = enrolments.student_row_id
  where enrolments.batch_id = ${batchId} and ${isOnRoster}`;

/**
 * The averages of one level of the students of the roster who have a result in the batch. Students outside of the
 * roster are removed last: once for each student, not for each mark.
 */
const levelAverages = (batchId: number, level: number) => sql<Averaged>`
  select found.student, found.average
  from (
    select grades.student_row_id as student,
      sum(grades.percentage * subjects.hours) / sum(subjects.hours) as average
    from subjects cross join grades
    where subjects.batch_id = ${batchId} and subjects.level = ${level}
      and grades.subject_id = subjects.id and grades.percentage is not null
    group by grades.student_row_id) as found
  join enrolments on enrolments.student_row_id = found.student and enrolments.batch_id = ${batchId} and ${isOnRoster}`;

/** The averages of students who were in other batches, whose results there count too. */
const moversAverages = (ids: readonly number[], level: number) => sql<Averaged>`
  select student_row_id as student, sum(percentage * hours) / sum(hours) as average
  from (${countingResults(ids)}) as counting where level = ${level} group by student_row_id`;

async function averagesOfLevel(db: Db, batchId: number, level: number): Promise<Averaged[]> {
  const { rows } = await levelAverages(batchId, level).execute(db);
  const ofRoster = sql`student_row_id in (select enrolments.student_row_id from enrolments
    where enrolments.batch_id = ${batchId} and ${isOnRoster})`;
  const movers = await findMovedStudents(db, ofRoster);
  if (movers.length === 0) return rows;
  const moved = new Set(movers);
  const ofMovers = await moversAverages(movers, level).execute(db);
  return [...rows.filter(({ student }) => !moved.has(student)), ...ofMovers.rows];
}

/** The rank of a student on the roster of the batch, by the rounded average. Decision 5; rule 3 of the domain. */
async function standingOf(db: Db, batchId: number, studentRowId: number, level?: number): Promise<Standing> {
  const found =
    level === undefined
      ? (await keptAverages(batchId).execute(db)).rows
      : await averagesOfLevel(db, batchId, level);
  const averages = found.map(({ average }) => oneDecimal(average));
  const place = found.findIndex(({ student }) => student === studentRowId);
  const own = averages[place];
  return { rank: own === undefined ? null : rankAmong(own, averages), total: averages.length };
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

const kindNames = compiledOnce([], (db) => db.selectFrom('settings').select('record_kinds'));

/** The figures of a student's daily records in each of these subjects by kind: zeros for new ones if there are none. */
export async function recordsOf(
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
  const [settings] = await kindNames(db, {});
  const names = parseRecordKindNames(settings?.record_kinds);
  const figuresOf = (kind: RecordKind, own: readonly LevelSums[]): KindFigures => {
    const sum = (of: 'records' | 'pages' | 'mistakes' | 'repeats') =>
      own.reduce((total, row) => total + Number(row[of]), 0);
    const counts = own.map(({ level, records }) => ({ level, count: Number(records) }));
    const figures = { records: sum('records'), pages: sum('pages'), mistakes: sum('mistakes') };
    const { avgGrade: average } = performanceFigures(counts);
    return { ...figures, average, kind, name: names[kind], repeats: sum('repeats') };
  };
  return new Map(
    subjectIds.map((id) => {
      const all = recordKinds.map((kind) =>
        figuresOf(
          kind,
          rows.filter((row) => row.subject_id === id && row.kind === kind),
        ),
      );
      return [id, all.filter(({ kind, records }) => kind === defaultRecordKind || records > 0)];
    }),
  );
}
