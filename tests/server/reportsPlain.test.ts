import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { SubjectSheet } from '../../contract/reports/academicReports';
import { dailyRecordType } from '../../contract/vocabulary';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { loadInstituteDay } from '../../server/domain/institute';
import { addAccount } from '../support/accounts';
import { startTestApp, type TestApp } from '../support/app';
import { newSheet, type Sheet } from '../support/sheet';

let server: TestApp;
/** A server with PLAIN_API on the same data. It answers only the fields of the specification. */
let plainServer: FastifyInstance;
let token: string;
let graded: Sheet;
let daily: Sheet;
let userId: number;
beforeAll(async () => {
  server = await startTestApp();
  const config = readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' });
  plainServer = await createApp(server.data, { ...config, PLAIN_API: true });
  token = await server.signIn('admin');
  graded = await newSheet(server, 1);
  daily = await newSheet(server, 1, dailyRecordType);
  userId = (await addAccount(server, 'student', { student_row_id: Number(graded.students[0]?.id) })).id;
  const records = [{ studentId: String(daily.students[0]?.student_id), pagesCount: 2 }];
  const { batchName, subjectCode } = daily;
  const body = { batchName, subjectCode, recordDate: '2026-11-02', records };
  await server.call('POST', '/daily-records/save', { as: 'admin', body });
  const terms = [{ name: 'الفصل الأول', start_date: '2000-01-01', end_date: '2100-01-01' }];
  await server.call('PUT', '/settings', { as: 'admin', body: { terms } });
});
afterAll(async () => {
  await plainServer.close();
  await server.close();
});

/** Returns all paths to the values of an object. The elements of an array share one path. */
function listPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [path] : listPaths(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => listPaths(one, path ? `${path}.${key}` : key));
}

const pathsUnder = (path: string, keys: string) => keys.split(' ').map((key) => `${path}${key}`);
const marks = 'participationGrade attendanceGrade exerciseGrade readingGrade testGrade total grade';
const settings = ['participation', 'attendance', 'exercise', 'reading', 'test'].flatMap((column) =>
  pathsUnder(`gradeSettings.${column}`, 'Max Enabled Name'),
);
const recordStats = [
  ...pathsUnder('statistics.', 'totalRecords totalStudents totalPages avgPages totalMistakes avgGrade'),
  ...pathsUnder('statistics.performanceDistribution.', 'excellent veryGood good acceptable weak'),
];

describe('a server with PLAIN_API', () => {
  const expected: [string, () => [string, Record<string, unknown>], string[]][] = [
    [
      'the report of a student',
      () => [`student/${userId}`, {}],
      [
        ...pathsUnder('student_info.', 'name student_id email phone program batch'),
        ...pathsUnder('semester_info.', 'semester_name completed_weeks total_weeks start_date end_date'),
        ...pathsUnder('academic_performance.', 'average_grade letter_grade rank total_students'),
        ...pathsUnder('academic_performance.', 'attendance_rate total_subjects'),
        'available_levels[]',
        ...pathsUnder('subjects[].', 'subject_name subject_level participation_grade attendance_grade'),
        ...pathsUnder('subjects[].', 'exercise_grade reading_grade test_grade total_grade letter_grade'),
      ],
    ],
    [
      'a transcript',
      () => [`transcript/${graded.students[0]?.student_id}`, { batchName: graded.batchName }],
      [
        ...pathsUnder('student.', 'studentName batchName'),
        ...pathsUnder('transcript[].', 'subjectCode subjectName level hours total grade'),
        'totalHours',
        'totalSubjects',
        'levelGPA',
        'cumulativeGPA',
      ],
    ],
    [
      'the sheet of a subject',
      () => [`subject/${graded.subjectCode}`, { batchName: graded.batchName }],
      [
        ...pathsUnder('subject.', 'subjectName subjectCode batchName'),
        ...settings,
        ...pathsUnder('grades[].', `studentId studentName ${marks}`),
        ...pathsUnder('statistics.', 'average passRate highest lowest'),
      ],
    ],
    [
      'the daily records of a range',
      () => [
        'daily-records/range',
        {
          batchName: daily.batchName,
          subjectCode: daily.subjectCode,
          startDate: '2026-11-01',
          endDate: '2026-11-30',
          studentId: String(daily.students[0]?.student_id),
        },
      ],
      [
        ...pathsUnder('student.', 'studentName batchName'),
        ...pathsUnder('subject.', 'subjectName subjectCode batchName'),
        ...pathsUnder('dateRange.', 'startDate endDate'),
        ...pathsUnder('records[].', 'studentName recordDate recordContent pagesCount'),
        ...pathsUnder('records[].', 'performanceLevel mistakesCount teacherNotes'),
        ...recordStats,
      ],
    ],
  ];

  test.each(expected)(
    'the server answers %s with the fields of the specification and no others',
    async (_name, call, keys) => {
      const [path, query] = call();
      const fullResponse = await server.call('GET', `/reports/${path}`, { as: 'admin', query });
      expect(fullResponse.status, fullResponse.text).toBe(200);
      const plainResponse = await plainServer.inject({
        url: `/api/reports/${path}`,
        query: query as Record<string, string>,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(plainResponse.statusCode, plainResponse.body).toBe(200);
      expect(listPaths(plainResponse.json()).toSorted()).toEqual(keys.toSorted());
      expect(listPaths(fullResponse.body)).toEqual(expect.arrayContaining(keys));
    },
  );

  test('the sheet of a subject omits former students, even with a mark', async () => {
    const sheet = await newSheet(server, 2);
    await sheet.save([sheet.sentRow(0, { testGrade: 20 })]);
    const { today: date } = await loadInstituteDay(server.data.read, server.data.now());
    const body = { student_row_ids: [sheet.students[0]?.id], status: 'withdrawn', date };
    expect((await server.call('POST', '/students/status', { as: 'admin', body })).status).toBe(200);
    const path = `/reports/subject/${sheet.subjectCode}`;
    const query = { batchName: sheet.batchName };
    const fullResponse = await server.call<SubjectSheet>('GET', path, { as: 'admin', query });
    const plainResponse = await plainServer.inject({
      url: `/api${path}`,
      query,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(fullResponse.body.grades).toHaveLength(2);
    expect(plainResponse.json<SubjectSheet>().grades.map(({ studentId }) => studentId)).toEqual([
      sheet.students[1]?.student_id,
    ]);
  });
});
