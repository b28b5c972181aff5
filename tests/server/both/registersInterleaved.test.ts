import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Register } from '../../../contract/absences';
import { addAccount } from '../../support/accounts';
import { startTestApp, type TestApp } from '../../support/app';
import { newCircle } from '../../support/circles';
import { clockAt } from '../../support/clock';
import { expectedResults, storedResults } from '../../support/results';
import { rounds } from '../../support/rounds';
import { uniqueText } from '../../support/sampleCalls';
import { newSheet, type Sheet } from '../../support/sheet';
import { absent } from '../../support/teaching';

/** Number of tried sequences of events. */
const sequences = Number(process.env['SEQUENCES'] ?? rounds({ short: 10, all: 16 }));
const clock = clockAt('2026-11-20T09:00:00Z');
/** The first day of the circles, the day of the registers, and a later day. */
const days = { began: '2026-11-02', day: '2026-11-10', after: '2026-11-15' } as const;
const studentIndexes = [0, 1, 2, 3, 4] as const;
type CircleIndex = 0 | 1;

let server: TestApp;
let batch: Sheet;
let teachers: { id: number; token: string }[];
beforeAll(async () => {
  server = await startTestApp({ now: clock.now });
  batch = await newSheet(server, studentIndexes.length);
  teachers = [];
  while (teachers.length < 2) {
    const account = await addAccount(server, 'teacher');
    teachers.push({ id: account.id, ...(await account.signIn()) });
  }
});
afterAll(() => server.close());

/** Events on the registers of one day, in sequence. */
type Event =
  /** A teacher opens the register of his circle. */
  | { is: 'open'; who: CircleIndex }
  /**
   * A teacher saves absences in the open register. The device queues the write, which replaces an earlier
   * one.
   */
  | { is: 'save'; who: CircleIndex; absent: boolean[] }
  /** The device sends the queued write. If the answer is lost, the device sends the write again later. */
  | { is: 'send'; who: CircleIndex; isAnswerLost: boolean }
  /** An admin moves a student into a circle, or out of all circles (2), from a day on. */
  | { is: 'move'; student: number; to: CircleIndex | 2; from: keyof typeof days }
  /** An admin saves all registers in one call. */
  | { is: 'all'; absent: boolean[] }
  /** A teacher or the admin undoes his latest write. */
  | { is: 'undo'; who: CircleIndex | 'admin' };

const who = fc.constantFrom<CircleIndex[]>(0, 1);
const marks = fc.array(fc.constantFrom(true, true, false), {
  minLength: studentIndexes.length,
  maxLength: studentIndexes.length,
});
const sending = fc.record({ is: fc.constant('send' as const), who, isAnswerLost: fc.boolean() });
const move = fc.record({
  is: fc.constant('move' as const),
  student: fc.constantFrom(...studentIndexes.slice(0, 4), ...studentIndexes),
  to: fc.constantFrom<(CircleIndex | 2)[]>(0, 0, 1, 1, 2),
  from: fc.constantFrom<(keyof typeof days)[]>('began', 'began', 'began', 'day', 'day', 'after'),
});
const other: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: move },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('undo' as const),
      who: fc.constantFrom<(CircleIndex | 'admin')[]>(0, 1, 'admin'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('open' as const), who }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('all' as const), absent: marks }) },
);
/** Yields a save that is sent at once or later, with other events around it. */
const round = fc
  .tuple(
    fc.record({ is: fc.constant('save' as const), who, absent: marks }),
    fc.array(other, { maxLength: 2 }),
    sending,
    fc.array(other, { maxLength: 1 }),
  )
  .map(([save, before, sent, after]): Event[] => [save, ...before, sent, ...after]);

interface Waiting {
  absentStudents: ReturnType<typeof absent>[];
  version: number;
}

/** The answer for one register: of a circle, or of the students without a circle. */
interface Part {
  version: number;
  students: string[];
  absent: string[];
}

/** A subject with two circles of two students, and the state of the teachers' devices. */
interface Subject {
  code: string;
  id: number;
  circles: number[];
  /** Session ids for the undo calls. */
  session: string;
  open: [Register | null, Register | null];
  waiting: [Waiting | null, Waiting | null];
  /** The students in each register when it was taken, by the register's row number. */
  listed: Map<number, string[]>;
}

