import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { openOutbox } from '../../src/dataProvider/outbox/userOutbox';
import { send, sendAll, sendWithTimeout } from '../../src/dataProvider/outbox/outbox';
import { dropSession } from '../../src/dataProvider/session';
import {
  type Answer,
  answerWith,
  keysOf,
  readLocalQueue,
  register,
  signIn,
  successResponse,
} from '../support/localOutbox';

// jsdom cannot encrypt, like an address without https: the outbox is in localStorage.
// tests/e2e/long/outbox.test.ts tests the encrypted store in a browser.

/** Makes every later store of the outbox fail. */
const fillDevice = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((storageKey) => {
    if (/^rasd\.(queued|outbox)/.test(storageKey)) throw new DOMException('full', 'QuotaExceededError');
  });

beforeEach(() => {
  localStorage.clear();
  signIn(1, crypto.randomUUID());
});
afterEach(() => {
  dropSession('left');
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a register saved without a network waits on the device, and is sent with the same key until an answer arrives', async () => {
  const calls = answerWith(async () => (calls.mock.calls.length === 1 ? 'lost' : successResponse));
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
  expect(readLocalQueue(1)).toMatchObject([{ kind: 'register', subjectCode: 'QRN1', state: 'waiting' }]);
  expect(await sendAll()).toBe(true);
  expect(readLocalQueue(1)).toEqual([]);
  const [first, second] = keysOf(calls);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

it('queued writes of an ended session are sent after the next sign-in of the same user, not of another', async () => {
  const calls = answerWith(async () => ({ status: 401, body: { error: 'انتهت الجلسة' } }));
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
  expect(readLocalQueue(1)).toHaveLength(1);
  calls.mockReset().mockResolvedValue(successResponse);
  expect(await sendAll()).toBe(false);
  signIn(2);
  expect(openOutbox()?.entries).toEqual([]);
  await sendAll();
  expect(calls).not.toHaveBeenCalled();
  signIn(1);
  expect(await sendAll()).toBe(true);
  expect(calls).toHaveBeenCalledTimes(1);
  expect(readLocalQueue(1)).toEqual([]);
});

it('a refused register stays with its reason, is not sent again automatically, and is replaced by the next save', async () => {
  const refusal = { error: 'مرفوض', code: 'STALE', current: { version: 4 } };
  const calls = answerWith(async () =>
    calls.mock.calls.length === 1 ? { status: 409, body: refusal } : successResponse,
  );
  expect(await send('register', register('QRN1'))).toMatchObject({ kind: 'refused' });
  const problem = { status: 409, code: 'STALE', current: { version: 4 } };
  expect(readLocalQueue(1)).toMatchObject([{ state: 'refused', problem }]);
  expect(await sendAll()).toBe(false);
  expect(calls).toHaveBeenCalledTimes(1);
  expect(await send('register', register('QRN1', undefined, ['7']))).toMatchObject({ kind: 'sent' });
  expect(readLocalQueue(1)).toEqual([]);
});

it('two saves of one subject are sent in sequence, also for different days', async () => {
  let answerFirst: (answer: Answer) => void = () => undefined;
  const order: string[] = [];
  answerWith(({ url }) => {
    order.push(url.slice(-10));
    return order.length === 1
      ? new Promise((resolve) => (answerFirst = resolve))
      : Promise.resolve(successResponse);
  });
  const one = send('register', register('QRN1', '2026-11-19'));
  const two = send('register', register('QRN1', '2026-11-20'));
  await vi.waitFor(() => expect(order).toEqual(['2026-11-19']), { timeout: 60_000 });
  answerFirst(successResponse);
  expect([await one, await two]).toMatchObject([{ kind: 'sent' }, { kind: 'sent' }]);
  expect(order).toEqual(['2026-11-19', '2026-11-20']);
});

it('a register without a response delays only later registers of its subject', async () => {
  const sent: string[] = [];
  answerWith(async ({ url }) => {
    sent.push(`${/QRN\d/.exec(url)?.[0]} ${url.slice(-10)}`);
    return url.includes('QRN1') ? 'lost' : successResponse;
  });
  expect(await send('register', register('QRN1', '2026-11-19'))).toEqual({ kind: 'waiting' });
  expect(await send('register', register('QRN1', '2026-11-20'))).toEqual({ kind: 'waiting' });
  expect(await send('register', register('QRN2'))).toMatchObject({ kind: 'sent' });
  expect(sent).toEqual(['QRN1 2026-11-19', 'QRN1 2026-11-19', 'QRN2 2026-11-20']);
  expect(readLocalQueue(1)).toMatchObject([{ date: '2026-11-19' }, { date: '2026-11-20' }]);
});

it('a register that neither reaches the server nor fits the device shows an error', async () => {
  answerWith(async () => 'lost');
  const fullDevice = fillDevice();
  try {
    const delivery = await send('register', register('QRN1'));
    expect(delivery.kind === 'refused' && delivery.problem.message).toContain('لا متسع في هذا الجهاز');
  } finally {
    fullDevice.mockRestore();
  }
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
});

it('a later save that does not fit the device shows an error, although an earlier save of the day waits', async () => {
  answerWith(async () => 'lost');
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
  const fullDevice = fillDevice();
  try {
    const delivery = await send('register', register('QRN1', undefined, ['7']));
    expect(delivery.kind === 'refused' && delivery.problem.message).toContain('لا متسع في هذا الجهاز');
  } finally {
    fullDevice.mockRestore();
  }
  expect(readLocalQueue(1)).toMatchObject([{ absentStudents: [] }]);
});

it('a full device still sends saves while the network is up', async () => {
  const calls = answerWith(async () => successResponse);
  const fullDevice = fillDevice();
  try {
    expect(await send('register', register('QRN1'))).toMatchObject({ kind: 'sent' });
  } finally {
    fullDevice.mockRestore();
  }
  expect(calls).toHaveBeenCalledTimes(1);
});

it('a slow save counts as stored if it is in the outbox, and otherwise waits for the response', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const calls = answerWith(() => new Promise((resolve) => (answer = resolve)));
  const firstAnswer = sendWithTimeout('register', register('QRN1'), 0);
  expect(await firstAnswer).toEqual({ kind: 'waiting' });
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  answer(successResponse);
  await vi.waitFor(() => expect(readLocalQueue(1)).toEqual([]), { timeout: 60_000 });
  const fullDevice = fillDevice();
  try {
    const secondAnswer = sendWithTimeout('register', register('QRN1'), 0);
    await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2), { timeout: 60_000 });
    answer('lost');
    expect(await secondAnswer).toMatchObject({ kind: 'refused', isStored: false });
  } finally {
    fullDevice.mockRestore();
  }
});

