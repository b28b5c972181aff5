import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DashboardStats, PerformanceData } from '../../../contract/dashboard';
import { defaultGradeSettings, gradeColumns } from '../../../contract/rules/gradeSettings';
import { percentRate, roundedMean } from '../../../contract/rules/statistics';
import type { Subject } from '../../../contract/subjects';
import { studentStatuses } from '../../../contract/vocabulary';
import { countResultChange } from '../../../server/db/search/resultChanges';
import { isOnRoster } from '../../../server/domain/enrolments';
import { loadInstituteDay } from '../../../server/domain/institute';
import { type Answer, startTestApp, type TestApp } from '../../support/app';
import { clockAt, advanceDays } from '../../support/clock';
import { isPostgres } from '../../support/database';
import { expectedResults, storedResults } from '../../support/results';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { enrolledStudents } from '../../support/enrolledStudents';
import { rounds } from '../../support/rounds';

/** Number of tried sequences of actions; `npm run bench -- --long` tries 5,000. */
const sequences = Number(process.env['SEQUENCES'] ?? rounds({ short: 20, all: 60 }));
/** Seed of the random choices: constant in `npm test`, different in each long run, which prints it. */
const seed = Number(process.env['SEED'] ?? 14);
const clock = clockAt('2026-11-20T09:00:00Z');
/** Usually today, else one of the three days before. */
const pastDay = (choice: number) =>
  new Date(clock.now().getTime() - Math.max(0, (choice % 7) - 3) * 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10);
let server: TestApp;
let sheets: Sheet[];
/**
 * Two subjects in each of four batches, one batch in another programme. A moved student repeats the second
 * subject.
 */
let offerings: { sheet: Sheet; code: string }[];
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  sheets = [];
  for (const size of [4, 3, 1, 1]) sheets.push(await newSheet(server, size));
  const program = await send('POST', '/programs', {
    program_id: uniqueText(),
    program_name: `برنامج ${uniqueText()}`,
  });
  const { program_id } = program.body as { program_id: string };
  const away = await send('PUT', `/batches/${sheets[3]?.batchId}`, { program_id });
  if (away.status !== 200) throw new Error(away.text);
  offerings = [];
  const repeated = uniqueText();
  for (const sheet of sheets) {
    const body = { subject_code: repeated, name: 'مادة ثانية', batch_id: sheet.batchId };
    const { body: second } = await server.call<Subject>('POST', '/subjects', { as: 'admin', body });
    offerings.push({ sheet, code: sheet.subjectCode }, { sheet, code: second.subject_code });
  }
});
afterAll(() => server.close());

interface Action {
  name: keyof typeof actions;
  which: number;
  other: number;
}

const headers = { 'x-session-id': 'results' };
const send = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { as: 'admin', headers, body });
const pickAt = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;
const sheetPath = ({ sheet, code }: (typeof offerings)[number]) =>
  `/grades/${encodeURIComponent(sheet.batchName)}/${code}`;
const students = () => sheets.flatMap((sheet) => sheet.students);

async function mark({ which, other }: Action): Promise<Answer> {
  const chosen = pickAt(offerings, which);
  const { body: rows } = await server.call<{ studentId: string }[]>('GET', sheetPath(chosen), {
    as: 'admin',
  });
  const grades = (Array.isArray(rows) ? rows : []).map(({ studentId }, index) => ({
    studentId,
    ...Object.fromEntries(
      gradeColumns.map((column, at) => {
        const start = (other * 31 + index * 17 + at * 7 + which) % 97;
        return [`${column}Grade`, start % 13 === 0 ? null : (start % 11) / 2];
      }),
    ),
  }));
  return send('POST', '/grades/save', {
    batchName: chosen.sheet.batchName,
    subjectCode: chosen.code,
    grades,
  });
}

async function restoreLatest(): Promise<Answer | null> {
  const query = { limit: 1 };
  const { body } = await server.call<{ data: { id: number }[] }>('GET', '/archive/deleted-records', {
    as: 'admin',
    query,
  });
  const [latest] = body.data ?? [];
  return latest ? send('POST', `/archive/restore/${latest.id}`) : null;
}