async function newDividedSubject(): Promise<Subject> {
  const body = { subject_code: uniqueText(), name: `مادة ${uniqueText()}`, batch_id: batch.batchId };
  const { body: created } = await server.call<{ id: number; subject_code: string }>('POST', '/subjects', {
    as: 'admin',
    body,
  });
  const circles: number[] = [];
  for (const index of [0, 1] as const) {
    const members = batch.students.slice(2 * index, 2 * index + 2);
    const values = { teacher_id: teachers[index]?.id ?? null };
    circles.push((await newCircle(server, created.subject_code, members, days.began, values)).id);
  }
  const none = { open: [null, null], waiting: [null, null] } satisfies Partial<Subject>;
  return {
    ...none,
    code: created.subject_code,
    id: created.id,
    circles,
    session: uniqueText(),
    listed: new Map(),
  };
}

const numberOf = (index: number) => String(batch.students[index]?.student_id);
const pathOf = ({ code }: Subject) =>
  `/absences/${encodeURIComponent(batch.batchName)}/${encodeURIComponent(code)}/${days.day}`;
const callerOf = (one: CircleIndex | 'admin') =>
  one === 'admin' ? 'admin' : { token: String(teachers[one]?.token) };

const registerOf = async (subject: Subject, index?: CircleIndex, as: CircleIndex | 'admin' = 'admin') => {
  const query = index === undefined ? {} : { circle_id: subject.circles[index] };
  const { status, body } = await server.call<Register>('GET', pathOf(subject), { as: callerOf(as), query });
  expect(status).toBe(200);
  return body;
};

const toPart = ({ version, students, absences }: Register): Part => ({
  version,
  students: students.map(({ studentId }) => studentId).toSorted(),
  absent: absences.map(({ studentId }) => studentId).toSorted(),
});