it('a register corrected during its first save causes no conflict with this save', async () => {
  let answerFirst: (answer: Answer) => void = () => undefined;
  const students = ['1', '2'].map((studentId) => ({ studentId, studentName: `طالب ${studentId}` }));
  const type = 'غياب بدون عذر' as const;
  const day = (absent: readonly string[], version: number) => ({
    students,
    absences: absent.map((studentId, at) => ({
      id: at + 1,
      studentId,
      studentName: `طالب ${studentId}`,
      type,
      notes: null,
    })),
    taken: version > 0,
    version,
  });
  const mark = (isAbsent: boolean) => ({ isAbsent, type: isAbsent ? type : null, notes: '' });
  const stale = { error: 'سُجّل', code: 'STALE', current: day(['1', '2'], 2) };
  const calls = answerWith(({ body }) => {
    if (calls.mock.calls.length === 1) return new Promise((resolve) => (answerFirst = resolve));
    const { version } = body as { version: number };
    return Promise.resolve(version === 2 ? successResponse : { status: 409, body: stale });
  });
  const save = (isAbsent: boolean) =>
    send('register', {
      ...register('QRN1', undefined, isAbsent ? ['1'] : []),
      base: day([], 0),
      edits: { 1: mark(isAbsent) },
    });
  const first = save(true);
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  const second = save(false);
  answerFirst('lost');
  expect(await first).toEqual({ kind: 'waiting' });
  // The server had stored the first save, and another user has marked another student since.
  expect(await second).toMatchObject({ kind: 'sent' });
  expect(calls.mock.calls.at(-1)?.[0].body).toMatchObject({
    version: 2,
    absentStudents: [{ studentId: '2' }],
  });
  expect(readLocalQueue(1)).toEqual([]);
});

it('the last save stays with its user, even if an earlier one is answered after another user has signed in', async () => {
  let answerFirst: (answer: Answer) => void = () => undefined;
  const calls = answerWith(() => new Promise((resolve) => (answerFirst = resolve)));
  const one = send('register', register('QRN1'));
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  const two = send('register', register('QRN1', undefined, ['7']));
  signIn(2);
  answerFirst(successResponse);
  expect(await one).toMatchObject({ kind: 'sent' });
  expect(await two).toEqual({ kind: 'waiting' });
  expect(readLocalQueue(1)).toMatchObject([{ absentStudents: [{ studentId: '7' }] }]);
  expect(readLocalQueue(2)).toEqual([]);

  signIn(1);
  calls.mockReset().mockResolvedValue(successResponse);
  expect(await sendAll()).toBe(true);
  expect(calls.mock.calls.map(([{ body }]) => body)).toMatchObject([
    { absentStudents: [{ studentId: '7' }] },
  ]);
});

