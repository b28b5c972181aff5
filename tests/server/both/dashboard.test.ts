import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DashboardStats, PerformanceData, RecentActivity } from '../../../contract/dashboard';
import { isActiveBatch } from '../../../contract/rules/academicYear';
import { attendanceRate } from '../../../contract/rules/attendance';
import {
  defaultGradeSettings,
  type GradeSettings,
  gradeColumns,
} from '../../../contract/rules/gradeSettings';
import { letterFor, oneDecimal, passPercentage, rowPercentage } from '../../../contract/rules/grading';
import { roundedMean, percentRate } from '../../../contract/rules/statistics';
import type { Subject } from '../../../contract/subjects';
import { letters, type TeacherScope } from '../../../contract/vocabulary';
import type { Row } from '../../../server/db/schema';
import { placeStudents } from '../../../server/domain/enrolments';
import { setTeacherScope } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { yieldToEventLoop } from '../../support/eventLoop';
import { clockAt } from '../../support/clock';
import { isPostgres } from '../../support/database';
import { newBatch, newProgram, newStudent, uniqueText } from '../../support/sampleCalls';
import { enrolledStudents } from '../../support/enrolledStudents';
import { explainStatement } from '../../support/queryPlans';

const morning = '2026-11-20T09:00:00Z';
const day = '2026-11-20';
const clock = clockAt(morning);

let server: TestApp;
let statements: { sql: string; parameters: readonly unknown[] }[] = [];
beforeAll(async () => {
  const onQuery = ({ sql, parameters }: (typeof statements)[number]) => statements.push({ sql, parameters });
  server = await startTestApp({ now: clock.now, today: day, onQuery });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock.set(morning);
  await setTeacherScope(server.data, 'linked_or_open');
});
beforeEach(yieldToEventLoop);

type As = 'admin' | 'teacher';
async function read<T>(path: string, as: As): Promise<T> {
  const answer = await server.call<T>('GET', `/dashboard/${path}`, { as });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const stats = (as: As) => read<DashboardStats>('stats', as);
const performance = (as: As) => read<PerformanceData>('performance', as);
const activities = (as: As) => read<RecentActivity[]>('recent-activities', as);

/** Computes the subjects in a teacher's scope from the links between teachers and subjects. */
async function subjectsOf(rule: TeacherScope): Promise<Row<'subjects'>[]> {
  const { read: db } = server.data;
  const subjects = await db.selectFrom('subjects').selectAll().execute();
  const links = await db.selectFrom('subject_teachers').selectAll().execute();
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'teacher')
    .executeTakeFirstOrThrow();
  const teachers = (subject: number) => links.filter((link) => link.subject_id === subject);
  const isOwn = (subject: number) => teachers(subject).some((link) => link.teacher_id === id);
  return subjects.filter(
    (subject) =>
      rule === 'all' || isOwn(subject.id) || (rule === 'linked_or_open' && teachers(subject.id).length === 0),
  );
}

const settingsFrom = (row: Row<'subject_grade_settings'> | undefined): GradeSettings =>
  row
    ? (Object.fromEntries(
        gradeColumns.flatMap((column) => [
          [`${column}Max`, row[`${column}_max`]],
          [`${column}Enabled`, row[`${column}_enabled`] === 1],
          [`${column}Name`, row[`${column}_name`]],
        ]),
      ) as GradeSettings)
    : defaultGradeSettings;

/** Computes the percentages of complete rows in these subjects from the marks. */
async function resultsIn(subjects: readonly Row<'subjects'>[]) {
  const { read: db } = server.data;
  const students = await db.selectFrom(enrolledStudents(db)).selectAll().execute();
  const settings = await db.selectFrom('subject_grade_settings').selectAll().execute();
  const grades = await db.selectFrom('grades').selectAll().execute();
  return grades.flatMap((marks) => {
    const subject = subjects.find(({ id }) => id === marks.subject_id);
    const student = students.find(({ id }) => id === marks.student_row_id);
    if (!subject || !student || student.batch_id !== subject.batch_id) return [];
    const own = settingsFrom(settings.find(({ subject_id }) => subject_id === subject.id));
    const percentage = rowPercentage(marks, own);
    return percentage === null ? [] : [{ percentage, level: subject.level, hours: subject.hours, student }];
  });
}

