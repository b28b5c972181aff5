import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordKinds } from '../../../contract/vocabulary';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { newSheet, type Sheet } from '../../support/sheet';
import { recordCalls } from '../../support/teaching';

const today = '2026-09-10';
const sizes = { small: 2, large: 22 };
type Size = keyof typeof sizes;
const kinds = { one: ['far'], all: recordKinds } as const;

let server: TestApp;
let statements: string[] = [];
let holder: { token: string };
const circles = {} as Record<Size, number>;
let sheet: Sheet;
let records: ReturnType<typeof recordCalls>;
/** Returns the numbers of the students of a circle. */
const studentsIn = (size: Size) => {
  const first = size === 'small' ? 0 : sizes.small;
  return sheet.students.slice(first, first + sizes[size]).map(({ student_id }) => student_id);
};

beforeAll(async () => {
  server = await startTestApp({
    now: () => new Date(`${today}T09:00:00Z`),
    onQuery: ({ sql }) => statements.push(sql),
  });
  const account = await addAccount(server, 'teacher');
  holder = await account.signIn();
  sheet = await newSheet(server, sizes.small + sizes.large, 'تقييد يومي');
  records = recordCalls(server, { batch_name: sheet.batchName, subject_code: sheet.subjectCode });
  for (const size of ['small', 'large'] as const) {
    const members = studentsIn(size).map((student_id) => ({ student_id }));
    const values = { teacher_id: account.id };
    circles[size] = (await newCircle(server, sheet.subjectCode, members, '2026-09-01', values)).id;
  }
  // The first save has ranges, and the second only a text: the latest range is not in the newest record.
  await save(
    '2026-09-02',
    [...studentsIn('small'), ...studentsIn('large')],
    recordKinds,
    recordValues(1),
    new Map(),
  );
  await save(
    '2026-09-03',
    [...studentsIn('small'), ...studentsIn('large')],
    recordKinds,
    { recordContent: 'مراجعة' },
    new Map(),
  );
});
afterAll(() => server.close());

const recordValues = (count: number) => ({
  ranges: [
    { from: '2:1', to: '2:20' },
    { from: '3:1', to: `3:${count + 9}` },
  ],
  faults: [
    { kind: 'prompt', ayah: '2:2', count },
    { kind: 'notice', count },
  ],
});
const removed = {
  recordContent: '',
  pagesCount: '',
  performanceLevel: '',
  mistakesCount: '',
  teacherNotes: '',
};

/** Reads the stored versions by kind and student. */
async function versionsOn(date: string): Promise<Map<string, number>> {
  const { body } = await records.day(date, 'admin', { kind: 'all' });
  return new Map(body.records.map(({ kind, studentId, version }) => [`${kind} ${studentId}`, version]));
}

async function save(
  date: string,
  numbers: readonly string[],
  inKinds: readonly string[],
  row: object,
  versions: ReadonlyMap<string, number>,
) {
  const rows = numbers.flatMap((studentId) =>
    inKinds.map((kind) => ({ studentId, kind, version: versions.get(`${kind} ${studentId}`), ...row })),
  );
  const answer = await records.save(date, rows, 'admin');
  expect(answer.status, answer.text).toBe(200);
  return answer.body.records;
}

/** Counts the statements of a call for a small and a large circle, in one kind and in all kinds. */
async function countsOf(call: (size: Size, many: keyof typeof kinds) => Promise<unknown>): Promise<number[]> {
  const counts: number[] = [];
  for (const size of ['small', 'large'] as const)
    for (const kindSet of ['one', 'all'] as const) {
      await call(size, kindSet);
      counts.push(statements.length);
    }
  return counts;
}

describe('the number of statements for the records of a day', () => {
  test.each([
    // Caller, subject, students; records with ranges and faults; one more for earlier ranges.
    ['the admin', 9],
    // One more for the scope of the teacher.
    ['the teacher of the circles', 10],
  ])('the number of reads by %s does not grow with students or kinds', async (who, most) => {
    const as = who === 'the admin' ? 'admin' : holder;
    const counts = await countsOf(async (size, many) => {
      const kind = many === 'all' ? 'all' : 'far';
      statements = [];
      const { body } = await records.day(today, as, { circle_id: circles[size], kind });
      expect(body.records).toHaveLength(sizes[size] * kinds[many].length);
      const [first] = body.records;
      expect([first?.previous?.recordContent, first?.lastRange?.to.surah]).toEqual(['مراجعة', 3]);
    });
    expect(counts).toEqual([most, most, most, most]);
  });

  test.each([
    ['new', removed, recordValues(1)],
    ['changed', recordValues(1), recordValues(2)],
    ['removed', recordValues(1), removed],
  ])('the number of statements of a save does not grow with %s records', async (_, before, after) => {
    const counts = await countsOf(async (size, many) => {
      const all = [...studentsIn('small'), ...studentsIn('large')];
      await save(today, all, recordKinds, before, await versionsOn(today));
      const versions = await versionsOn(today);
      statements = [];
      const saved = await save(today, studentsIn(size), kinds[many], after, versions);
      expect(saved.map(({ id }) => id !== null)).toEqual(saved.map(() => after !== removed));
    });
    expect(counts).toEqual(counts.map(() => counts[0]));
    expect(counts[0]).toBeGreaterThan(20);
  });
});
