import { gradeColumns } from '../../contract/rules/gradeSettings';
import { defaultAbsenceType, excusedAbsence, performanceLevels } from '../../contract/vocabulary';
import type { Institute } from './institute';

/**
 * The goals of `quality.md` and the issues for a request under load, compared with a bare handler of the same
 * statements.
 */
export interface Goal {
  /** Minimum share of the bare handler's requests per second, in hundredths. */
  share: number;
  /** Maximum factor of its p99. */
  p99?: number;
  /** Maximum database time of any statement, in milliseconds. */
  query?: number;
}

/** A request to measure, or a series of requests that differ by a number. */
export interface BenchCase {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Created for each request, with a number that no other request has. */
  body?: (count: number) => unknown;
  /** For a write: after this many requests it repeats the same changes, with higher row numbers and versions. */
  period?: number;
  /** Sent without a session, from an address of its own, instead of the admin's token. */
  isPublic?: boolean;
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

const reading: Goal = { share: 60, p99: 2, query: 15 };

const get = (name: string, path: string, isTeacher = false): BenchCase => ({
  name,
  method: 'GET',
  path,
  isTeacher,
  goal: reading,
});
const query = (values: Record<string, string>) => new URLSearchParams(values);

/** The first page of the students. */
const page = (filter: object) => {
  const values = { range: '[0,24]', sort: '["full_name","ASC"]', filter: JSON.stringify(filter) };
  return `/api/students?${query(values)}`;
};

/** Searches for students: the word stands in very many names, in one, in none, … */
const searches: readonly { name: string; q: string; isTeacher?: boolean }[] = [
  { name: 'common-word', q: 'محمد' },
  { name: 'two-common-words', q: 'محمد أحمد' },
  { name: 'rare-word', q: '0500007680' },
  { name: 'no-match', q: 'ظظظظ' },
  { name: 'letter-wrong', q: 'مجمد' },
  { name: 'common-beginning', q: 'ال' },
  { name: 'common-digits', q: '0500' },
  { name: 'word-and-digits', q: 'محمد 0500' },
  { name: 'teacher-search', q: 'محمد', isTeacher: true },
];

/** The same searches in the list of students, and in the box at the top. */
export const listSearches = searches.map(({ name, q, isTeacher }) => get(name, page({ q }), isTeacher));
export const topSearches = searches.map(({ name, q, isTeacher }) =>
  get(name, `/api/search?${query({ q })}`, isTeacher),
);

const lists: readonly BenchCase[] = [get('page', page({})), ...listSearches];

const oversight: readonly BenchCase[] = [
  get('dashboard-stats', '/api/dashboard/stats'),
  get('dashboard-perf', '/api/dashboard/performance'),
  get('dashboard-recent', '/api/dashboard/recent-activities'),
  get('archive-page', '/api/archive/deleted-records?page=3&limit=50'),
  get('archive-stats', '/api/archive/stats'),
  get('audit-page', `/api/audit?${query({ range: '[0,24]', sort: '["id","DESC"]' })}`),
  get('audit-word', `/api/audit?${query({ range: '[0,24]', sort: '["id","DESC"]', filter: '{"q":"حذف"}' })}`),
  get('search-common', `/api/search?${query({ q: 'محمد' })}`),
  get('search-rare', `/api/search?${query({ q: '0500007680' })}`),
];

/** Half marks from 1 to 4.5, different in four consecutive requests. */
const markOf = (count: number, place: number) => 1 + ((count + place) % 4) + (place % 2) / 2;

/** The absent students of a register: three, changing in turn, the first of them excused. */
const absentFrom = (students: readonly string[], count: number) =>
  students.slice((count % 2) * 3, (count % 2) * 3 + 3).map((studentId, place) => ({
    studentId,
    type: place === 0 ? excusedAbsence : defaultAbsenceType,
  }));

/**
 * Each student's record of far revision, with other pages in two consecutive requests. Ranges and faults would need the
 * version of each record.
 */
const heardOf = (students: readonly string[], count: number) =>
  students.map((studentId, place) => ({
    studentId,
    pagesCount: 1 + ((count + place) % 2),
    performanceLevel: performanceLevels[(count + place) % 2],
    teacherNotes: 'من أول السورة',
  }));

function teaching({ batchName, gradedCode, dailyCode, students, circle, date }: Institute): BenchCase[] {
  const named = (code: string) => `${encodeURIComponent(batchName)}/${encodeURIComponent(code)}`;
  const rows = (count: number) =>
    students.map((studentId, place) => ({
      studentId,
      ...Object.fromEntries(gradeColumns.map((column, at) => [`${column}Grade`, markOf(count, place + at)])),
    }));
  const register = `/api/absences/${named(gradedCode)}/${date}`;
  const ofCircle = `/api/absences/${named(dailyCode)}/${date}`;
  const save: BenchCase = {
    name: 'grade-save',
    method: 'POST',
    path: '/api/grades/save',
    body: (count) => ({ batchName, subjectCode: gradedCode, grades: rows(count) }),
    period: 4,
    goal: { share: 40 },
  };
  return [
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
      period: 2,
      isApart: true,
      goal: { share: 50 },
    },
    get('daily-records', `/api/daily-records/${named(dailyCode)}/${date}`),
    get(
      'circle-records-day',
      `/api/daily-records/${named(dailyCode)}/${date}?kind=all&circle_id=${circle.id}`,
    ),
    {
      name: 'circle-records-save',
      method: 'POST',
      path: '/api/daily-records/save',
      body: (count) => ({
        batchName,
        subjectCode: dailyCode,
        recordDate: date,
        kind: 'far',
        circle_id: circle.id,
        records: heardOf(circle.students, count),
      }),
      period: 2,
      goal: { share: 50 },
    },
  ];
}

export const casesOf = (institute: Institute): BenchCase[] => [
  ...lists,
  ...teaching(institute),
  ...oversight,
  {
    name: 'sign-in',
    method: 'POST',
    path: '/api/auth/login',
    isPublic: true,
    body: (count) => ({
      username: `teacher${2 + (count % (institute.teachers - 1))}`,
      password: 'rasd-demo',
    }),
  },
  {
    name: 'student-create',
    method: 'POST',
    path: '/api/students',
    period: 1,
    body: (count) => ({
      first_name: 'سعد',
      last_name: 'الجديد',
      national_id: String(3_000_000_000 + count),
      batch_id: institute.otherBatchId,
    }),
  },
];