/** Computes the expected stats of these subjects. */
async function expectedStats(subjects: readonly Row<'subjects'>[], isEverything: boolean) {
  const { read: db } = server.data;
  const ids = new Set(subjects.map(({ id }) => id));
  const batchIds = new Set(subjects.map(({ batch_id }) => batch_id));
  const batches = (await db.selectFrom('batches').selectAll().execute()).filter(
    ({ id }) => isEverything || batchIds.has(id),
  );
  const students = (await db.selectFrom(enrolledStudents(db)).selectAll().execute()).filter(
    ({ batch_id }) => isEverything || batchIds.has(Number(batch_id)),
  );
  const active = batches.filter(({ academic_year }) => isActiveBatch(academic_year, null, day));
  const programs = isEverything
    ? (await db.selectFrom('programs').select('id').execute()).length
    : new Set(batches.map(({ program_row_id }) => program_row_id)).size;
  const registers = await db.selectFrom('registers').selectAll().execute();
  const absences = (await db.selectFrom('absences').selectAll().execute()).filter((one) =>
    ids.has(one.subject_id),
  );
  const expected = registers
    .filter(({ subject_id }) => ids.has(subject_id))
    .reduce((sum, { students_count }) => sum + students_count, 0);
  const results = (await resultsIn(subjects)).map(({ percentage }) => percentage);
  return {
    programs,
    batches: active.length,
    students: students.length,
    subjects: subjects.length,
    activeStudents: students.filter(({ batch_id }) => active.some(({ id }) => id === batch_id)).length,
    todayAbsences: absences.filter(({ date }) => date === day).length,
    averageGrade: roundedMean(
      results.reduce((sum, result) => sum + result, 0),
      results.length,
    ),
    successRate: percentRate(results.filter((result) => result >= passPercentage).length, results.length),
    attendanceRate: attendanceRate(absences.length, expected),
    attendanceRateIsDefault: false,
    assignments: (await db.selectFrom('assignments').selectAll().execute()).filter(
      ({ subject_id, is_published }) => is_published === 1 && ids.has(subject_id),
    ).length,
  };
}

/** Returns the ten best averages with their ranks. */
function expectedTop(results: Awaited<ReturnType<typeof resultsIn>>) {
  const ids = [...new Set(results.map(({ student }) => student.id))];
  const averages = ids.map((id) => {
    const own = results.filter(({ student }) => student.id === id);
    const weighted = own.reduce((sum, { percentage, hours }) => sum + percentage * hours, 0);
    return oneDecimal(weighted / own.reduce((sum, { hours }) => sum + hours, 0));
  });
  averages.sort((a, b) => b - a);
  return averages
    .slice(0, 10)
    .map((average) => ({ average_grade: average, rank: 1 + averages.indexOf(average) }));
}

async function expectPerformance(subjects: readonly Row<'subjects'>[], as: As): Promise<void> {
  const answer = await performance(as);
  const results = await resultsIn(subjects);
  expect(results.length).toBeGreaterThan(10);
  for (const letter of letters)
    expect(answer.gradeDistribution[letter], letter).toBe(
      results.filter(({ percentage }) => letterFor(percentage) === letter).length,
    );
  const levels = [...new Set(results.map(({ level }) => level))].toSorted();
  expect(answer.gradesByLevel).toEqual(
    levels.map((level) => {
      const own = results.filter((result) => result.level === level);
      const sum = own.reduce((all, { percentage }) => all + percentage, 0);
      return { level, count: own.length, average: roundedMean(sum, own.length) };
    }),
  );
  expect(answer.topStudents.map(({ average_grade, rank }) => ({ average_grade, rank }))).toEqual(
    expectedTop(results),
  );
  for (const { full_name, subjects_count } of answer.topStudents) {
    const own = results.filter(({ student }) => student.full_name === full_name);
    expect(own.length, full_name).toBe(subjects_count);
  }
}

