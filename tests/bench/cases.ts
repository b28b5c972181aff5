import { gradeColumns } from '../../contract/rules/gradeSettings';
import { defaultAbsenceType, excusedAbsence, performanceLevels } from '../../contract/vocabulary';
import type { Institute } from './institute';

/** The goals of `quality.md` for a call under load, compared with a bare handler of the same statements. */
interface Goal {
  /** Minimum share of the bare handler's requests per second, in hundredths. */
  share: number;
  /** Maximum factor of its p99. */
  p99?: number;
  /** Maximum database time of any statement, in milliseconds. */
  query?: number;
}

/** A call to measure, or a series of calls that differ by a number. */
export interface BenchCase {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Created for each request, with a number that no other request has. */
  body?: (count: number) => unknown;
  /** For a write: after this many requests it repeats the same changes, with higher row numbers and versions. */
  period?: number;
  /** Asked by a teacher instead of the admin. */
  isTeacher?: boolean;
  /**
   * Measured in a pass of its own: it adds rows to the same table as another case, and the bare handlers predict the row
   * numbers from the last rows that were recorded.
   */
  isApart?: boolean;
  /** Each request has its own `Idempotency-Key`; compared with the same statements without keys. */
  isKeyed?: boolean;
  goal?: Goal;
}

const get = (name: string, path: string, isTeacher = false): BenchCase => ({
  name,
  method: 'GET',
  path,
  isTeacher,
  goal: { share: 60, p99: 2, query: 15 },
});
export const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** The first page of the students. */
export const page = (filter: object) =>
  `/api/students?${query({ range: '[0,24]', sort: '["full_name","ASC"]', filter: JSON.stringify(filter) })}`;

/** Searches for students: the word stands in very many names, in one, in none, … */
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
const topSearch = (q: string) => `/api/search?${query({ q })}`;

/** The same searches in the list of students, and in the box at the top. */
export const listSearches = searches.map(([name, q, isTeacher]) => get(name, page({ q }), isTeacher));
export const topSearches = searches.map(([name, q, isTeacher]) => get(name, topSearch(q), isTeacher));

const audit = (filter: string) =>
  `/api/audit?${query({ range: '[0,24]', sort: '["id","DESC"]', ...(filter && { filter }) })}`;
const oversight = [
  get('dashboard-stats', '/api/dashboard/stats'),
  get('dashboard-perf', '/api/dashboard/performance'),
  get('dashboard-recent', '/api/dashboard/recent-activities'),
  get('archive-page', '/api/archive/deleted-records?page=3&limit=50'),
  get('archive-stats', '/api/archive/stats'),
  get('audit-page', audit('')),
  get('audit-word', audit('{"q":"حذف"}')),
  get('search-common', topSearch('محمد')),
  get('search-rare', topSearch('0500007680')),
];

/** The absent students of a register: three, changing in turn, the first of them excused. */
const absentFrom = (students: readonly string[], count: number) =>
  students.slice((count % 2) * 3, (count % 2) * 3 + 3).map((studentId, place) => ({
    studentId,
    type: place === 0 ? excusedAbsence : defaultAbsenceType,
  }));

/** Each student's record of far revision, with other pages in two consecutive requests. */
const heardOf = (students: readonly string[], count: number) =>
  students.map((studentId, place) => ({
    studentId,
    pagesCount: 1 + ((count + place) % 2),
    performanceLevel: performanceLevels[(count + place) % 2],
    teacherNotes: 'من أول السورة',
  }));

/** Half marks from 1 to 4.5, different in four consecutive requests. */
const marksOf = (students: readonly string[], count: number) =>
  students.map((studentId, place) => {
    const markOf = (at: number) => 1 + ((count + place + at) % 4) + ((place + at) % 2) / 2;
    return {
      studentId,
      ...Object.fromEntries(gradeColumns.map((column, at) => [`${column}Grade`, markOf(at)])),
    };
  });

export function casesOf(institute: Institute): BenchCase[] {
  const { batchName, gradedCode, dailyCode, students, circle, date, otherBatchId } = institute;
  const named = (code: string) => `${encodeURIComponent(batchName)}/${encodeURIComponent(code)}`;
  const register = `/api/absences/${named(gradedCode)}/${date}`;
  const ofCircle = `/api/absences/${named(dailyCode)}/${date}`;
  const records = `/api/daily-records/${named(dailyCode)}/${date}`;
  const save: BenchCase = {
    name: 'grade-save',
    method: 'POST',
    path: '/api/grades/save',
    body: (count) => ({ batchName, subjectCode: gradedCode, grades: marksOf(students, count) }),
    period: 4,
    goal: { share: 40 },
  };
  const heard = { batchName, subjectCode: dailyCode, recordDate: date, kind: 'far', circle_id: circle.id };
  const circleSave = { period: 2, goal: { share: 50 } };
  return [
    get('page', page({})),
    ...listSearches,
    get('grade-sheet', `/api/grades/${named(gradedCode)}`),
    get('grade-statistics', `/api/grades/statistics/${named(gradedCode)}`),
    save,
    { ...save, name: 'grade-save-with-key', isKeyed: true },
    get('register-day', register),
    {
      name: 'register-save',
      method: 'PUT',
      path: register,
      body: (count) => ({ absentStudents: absentFrom(students, count) }),
      period: 2,
    },
    get('circle-register-day', `${ofCircle}?circle_id=${circle.id}`),
    {
      name: 'circle-register-save',
      method: 'PUT',
      path: ofCircle,
      body: (count) => ({ absentStudents: absentFrom(circle.students, count), circle_id: circle.id }),
      ...circleSave,
      isApart: true,
    },
    get('daily-records', records),
    get('circle-records-day', `${records}?kind=all&circle_id=${circle.id}`),
    {
      name: 'circle-records-save',
      method: 'POST',
      path: '/api/daily-records/save',
      body: (count) => ({ ...heard, records: heardOf(circle.students, count) }),
      ...circleSave,
    },
    ...oversight,
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