async function takeRegister({ which, other }: Action): Promise<null> {
  const actor = { userId: 1, name: 'tests', role: 'admin', undoSession: 'results' };
  const subject = await server.data.read
    .selectFrom('subjects')
    .select('id')
    .where('subject_code', '=', pickAt(offerings, which).code)
    .executeTakeFirst();
  const present = await server.data.read
    .selectFrom(enrolledStudents(server.data.read))
    .select('id')
    .where('batch_id', '=', pickAt(offerings, which).sheet.batchId)
    .execute();
  if (!subject) return null;
  await server.data.write(actor, async (unit) => {
    unit.describe('create', 'registers', null, 'tests');
    const day = { subject_id: subject.id, date: `2027-${uniqueText()}` };
    const register = await unit.insert('registers', {
      ...day,
      students_count: present.length,
      absences_changed_at: unit.now,
    });
    for (const { id } of present.slice(0, other % 3))
      await unit.insert('absences', {
        ...day,
        register_id: register.id,
        student_row_id: id,
        type: 'غياب بعذر',
        notes: null,
      });
  });
  return null;
}

const actions = {
  mark,
  'mark again': mark,
  configure: ({ which, other }: Action) =>
    send('POST', `/subject-grade-settings/${pickAt(offerings, which).code}`, {
      ...defaultGradeSettings,
      ...Object.fromEntries(
        gradeColumns.flatMap((column, at) => [
          [`${column}Enabled`, (other + at) % 3 !== 0],
          [`${column}Max`, 5 + ((other * (at + 1)) % 40)],
        ]),
      ),
    }),
  move: ({ which, other }: Action) =>
    send('PUT', `/students/${pickAt(students(), which).id}`, {
      batch_id: pickAt([...sheets.map(({ batchId }) => batchId), null], other),
    }),
  'a day passes': async () => {
    await advanceDays(clock, server, 1);
    return null;
  },
  'move two as one': ({ which, other }: Action) =>
    send('POST', '/students/move', {
      student_row_ids: [...new Set([pickAt(students(), which).id, pickAt(students(), which + other).id])],
      batch_id: pickAt(sheets, other).batchId,
      date: pastDay(which),
      confirm: true,
    }),
  'say whether he takes part': ({ which, other }: Action) =>
    send('POST', '/students/status', {
      student_row_ids: [pickAt(students(), which).id],
      status: pickAt(studentStatuses, other),
      date: pastDay(which + other),
      confirm: true,
    }),
  // Only the first three students are deleted, so that two students can always be moved.
  'delete a student': ({ which }: Action) =>
    send('DELETE', `/students/${pickAt(students().slice(0, 3), which).id}`),
  'take an offering away': ({ which }: Action) =>
    send('DELETE', `/subjects/offerings/${pickAt(offerings, which).code}`),
  'take a register': takeRegister,
  undo: () => send('POST', '/undo/latest'),
  'undo again': () => send('POST', '/undo/latest'),
  restore: restoreLatest,
};

/** The dashboard caches its stats until results change. */
async function expectCurrentStats(): Promise<void> {
  const results = await server.data.read
    .selectFrom('subject_results')
    .innerJoin('subjects', 'subjects.id', 'subject_results.subject_id')
    .select(['level', 'complete', 'percentages', 'passed'])
    .execute();
  const complete = results.filter((row) => row.complete > 0);
  const levels = [...new Set(complete.map(({ level }) => level))].toSorted();
  const sum = (rows: typeof results, column: 'complete' | 'percentages' | 'passed') =>
    rows.reduce((total, row) => total + row[column], 0);
  const [{ body: stats }, { body: performance }] = [
    await server.call<DashboardStats>('GET', '/dashboard/stats', { as: 'admin' }),
    await server.call<PerformanceData>('GET', '/dashboard/performance', { as: 'admin' }),
  ];
  const { academicYear, today } = await loadInstituteDay(server.data.read, clock.now());
  const isCurrent = sql`batches.academic_year = ${academicYear}`;
  const counts = {
    batches: sql`batches where ${isCurrent}`,
    subjects: sql`subjects`,
    activeStudents: sql`enrolments join batches on batches.id = batch_id where ${isOnRoster} and ${isCurrent}`,
    todayAbsences: sql`absences where date = ${today}`,
  };
  for (const [name, from] of Object.entries(counts)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(
      server.data.read,
    );
    expect(stats[name as keyof typeof counts], name).toBe(Number(rows[0]?.count));
  }
  expect(stats).toMatchObject({
    averageGrade: roundedMean(sum(complete, 'percentages'), sum(complete, 'complete')),
    successRate: percentRate(sum(complete, 'passed'), sum(complete, 'complete')),
  });
  expect(performance.gradesByLevel.map(({ level, count }) => ({ level, count }))).toEqual(
    levels.map((level) => ({
      level,
      count: sum(
        complete.filter((row) => row.level === level),
        'complete',
      ),
    })),
  );
}

