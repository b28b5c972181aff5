import { gradeColumns } from '../../contract/rules/gradeSettings';
import { defaultAbsenceType, excusedAbsence, performanceLevels } from '../../contract/vocabulary';
import type { Goal } from './figures';
import type { Institute } from './institute';

/** A call, or a series of calls that differ by a number. */
export interface BenchCase {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** @param count unique for each request */
  body?: (count: number) => unknown;
  /** Writes repeat after this number of requests. */
  period?: number;
  /** True: called by a teacher; default: by the admin. */
  isTeacher?: boolean;
  /** True: compared with the same statements without an `Idempotency-Key`. */
  isKeyed?: boolean;
  goal: Goal;
  /** For the table in `README.md`: its title, and the same call of json-server. */
  table?: { title: string; method?: 'GET' | 'PATCH'; path: string };
}

const bareGoal: Goal = { against: 'bare', share: 60, p99: 2, query: 15 };
const fastifyGoal: Goal = { against: 'fastify', share: 50, query: 15 };
const figuresGoal: Goal = { against: 'bare', cpu: 2, query: 15 };
const saveGoal: Goal = { against: 'grouped', share: 60 };

const readCase = (name: string, path: string, goal = bareGoal, isTeacher = false): BenchCase => ({
  name,
  method: 'GET',
  path,
  isTeacher,
  goal,
});
export const buildQuery = (values: Record<string, string>) => new URLSearchParams(values).toString();

export const buildStudentsPath = (filter: object) =>
  `/api/students?${buildQuery({ range: '[0,24]', sort: '["full_name","ASC"]', filter: JSON.stringify(filter) })}`;

/** Words of very many names, of one name, or of no name. */
const searches: readonly [name: string, words: string, goal?: Goal, isTeacher?: boolean][] = [
  ['common-word', 'محمد'],
  ['two-common-words', 'محمد أحمد'],
  ['rare-word', '0500007680', fastifyGoal],
  ['no-match', 'ظظظظ', fastifyGoal],
  ['letter-wrong', 'مجمد'],
  ['common-beginning', 'ال'],
  ['common-digits', '0500'],
  ['word-and-digits', 'محمد 0500'],
  ['teacher-search', 'محمد', bareGoal, true],
];
const buildTopSearchPath = (q: string) => `/api/search?${buildQuery({ q })}`;

/** The same searches in the list of students, and in the global search. */
export const listSearches = searches.map(([name, q, goal, isTeacher]) =>
  readCase(name, buildStudentsPath({ q }), goal, isTeacher),
);
export const topSearches = searches.map(([name, q, goal, isTeacher]) =>
  readCase(name, buildTopSearchPath(q), goal, isTeacher),
);

const buildAuditPath = (filter: string) =>
  `/api/audit?${buildQuery({ range: '[0,24]', sort: '["id","DESC"]', ...(filter && { filter }) })}`;
const buildNotesPath = (filter: object) =>
  `/api/behaviour-notes?${buildQuery({ range: '[0,24]', sort: '["date","DESC"]', filter: JSON.stringify(filter) })}`;
const oversightCases = [
  readCase('dashboard-stats', '/api/dashboard/stats', figuresGoal),
  readCase('dashboard-perf', '/api/dashboard/performance', figuresGoal),
  readCase('dashboard-recent', '/api/dashboard/recent-activities', figuresGoal),
  readCase('archive-page', '/api/archive/deleted-records?page=3&limit=50', figuresGoal),
  readCase('archive-stats', '/api/archive/stats', figuresGoal),
  readCase('audit-page', buildAuditPath(''), fastifyGoal),
  readCase('audit-word', buildAuditPath('{"q":"حذف"}'), fastifyGoal),
  readCase('announcements-current', '/api/announcements/current'),
  readCase('announcements-current-teacher', '/api/announcements/current', bareGoal, true),
  readCase('behaviour-notes', buildNotesPath({})),
  readCase('behaviour-notes-teacher', buildNotesPath({}), bareGoal, true),
  readCase('search-common', buildTopSearchPath('محمد')),
  readCase('search-rare', buildTopSearchPath('0500007680'), fastifyGoal),
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

const jsonPage = '/students?_sort=full_name&_order=asc&_start=0&_end=25';
const searchTables = Object.fromEntries(
  Object.entries({
    'common-word': 'search of a common word',
    'rare-word': 'search of a phone number',
    'no-match': 'search without a match',
  }).map(([name, title]) => {
    const words = searches.find((search) => search[0] === name)?.[1] ?? '';
    return [name, { table: { title, path: `${jsonPage}&${buildQuery({ q: words })}` } }];
  }),
);

export function buildCases(institute: Institute): BenchCase[] {
  const { batchName, gradedCode, dailyCode, students, circle, date, large } = institute;
  const [student, jsonStudent] = [`/api/students/${large.student.id}`, `/students/${large.student.id}`];
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
    goal: saveGoal,
  };
  const circleRecords = {
    batchName,
    subjectCode: dailyCode,
    recordDate: date,
    kind: 'far',
    circle_id: circle.id,
  };
  return [
    { ...readCase('page', buildStudentsPath({})), table: { title: 'page of 25', path: jsonPage } },
    ...listSearches.map((benchCase) => ({ ...benchCase, ...searchTables[benchCase.name] })),
    readCase('grade-sheet', `/api/grades/${buildSheetPath(gradedCode)}`),
    readCase('grade-statistics', `/api/grades/statistics/${buildSheetPath(gradedCode)}`),
    save,
    { ...save, name: 'grade-save-with-key', isKeyed: true },
    readCase('register-day', register, fastifyGoal),
    {
      name: 'register-save',
      method: 'PUT',
      path: register,
      body: (count) => ({ absentStudents: buildAbsences(students, count) }),
      period: 2,
      goal: { against: 'grouped' },
    },
    readCase('circle-register-day', `${circleRegister}?circle_id=${circle.id}`, fastifyGoal),
    {
      name: 'circle-register-save',
      method: 'PUT',
      path: circleRegister,
      body: (count) => ({ absentStudents: buildAbsences(circle.students, count), circle_id: circle.id }),
      period: 2,
      goal: saveGoal,
    },
    readCase('daily-records', records),
    readCase('circle-records-day', `${records}?kind=all&circle_id=${circle.id}`),
    {
      name: 'circle-records-save',
      method: 'POST',
      path: '/api/daily-records/save',
      body: (count) => ({ ...circleRecords, records: buildRecords(circle.students, count) }),
      period: 2,
      goal: saveGoal,
    },
    ...oversightCases,
    { ...readCase('student-one', student), table: { title: 'one student', path: jsonStudent } },
    {
      name: 'student-edit',
      method: 'PUT',
      path: student,
      body: (count) => ({ email: `student${count % 2}@example.org` }),
      period: 2,
      goal: { against: 'grouped' },
      table: { title: 'a changed student', method: 'PATCH', path: jsonStudent },
    },
  ];
}