describe('the stats', () => {
  test('the stats of an admin cover the whole institute', async () => {
    const figures = await stats('admin');
    expect(figures).toEqual(await expectedStats(await subjectsOf('all'), true));
    expect(figures.todayAbsences).toBeGreaterThan(0);
    await expectPerformance(await subjectsOf('all'), 'admin');
  });

  test.each(['linked_or_open', 'linked', 'all'] as const)(
    "the stats of a teacher under the rule %s cover the teacher's scope",
    async (rule) => {
      await setTeacherScope(server.data, rule);
      const subjects = await subjectsOf(rule);
      expect(await stats('teacher')).toEqual(await expectedStats(subjects, rule === 'all'));
      await expectPerformance(subjects, 'teacher');
      const isLimited = subjects.length < (await subjectsOf('all')).length;
      expect(isLimited).toBe(rule !== 'all');
    },
  );

  test.each(['stats', 'recent-activities', 'performance'])(
    '/dashboard/%s answers 403 to students',
    async (path) => {
      const asStudent = await server.call('GET', `/dashboard/${path}`, { as: 'student' });
      expect(asStudent).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect((await server.call('GET', `/dashboard/${path}`)).status).toBe(401);
      expect((await server.call('GET', `/dashboard/${path}`, { as: 'teacher' })).status).toBe(200);
    },
  );

  test('the stats use the current date in the time zone of the institute', async () => {
    const absences = await server.data.read.selectFrom('absences').select('date').execute();
    const onDay = absences.filter(({ date }) => date === day).length;
    expect((await stats('admin')).todayAbsences).toBe(onDay);
    clock.set('2026-11-20T20:59:00Z'); // 23:59 in Riyadh
    expect((await stats('admin')).todayAbsences).toBe(onDay);
    clock.set('2026-11-20T21:01:00Z');
    expect((await stats('admin')).todayAbsences).toBe(0);
    const setTimeZone = (time_zone: string) =>
      server.data.writeUnlogged((trx) => trx.updateTable('settings').set({ time_zone }).execute());
    await setTimeZone('Pacific/Honolulu');
    expect((await stats('admin')).todayAbsences).toBe(onDay);
    await setTimeZone('Asia/Riyadh');
  });

  test('the stats count the published assignments in scope, and no drafts', async () => {
    await setTeacherScope(server.data, 'linked');
    const own = await subjectsOf('linked');
    const foreign = (await subjectsOf('all')).find(({ id }) => own.every((subject) => subject.id !== id));
    const before = {
      admin: (await stats('admin')).assignments,
      teacher: (await stats('teacher')).assignments,
    };
    const add = async (subject_id: number | undefined, is_published: boolean) => {
      const body = { subject_id, title: 'واجب', is_published };
      const { status, text } = await server.call('POST', '/assignments', { as: 'admin', body });
      expect(status, text).toBe(201);
    };
    await add(own[0]?.id, true);
    await add(own[0]?.id, false);
    await add(foreign?.id, true);
    expect((await stats('admin')).assignments).toBe(before.admin + 2);
    expect((await stats('teacher')).assignments).toBe(before.teacher + 1);
    await setTeacherScope(server.data, 'linked_or_open');
  });

  test('the stats use the academic year of the settings', async () => {
    const before = await stats('admin');
    const setYear = (current_academic_year: string | null) =>
      server.data.writeUnlogged((trx) =>
        trx.updateTable('settings').set({ current_academic_year }).execute(),
      );
    await setYear('1445');
    const pastStats = await stats('admin');
    await setYear(null);
    expect(pastStats.batches).toBe(2);
    expect(before.batches).toBe(4);
    expect(pastStats.activeStudents + before.activeStudents).toBe(before.students);
  });
});

// PostgreSQL chooses plans by table size and statistics, which a test database does not have.
describe.skipIf(isPostgres)('the dashboard', () => {
  test.each(['admin', 'teacher'] as const)(
    'the dashboard never scans a growing table, for the role %s',
    async (as) => {
      statements = [];
      await stats(as);
      await activities(as);
      await performance(as);
      const selects = statements.filter(({ sql }) => /^\s*(with|select)\b/i.test(sql));
      expect(selects.length).toBeGreaterThan(4);
      const plans: string[] = [];
      for (const statement of selects) plans.push(...(await explainStatement(server.data.read, statement)));
      // A query may scan an index of these tables, but no index of marks, registers or absences.
      const tables =
        'students|enrolments|student_statuses|paused|subjects|operations|student_results|subject_teachers|assignments';
      const scans = new RegExp(`^SCAN ((${tables})$|(grades|registers|absences)\\b)`);
      expect(plans.filter((plan) => scans.test(plan))).toEqual([]);
    },
  );
});