test(
  'percentages and stored results equal what the rules compute from the marks, after any sequence of actions',
  async () => {
    const done = new Map<string, number>();
    const action = fc.record({
      name: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
      which: fc.nat(99),
      other: fc.nat(999),
    });
    const property = fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async (sequence) => {
      for (const one of sequence) {
        const answer = await actions[one.name](one);
        expect(answer?.status ?? 200, `${one.name}: ${answer?.text}`).toBeLessThan(500);
        if ((answer?.status ?? 200) < 300) done.set(one.name, (done.get(one.name) ?? 0) + 1);
        await expectCurrentStats();
      }
      expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
    });
    await fc.assert(property, { numRuns: sequences, seed, endOnFailure: true });
    for (const name of Object.keys(actions))
      expect(done.get(name) ?? 0, name).toBeGreaterThanOrEqual(rounds({ short: 1, all: 3 }));
    expect((await storedResults(server.data)).subjects.size).toBeGreaterThan(0);
  },
  120_000 + sequences * 1_000,
);

test('percentages and stored results equal the rules after parallel changes of marks, settings and batches of the same students', async () => {
  const [first, second] = [await newSheet(server, 4), await newSheet(server, 1)];
  const body = { subject_code: uniqueText(), name: 'مادة أخرى', batch_id: first.batchId };
  const { body: other } = await server.call<Subject>('POST', '/subjects', { as: 'admin', body });
  const marks = (index: number, round: number) =>
    Object.fromEntries(gradeColumns.map((column, at) => [`${column}Grade`, ((index + round + at) % 11) / 2]));
  const save = (subjectCode: string, round: number) => {
    const grades = first.students.map(({ student_id }, index) => ({
      studentId: student_id,
      ...marks(index, round),
    }));
    return send('POST', '/grades/save', { batchName: first.batchName, subjectCode, grades });
  };
  const student = first.students[3]?.id;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, round) => [
      save(first.subjectCode, round),
      save(other.subject_code, round + 5),
      send('POST', `/subject-grade-settings/${other.subject_code}`, {
        ...defaultGradeSettings,
        testEnabled: round % 2 === 0,
      }),
      send('PUT', `/students/${student}`, { batch_id: round % 2 === 0 ? second.batchId : first.batchId }),
    ]).flat(),
  );
  // A save is refused if the student is in the other batch at that moment; all other writes succeed.
  for (const { status, text } of answers) expect([200, 422], text).toContain(status);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(24);
  expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  await expectCurrentStats();
});

test.runIf(isPostgres)('parallel writes do not wait for each other to count changes of results', async () => {
  const { data } = server;
  const count = async () => {
    const { rows } = await sql<{
      changes: number;
    }>`select sum(changes) as changes from result_changes`.execute(data.read);
    return Number(rows[0]?.changes);
  };
  const before = await count();
  await data.transaction(async (first) => {
    await countResultChange({ trx: first, kind: data.kind });
    // With one counter, this write would wait for the first one until it is refused.
    await data.writeUnlogged((second) => countResultChange({ trx: second, kind: data.kind }));
    expect(await count()).toBe(before + 1);
  });
  expect(await count()).toBe(before + 2);
  await data.transaction(async (trx) => {
    await sql`select id from result_changes where id > 0 for update`.execute(trx);
    await data.writeUnlogged((second) => countResultChange({ trx: second, kind: data.kind }));
  });
  expect(await count()).toBe(before + 3);
});