it('registers and submissions stored by an earlier version of the app are migrated, and sent once', async () => {
  const at = '2026-11-20T08:00:00.000Z';
  const problem = { code: 'DEADLINE_PASSED', message: 'انتهى الموعد', current: null };
  const answers = [{ question_id: 3, selected_option_id: null, answer_text: 'الهاء' }];
  const stored = {
    'rasd.registers.1': [{ ...register('QRN1'), at, state: 'sending' }],
    'rasd.submissions.1': [
      { assignmentId: 5, answers, at, state: 'waiting' },
      { assignmentId: 6, answers, at, state: 'refused', problem },
    ],
    'rasd.registers.2': [{ ...register('QRN2'), at, state: 'waiting' }],
  };
  for (const [storageKey, old] of Object.entries(stored))
    localStorage.setItem(storageKey, JSON.stringify(old));
  signIn(1, 'after the new version');
  const calls = answerWith(async () => successResponse);
  expect(openOutbox()?.entries).toMatchObject([
    { kind: 'register', subjectCode: 'QRN1', state: 'waiting' },
    { kind: 'answers', assignmentId: 5, state: 'waiting' },
    { kind: 'answers', assignmentId: 6, state: 'refused', problem: { code: 'DEADLINE_PASSED' } },
  ]);
  expect(Object.keys(localStorage).filter((storageKey) => /registers|submissions/.test(storageKey))).toEqual([
    'rasd.registers.2',
  ]);
  expect(await sendAll()).toBe(false); // the refused register stays
  expect(calls.mock.calls.map(([{ method, url }]) => `${method} ${url.split('/')[2]}`)).toEqual([
    'PUT absences',
    'POST assignments',
  ]);
  expect(readLocalQueue(1)).toMatchObject([{ assignmentId: 6 }]);
});

it('a list stored by an earlier version is migrated with its keys, also if the device was full at first', async () => {
  const at = '2026-11-20T08:00:00.000Z';
  const listed = { ...register('QRN2'), kind: 'register', id: 'c'.repeat(32), at, state: 'waiting' };
  localStorage.setItem('rasd.outbox.1', JSON.stringify([listed]));
  localStorage.setItem('rasd.registers.1', JSON.stringify([{ ...register('QRN1'), at, state: 'waiting' }]));
  const fullDevice = fillDevice();
  signIn(1, 'on a full device');
  const entries = openOutbox()?.entries ?? [];
  expect(entries).toMatchObject([{ subjectCode: 'QRN1' }, listed]);
  expect(readLocalQueue(1)).toEqual([]);
  fullDevice.mockRestore();
  signIn(1, 'with storage space');
  expect(
    openOutbox()
      ?.entries.map(({ id }) => id)
      .toSorted(),
  ).toEqual(entries.map(({ id }) => id).toSorted());
  expect(Object.keys(localStorage).filter((key) => /^rasd\.(outbox|registers)\./.test(key))).toEqual([]);
  const calls = answerWith(async () => successResponse);
  expect(await sendAll()).toBe(true);
  expect(keysOf(calls).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
});

it('a device without encryption queues no marks, also while a register waits', async () => {
  const calls = answerWith(async () => 'lost');
  const marks = {
    batchName: 'الأولى',
    subjectCode: 'QRN1',
    subjectName: 'التجويد',
    rows: [{ studentId: '1', version: 1, cells: { test: { mark: 12, seen: [10] } } }],
    base: [],
    settings: defaultGradeSettings,
  };
  const refusedEntry = { kind: 'refused', problem: { code: 'NETWORK' } };
  expect(await send('marks', marks)).toMatchObject(refusedEntry);
  expect(readLocalQueue(1)).toEqual([]);
  await send('register', register('QRN1'));
  expect(await send('marks', marks)).toMatchObject(refusedEntry);
  expect(readLocalQueue(1)).toMatchObject([{ kind: 'register' }]);
  calls.mockResolvedValue(successResponse);
  expect(await send('marks', marks)).toMatchObject({ kind: 'sent' });
  expect(calls.mock.calls.slice(-2).map(([{ url }]) => url.split('/')[2])).toEqual(['absences', 'grades']);
});