describe('the best students', () => {
  /** Creates a batch with a subject, and a student for each result in percent. */
  async function createClass(results: readonly number[]) {
    const batch = await newBatch(server);
    const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batch.id };
    const { body: subject } = await server.call<Subject>('POST', '/subjects', { as: 'admin', body });
    const students: { id: number }[] = [];
    while (students.length < results.length) students.push(await newStudent(server));
    const actor = { userId: null, name: 'tests', role: 'admin', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('create', 'grades', null, 'tests');
      for (const [index, { id }] of students.entries()) {
        await placeStudents(unit, [{ studentRowId: id, batchId: batch.id }], {
          date: '2026-11-20',
          kind: 'moved',
        });
        const marks = { participation: 10, attendance: 30, exercise: 5, reading: 5 };
        const testMark = (results[index] ?? 0) - 50;
        const ids = { subject_id: subject.id, student_row_id: id };
        await unit.insert('grades', { ...ids, ...marks, test: testMark });
      }
    });
    return subject;
  }

  test('students with equal averages share a rank, and the next rank is skipped', async () => {
    const subject = await createClass([100, 99.5, 99.5, 99]);
    const firstFour = (top: PerformanceData['topStudents']) =>
      top.slice(0, 4).map(({ rank, average_grade, subjects_count }) => [rank, average_grade, subjects_count]);
    const rankedStudents = [
      [1, 100, 1],
      [2, 99.5, 1],
      [2, 99.5, 1],
      [4, 99, 1],
    ];
    expect(firstFour((await performance('admin')).topStudents)).toEqual(rankedStudents);
    // A subject without a teacher is open to every teacher, except under the rule `linked`.
    expect(firstFour((await performance('teacher')).topStudents)).toEqual(rankedStudents);
    await setTeacherScope(server.data, 'linked');
    expect((await performance('teacher')).topStudents.some(({ average_grade }) => average_grade > 98.9)).toBe(
      false,
    );
    await server.call('DELETE', `/subjects/${subject.id}`, { as: 'admin' });
    expect((await performance('admin')).topStudents[0]?.average_grade).toBeLessThan(99);
  });

  test("the best students for a teacher are ranked by only the teacher's own subjects", async () => {
    await setTeacherScope(server.data, 'linked');
    const { topStudents: own } = await performance('teacher');
    const { topStudents: overallTop } = await performance('admin');
    expect(Math.max(...own.map(({ subjects_count }) => subjects_count))).toBeLessThanOrEqual(3);
    expect(own).not.toEqual(overallTop);
  });
});

describe('the recent activities', () => {
  test("the recent activities list all users for an admin, and only a teacher's own activities for the teacher", async () => {
    expect(await activities('teacher')).toEqual([]);
    const { id, program_name } = await newProgram(server);
    clock.set('2026-11-20T09:01:00Z');
    await server.call('PUT', `/programs/${id}`, { as: 'admin', body: { duration: 'سنة' } });
    clock.set('2026-11-20T09:02:00Z');
    await server.call('DELETE', `/programs/${id}`, { as: 'admin' });
    const { body: me } = await server.call<{ id: number; name: string }>('GET', '/auth/me', {
      as: 'teacher',
    });
    clock.set('2026-11-20T09:03:00Z');
    const actor = { userId: me.id, name: me.name, role: 'teacher', undoSession: null };
    await server.data.write(actor, async (unit) => {
      unit.describe('create', 'saved_filters', null, 'عمل المعلم');
      const values = { user_id: me.id, resource: 'students', name: 'مرشح', filter: '{}', sort: null };
      await unit.insert('saved_filters', values);
    });
    const own = { action: 'عمل المعلم', user: me.name, type: 'success', time: '2026-11-20T09:03:00.000Z' };
    const newest = await activities('admin');
    expect(newest.slice(0, 4)).toMatchObject([
      own,
      { type: 'warning' },
      { type: 'info' },
      { type: 'success' },
    ]);
    expect(newest.slice(1, 4).every(({ action }) => action.includes(program_name))).toBe(true);
    expect(newest.length).toBeLessThanOrEqual(10);
    expect(await activities('teacher')).toMatchObject([own]);
  });
});

describe('an empty institute', () => {
  test('an empty institute shows no rate except the default attendance', async () => {
    const emptyServer = await startTestApp({ now: clock.now, today: day });
    const programs = await emptyServer.call<{ id: number }[]>('GET', '/programs', { as: 'admin' });
    expect(programs.body.length).toBe(3);
    for (const { id } of programs.body) await emptyServer.call('DELETE', `/programs/${id}`, { as: 'admin' });
    for (const as of ['admin', 'teacher'] as const) {
      const figures = await emptyServer.call('GET', '/dashboard/stats', { as });
      expect(figures.body).toEqual({
        programs: 0,
        batches: 0,
        students: 0,
        subjects: 0,
        activeStudents: 0,
        todayAbsences: 0,
        averageGrade: null,
        assignments: 0,
        successRate: null,
        attendanceRate: 95,
        attendanceRateIsDefault: true,
      });
      const { body } = await emptyServer.call<PerformanceData>('GET', '/dashboard/performance', { as });
      expect(body.gradesByLevel).toEqual([]);
      expect(body.topStudents).toEqual([]);
      expect(Object.values(body.gradeDistribution)).toEqual(letters.map(() => 0));
    }
    await emptyServer.close();
  });
});
