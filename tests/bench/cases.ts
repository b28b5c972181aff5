import { gradeColumns } from '../../contract/rules/gradeSettings';
import { defaultAbsenceType, excusedAbsence, performanceLevels } from '../../contract/vocabulary';
import type { Institute } from './institute';

/** Goals of `quality.md` under load, compared with a bare handler of the same statements. */
interface Goal {
  /** Minimum requests per second, in percent of the bare handler. */
  share: number;
  /** Maximum factor of the bare handler's p99. */
  p99?: number;
  /** Maximum database time of a statement, in milliseconds. */
  query?: number;
}

/** A call, or a series of calls that differ by a number. */
export interface BenchCase {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** @param count unique for each request */
  body?: (count: number) => unknown;
  /** Writes repeat after this number of requests, with higher row numbers and versions. */
  period?: number;
  /** True: called by a teacher; default: by the admin. */
  isTeacher?: boolean;
  /** For cases that write to the same table, because the bare handlers predict row numbers. */
  hasOwnPass?: boolean;
  /** True: compared with the same statements without an `Idempotency-Key`. */
  isKeyed?: boolean;
  goal?: Goal;
}

const readCase = (name: string, path: string, isTeacher = false): BenchCase => ({
  name,
  method: 'GET',
  path,
  isTeacher,
  goal: { share: 60, p99: 2, query: 15 },
});
export const buildQuery = (values: Record<string, string>) => new URLSearchParams(values).toString();

export const buildStudentsPath = (filter: object) =>
  `/api/students?${buildQuery({ range: '[0,24]', sort: '["full_name","ASC"]', filter: JSON.stringify(filter) })}`;

/** Words of very many names, of one name, or of no name. */
const searches: readonly [string, string, boolean?][] = [
  ['common-word', 'محمد'],
  ['two-common-words', 'محمد أحمد'],
  ['rare-word', '0500007680'],
  ['no-match', 'ظظظظ'],
  ['letter-wrong', 'مجمد'],
  ['common-beginning', 'ال'],
  ['common-digits', '0500'],
  ['word-and-digits', 'محمد 0500'],
  ['teacher-search', 'محمد', true],
];
const buildTopSearchPath = (q: string) => `/api/search?${buildQuery({ q })}`;

/** The same searches in the list of students, and in the global search. */
export const listSearches = searches.map(([name, q, isTeacher]) =>
  readCase(name, buildStudentsPath({ q }), isTeacher),
);
export const topSearches = searches.map(([name, q, isTeacher]) =>
  readCase(name, buildTopSearchPath(q), isTeacher),
);

const buildAuditPath = (filter: string) =>
  `/api/audit?${buildQuery({ range: '[0,24]', sort: '["id","DESC"]', ...(filter && { filter }) })}`;
const oversightCases = [
  readCase('dashboard-stats', '/api/dashboard/stats'),
  readCase('dashboard-perf', '/api/dashboard/performance'),
  readCase('dashboard-recent', '/api/dashboard/recent-activities'),
  readCase('archive-page', '/api/archive/deleted-records?page=3&limit=50'),
  readCase('archive-stats', '/api/archive/stats'),
  readCase('audit-page', buildAuditPath('')),
  readCase('audit-word', buildAuditPath('{"q":"حذف"}')),
  readCase('search-common', buildTopSearchPath('محمد')),
  readCase('search-rare', buildTopSearchPath('0500007680')),
];

const buildAbsences = (students: readonly string[], count: number) =>
  students.slice((count % 2) * 3, (count % 2) * 3 + 3).map((studentId, index) => ({
    studentId,
    type: index === 0 ? excusedAbsence : defaultAbsenceType,
  }));

const buildRecords = (students: readonly string[], count: number) =>
  students.map((studentId, index) => ({
    studentId,
    pagesCount: 1 + ((count + index) % 2),
    performanceLevel: performanceLevels[(count + index) % 2],
    teacherNotes: 'من أول السورة',
  }));

const buildMarks = (students: readonly string[], count: number) =>
  students.map((studentId, index) => {
    const computeMark = (columnIndex: number) =>
      1 + ((count + index + columnIndex) % 4) + ((index + columnIndex) % 2) / 2;
    return {
      studentId,
      ...Object.fromEntries(
        gradeColumns.map((column, columnIndex) => [`${column}Grade`, computeMark(columnIndex)]),
      ),
    };
  });

export function buildCases(institute: Institute): BenchCase[] {
  const { batchName, gradedCode, dailyCode, students, circle, date, otherBatchId } = institute;
  const buildSheetPath = (code: string) => `${encodeURIComponent(batchName)}/${encodeURIComponent(code)}`;
  const register = `/api/absences/${buildSheetPath(gradedCode)}/${date}`;
  const circleRegister = `/api/absences/${buildSheetPath(dailyCode)}/${date}`;
  const records = `/api/daily-records/${buildSheetPath(dailyCode)}/${date}`;
  const save: BenchCase = {
    name: 'grade-save',
    method: 'POST',
    path: '/api/grades/save',
    body: (count) => ({ batchName, subjectCode: gradedCode, grades: buildMarks(students, count) }),
    period: 4,
    goal: { share: 40 },
  };
  const circleRecords = {
    batchName,
    subjectCode: dailyCode,
    recordDate: date,
    kind: 'far',
    circle_id: circle.id,
  };
  const circleSave = { period: 2, goal: { share: 50 } };
  return [
    readCase('page', buildStudentsPath({})),
    ...listSearches,
    readCase('grade-sheet', `/api/grades/${buildSheetPath(gradedCode)}`),
    readCase('grade-statistics', `/api/grades/statistics/${buildSheetPath(gradedCode)}`),
    save,
    { ...save, name: 'grade-save-with-key', isKeyed: true },
    readCase('register-day', register),
    {
      name: 'register-save',
      method: 'PUT',
      path: register,
      body: (count) => ({ absentStudents: buildAbsences(students, count) }),
      period: 2,
    },
    readCase('circle-register-day', `${circleRegister}?circle_id=${circle.id}`),
    {
      name: 'circle-register-save',
      method: 'PUT',
      path: circleRegister,
      body: (count) => ({ absentStudents: buildAbsences(circle.students, count), circle_id: circle.id }),
      ...circleSave,
      hasOwnPass: true,
    },
    readCase('daily-records', records),
    readCase('circle-records-day', `${records}?kind=all&circle_id=${circle.id}`),
    {
      name: 'circle-records-save',
      method: 'POST',
      path: '/api/daily-records/save',
      body: (count) => ({ ...circleRecords, records: buildRecords(circle.students, count) }),
      ...circleSave,
    },
    ...oversightCases,
    {
      name: 'student-create',
      method: 'POST',
      path: '/api/students',
      period: 1,
      body: (count) => ({
        first_name: 'سعد',
        last_name: 'الجديد',
        national_id: String(3_000_000_000 + count),
        batch_id: otherBatchId,
      }),
    },
  ];
}