/** Loads the three registers. Each student and each absence is in exactly one of them. */
async function partsOf(subject: Subject): Promise<[Part, Part, Part]> {
  const first = toPart(await registerOf(subject, 0));
  const second = toPart(await registerOf(subject, 1));
  const register = await registerOf(subject);
  const all = toPart(register);
  const findRest = (field: 'students' | 'absent') =>
    all[field].filter((student) => !first[field].includes(student) && !second[field].includes(student));
  const version = register.circles?.find(({ circle_id }) => circle_id === null)?.version ?? 0;
  const third = { version, students: findRest('students'), absent: findRest('absent') };
  for (const field of ['students', 'absent'] as const)
    expect([...first[field], ...second[field], ...third[field]].toSorted()).toEqual(all[field]);
  expect(all.students).toEqual(studentIndexes.map(numberOf).toSorted());
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from absences where subject_id = ${subject.id}`.execute(server.data.read);
  expect(Number(rows[0]?.count)).toBe(all.absent.length);
  return [first, second, third];
}

/** The stats count each student once who was in a register when it was taken. */
async function checkStats(subject: Subject, parts: readonly Part[]): Promise<void> {
  const { read } = server.data;
  const registers = await read
    .selectFrom('registers')
    .select(['id', 'circle_id'])
    .where('subject_id', '=', subject.id)
    .execute();
  for (const id of subject.listed.keys())
    if (!registers.some((register) => register.id === id)) subject.listed.delete(id);
  for (const { id, circle_id } of registers) {
    const index = circle_id === null ? 2 : subject.circles.indexOf(circle_id);
    if (!subject.listed.has(id)) subject.listed.set(id, parts[index]?.students ?? []);
  }
  const stored = await read
    .selectFrom('subject_results')
    .select('expected')
    .where('subject_id', '=', subject.id)
    .executeTakeFirst();
  expect(Number(stored?.expected ?? 0)).toBe(new Set([...subject.listed.values()].flat()).size);
}

/**
 * Runs an event. It may change the registers of some circles, or the circles of students. @returns the status
 */
type Run<E extends Event['is']> = (
  subject: Subject,
  event: Extract<Event, { is: E }>,
) => Promise<{ status: number; touches: readonly number[] }>;

const nothing = { status: 200, touches: [] };

async function setMembers(subject: Subject, circle: number, from: string, student: string, isIn: boolean) {
  const path = `/circles/${subject.circles[circle]}/members`;
  const { body } = await server.call<{ student_id: string }[]>('GET', path, {
    as: 'admin',
    query: { date: from },
  });
  const others = body.map(({ student_id }) => student_id).filter((one) => one !== student);
  return server.call('PUT', path, {
    as: 'admin',
    body: { student_ids: isIn ? [...others, student] : others, date: from },
    headers: { 'x-session-id': subject.session },
  });
}

const runs: { [E in Event['is']]: Run<E> } = {
  open: async (subject, { who: index }) => {
    subject.open[index] = await registerOf(subject, index, index);
    return nothing;
  },
  save: async (subject, { who: index, absent: isAbsent }) => {
    const register = (subject.open[index] ??= await registerOf(subject, index, index));
    subject.waiting[index] = {
      absentStudents: register.students
        .filter(({ studentId }) => isAbsent[studentIndexes.findIndex((one) => numberOf(one) === studentId)])
        .map(({ studentId }) => absent(studentId)),
      version: register.version,
    };
    return nothing;
  },
  send: async (subject, { who: index, isAnswerLost }) => {
    const waiting = subject.waiting[index];
    if (!waiting) return nothing;
    const send = () =>
      server.call<Register>('PUT', pathOf(subject), {
        as: callerOf(index),
        body: { ...waiting, circle_id: subject.circles[index] },
        headers: { 'x-session-id': subject.session },
      });
    const { status, body } = await send();
    if (status === 200 && isAnswerLost) {
      const again = await send();
      expect([again.status, again.body.version]).toEqual([200, body.version]);
    }
    if (!isAnswerLost) subject.waiting[index] = null;
    return { status, touches: [index] };
  },
  all: async (subject, { absent: isAbsent }) => {
    const absentStudents = studentIndexes
      .filter((index) => isAbsent[index])
      .map((index) => absent(numberOf(index)));
    const { status } = await server.call('PUT', pathOf(subject), {
      as: 'admin',
      body: { absentStudents },
      headers: { 'x-session-id': subject.session },
    });
    return { status, touches: [0, 1, 2] };
  },
  move: async (subject, { student, to, from }) => {
    const number = numberOf(student);
    if (to !== 2) return { ...(await setMembers(subject, to, days[from], number, true)), touches: [] };
    for (const index of [0, 1]) await setMembers(subject, index, days[from], number, false);
    return nothing;
  },
  undo: async (subject, { who: one }) => {
    const { status } = await server.call('POST', '/undo/latest', {
      as: callerOf(one),
      headers: { 'x-session-id': subject.session },
    });
    return { status, touches: one === 'admin' ? [0, 1, 2] : [one] };
  },
};

/** Other registers stay unchanged. After a move only the register of a student may differ. */
function checkTouched(
  before: readonly Part[],
  after: readonly Part[],
  touched: readonly number[] | 'places',
  details: unknown,
): void {
  const absentees = (parts: readonly Part[]) => parts.flatMap((part) => part.absent).toSorted();
  const untouchedParts = (parts: readonly Part[]) =>
    touched === 'places' ? absentees(parts) : parts.filter((_part, index) => !touched.includes(index));
  expect(untouchedParts(after), JSON.stringify(details)).toEqual(untouchedParts(before));
}

test(
  'queued and repeated saves of two teachers, moves on earlier days and undo in any order never change the register of another circle, and the stats have each student once',
  async () => {
    const answers: Record<string, number> = {};
    const several = fc.array(round, { minLength: 3, maxLength: 4 });
    const property = fc.asyncProperty(several, async (sequence) => {
      const events = sequence.flat();
      const subject = await newDividedSubject();
      let before = await partsOf(subject);
      for (const one of events) {
        clock.set(new Date(clock.now().getTime() + 1_000).toISOString());
        const run = runs[one.is] as Run<Event['is']>;
        const { status, touches } = await run(subject, one);
        answers[`${one.is} ${status}`] = (answers[`${one.is} ${status}`] ?? 0) + 1;
        expect([200, 404, 409, 422], JSON.stringify(one)).toContain(status);
        if (one.is === 'open' || one.is === 'save') continue;
        const after = await partsOf(subject);
        const details = { one, events };
        checkTouched(before, after, one.is === 'move' ? 'places' : status === 200 ? touches : [], details);
        await checkStats(subject, after);
        before = after;
      }
    });
    await fc.assert(property, { numRuns: sequences, endOnFailure: true });
    // Each of these results occurred at least once.
    const expected = ['send 200', 'send 409', 'send 422', 'move 200', 'undo 200'];
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(expected));
    expect(await storedResults(server.data)).toEqual(await expectedResults(server.data));
  },
  120_000 + sequences * 1_000,
);
