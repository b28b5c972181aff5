import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Register } from '../../../contract/absences';
import { daysAfter } from '../../../contract/rules/retention';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt } from '../../support/clock';
import { expectedResults, storedResults } from '../../support/results';
import { rounds } from '../../support/rounds';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent, excused, registerCalls, unexcused } from '../../support/teaching';

/** Number of tried sequences of saves. */
const sequences = Number(process.env['SEQUENCES'] ?? rounds({ short: 15, all: 60 }));
const today = '2026-11-20';
let server: TestApp;
/** Two students are in each of two circles, and one student has no circle. */
let sheet: Sheet;
let circles: number[];
let teachers: { token: string }[];
beforeAll(async () => {
  server = await startTestApp({ now: clockAt(`${today}T09:00:00Z`).now });
  sheet = await newSheet(server, 5);
  circles = [];
  teachers = [];
  for (const index of [0, 1]) {
    const members = sheet.students.slice(2 * index, 2 * index + 2);
    const teacher = await addAccount(server, 'teacher');
    const values = { teacher_id: teacher.id };
    circles.push((await newCircle(server, sheet.subjectCode, members, '1990-01-01', values)).id);
    teachers.push(await teacher.signIn());
  }
});
afterAll(() => server.close());

/** The register of a save: of the first or second circle, or of all students. */
type Target = 0 | 1 | 'all';
/** The indexes of the students in each register; `2` is the register without a circle. */
const members = { 0: [0, 1], 1: [2, 3], 2: [4] } as const;
const partOf = (index: number): 0 | 1 | 2 => (index < 2 ? 0 : index < 4 ? 1 : 2);
const partsOf = (target: Target): (0 | 1 | 2)[] => (target === 'all' ? [0, 1, 2] : [target]);

interface Save {
  call: 'set' | 'record';
  target: Target;
  /** A teacher with only one circle may omit the circle in the call. */
  by: 'admin' | 'teacher' | 'teacher of one';
  /** Each student is present, or absent with or without excuse. */
  presence: (null | typeof excused | typeof unexcused)[];
  /** The sent version: the last loaded one, an older one, or none. */
  version: 'read' | 'older' | 'none';
}

/** The expected day: the version of each register (0: not taken), and the absence of each student. */
interface Day {
  versions: [number, number, number];
  types: (string | null)[];
}
const nothing: Day = { versions: [0, 0, 0], types: [null, null, null, null, null] };
const versionOf = ({ versions }: Day, target: Target) =>
  partsOf(target).reduce<number>((sum, part) => sum + versions[part], 0);

/** Returns the expected day after a single save, and the status of its answer. */
function applySave(day: Day, save: Save, read: Day): { status: number; day: Day } {
  const { call, target, presence } = save;
  const parts = partsOf(target);
  const indexes = parts.flatMap((part) => [...members[part]]);
  const entries = indexes.map((index) => ({ place: index, type: presence[index] ?? null }));
  const types = [...day.types];
  const touched = new Set<number>(parts.filter((part) => day.versions[part] === 0));
  for (const { place, type } of entries) {
    const isSame = type === day.types[place] || (call === 'record' && type === null);
    if (call === 'record' && type !== null && day.types[place] !== null) return { status: 400, day };
    if (isSame) continue;
    types[place] = type;
    touched.add(partOf(place));
  }
  const sentVersion = versionSent(save, read);
  if (
    call === 'set' &&
    touched.size > 0 &&
    sentVersion !== undefined &&
    sentVersion !== versionOf(day, target)
  )
    return { status: 409, day };
  const versions = day.versions.map((version, part) => version + (touched.has(part) ? 1 : 0));
  return { status: 200, day: { versions: versions as Day['versions'], types } };
}

function versionSent({ version, target, call }: Save, read: Day): number | undefined {
  if (version === 'none' || call === 'record') return undefined;
  return Math.max(0, versionOf(read, target) - (version === 'older' ? 1 : 0));
}

const callsOf = (target: Target, isNamed = true) =>
  registerCalls(
    server,
    { batch_name: sheet.batchName, subject_code: sheet.subjectCode },
    target === 'all' || !isNamed ? undefined : circles[target],
  );

async function send(date: string, save: Save, read: Day): Promise<number> {
  const indexes = partsOf(save.target).flatMap((part) => [...members[part]]);
  const absences = indexes.flatMap((index) => {
    const type = save.presence[index];
    return type ? [absent(String(sheet.students[index]?.student_id), type)] : [];
  });
  const teacher = save.target === 'all' || save.by === 'admin' ? undefined : teachers[save.target];
  const calls = callsOf(save.target, !(teacher && save.by === 'teacher of one'));
  const { status, text } =
    save.call === 'set'
      ? await calls.set(date, absences, versionSent(save, read), teacher)
      : await calls.record(date, absences, teacher);
  expect([200, 400, 409], text).toContain(status);
  return status;
}

const toDay = ({ absences, circles: parts }: Register): Day => ({
  versions: [circles[0], circles[1], null].map(
    (circle) => parts?.find(({ circle_id }) => circle_id === circle)?.version ?? 0,
  ) as Day['versions'],
  types: sheet.students.map(
    ({ student_id }) => absences.find(({ studentId }) => studentId === student_id)?.type ?? null,
  ),
});

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

const save: fc.Arbitrary<Save> = fc.record({
  call: fc.constantFrom('set', 'set', 'record'),
  target: fc.constantFrom<Target[]>(0, 1, 'all'),
  by: fc.constantFrom('admin', 'teacher', 'teacher of one'),
  presence: fc.array(fc.constantFrom(null, null, excused, unexcused), { minLength: 5, maxLength: 5 }),
  version: fc.constantFrom('read', 'read', 'older', 'none'),
});

test(
  'concurrent saves of the registers of a day have the result of some sequence of saves, and no save of a circle changes another circle',
  async () => {
    let date = today;
    let refused = 0;
    const several = fc.array(fc.array(save, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(several, async (sequence) => {
      // Each sequence has a new day without registers.
      date = daysAfter(date, -1);
      let day = nothing;
      for (const saves of sequence) {
        const read = day;
        const statuses = await Promise.all(saves.map((one) => send(date, one, read)));
        const { body } = await callsOf('all').day(date);
        const now = toDay(body);
        const isExplained = permutations(saves.map((one, at) => ({ one, at }))).some((order) => {
          const answered: number[] = [];
          let state = read;
          for (const { one, at } of order) {
            const result = applySave(state, one, read);
            answered[at] = result.status;
            state = result.day;
          }
          return JSON.stringify([answered, state]) === JSON.stringify([statuses, now]);
        });
        expect(isExplained, JSON.stringify({ read, saves, statuses, now })).toBe(true);
        expect(body).toMatchObject({
          version: versionOf(now, 'all'),
          taken: now.versions.every((version) => version > 0),
        });
        // A save of one circle does not change the other registers.
        for (const part of [0, 1, 2] as const) {
          if (saves.some(({ target }) => target === part || target === 'all')) continue;
          expect(now.versions[part]).toBe(read.versions[part]);
          for (const index of members[part]) expect(now.types[index]).toBe(read.types[index]);
        }
        refused += statuses.filter((status) => status !== 200).length;
        day = now;
      }
      for (const index of [0, 1] as const)
        expect((await callsOf(index).day(date)).body).toMatchObject({
          version: day.versions[index],
          taken: day.versions[index] > 0,
          students: [{}, {}],
        });
    });
    await fc.assert(property, { numRuns: sequences, endOnFailure: true });
    expect(refused).toBeGreaterThan(sequences / 10);
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  },
  120_000 + sequences * 1_000,
);
