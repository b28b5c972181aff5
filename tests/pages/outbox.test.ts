import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import { openOutbox } from '../../src/dataProvider/outbox/userOutbox';
import type { Entry } from '../../src/dataProvider/outbox/kinds';
import { send, sendAll, sendWithTimeout } from '../../src/dataProvider/outbox/outbox';
import { dropSession, startSession } from '../../src/dataProvider/session';

// Here nothing can be encrypted, as at an address without https: the store is localStorage, of registers alone. The
// other store is shown in a browser (tests/e2e/long/outbox.test.ts).

type Answer = { status: number; body: object } | 'lost';
type Server = (call: { method: string; url: string; key: string | null; body: unknown }) => Promise<Answer>;

const signIn = (id: number, token = `token ${id}`) =>
  startSession(
    {
      user: {
        id,
        name: 'معلم',
        username: `t${id}`,
        role: 'teacher',
        email: null,
        student_id: null,
        must_change_password: false,
        section: null,
      },
      token,
    },
    false,
  );
const waiting = (id: number): Entry[] =>
  JSON.parse(localStorage.getItem(`rasd.outbox.${id}`) ?? '[]') as Entry[];
const done: Answer = { status: 200, body: { message: 'تم', version: 1 } };
const register = (subjectCode: string, date = '2026-11-20', absent: string[] = []) => ({
  batchName: 'الأولى',
  subjectCode,
  date,
  absentStudents: absent.map((studentId) => ({ studentId, type: 'بدون عذر' as const })),
  version: 0,
  edits: {},
});

/** The answers of the server, in place of the network. */
function answerWith(server: Server) {
  const calls = vi.fn<Server>(server);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const key = new Headers(headers).get('Idempotency-Key');
    const answer = await calls({ method, url, key, body: body ? JSON.parse(String(body)) : null });
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const type = { 'content-type': 'application/json' };
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: type });
  });
  return calls;
}
/** Nothing more of the outbox can be stored. */
const fillDevice = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((place) => {
    if (place.startsWith('rasd.outbox')) throw new DOMException('full', 'QuotaExceededError');
  });
const keysOf = (calls: ReturnType<typeof answerWith>) => calls.mock.calls.map(([{ key }]) => key);

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

it('without a network a register waits on the device, and is sent again as the same one until an answer comes', async () => {
  const calls = answerWith(async () => (calls.mock.calls.length === 1 ? 'lost' : done));
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
  expect(waiting(1)).toMatchObject([{ kind: 'register', subjectCode: 'QRN1', state: 'waiting' }]);
  expect(await sendAll()).toBe(true);
  expect(waiting(1)).toEqual([]);
  const [first, second] = keysOf(calls);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

it('what waits when a session ends is sent once the same person has signed in again, and not for anybody else', async () => {
  const calls = answerWith(async () => ({ status: 401, body: { error: 'انتهت الجلسة' } }));
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
  expect(waiting(1)).toHaveLength(1);
  calls.mockReset().mockResolvedValue(done);
  expect(await sendAll()).toBe(false);
  signIn(2);
  expect(openOutbox()?.entries).toEqual([]);
  await sendAll();
  expect(calls).not.toHaveBeenCalled();
  signIn(1);
  expect(await sendAll()).toBe(true);
  expect(calls).toHaveBeenCalledTimes(1);
  expect(waiting(1)).toEqual([]);
});

it('a refused register stays with its reason, is not sent again by itself, and the next save replaces it', async () => {
  const refusal = { error: 'مرفوض', code: 'STALE', current: { version: 4 } };
  const calls = answerWith(async () =>
    calls.mock.calls.length === 1 ? { status: 409, body: refusal } : done,
  );
  expect(await send('register', register('QRN1'))).toMatchObject({ kind: 'refused' });
  const problem = { status: 409, code: 'STALE', current: { version: 4 } };
  expect(waiting(1)).toMatchObject([{ state: 'refused', problem }]);
  expect(await sendAll()).toBe(false);
  expect(calls).toHaveBeenCalledTimes(1);
  expect(await send('register', register('QRN1', undefined, ['7']))).toMatchObject({ kind: 'sent' });
  expect(waiting(1)).toEqual([]);
});

it('two saves of one subject are sent one after the other, also of two days', async () => {
  let answerFirst: (answer: Answer) => void = () => undefined;
  const order: string[] = [];
  answerWith(({ url }) => {
    order.push(url.slice(-10));
    return order.length === 1 ? new Promise((resolve) => (answerFirst = resolve)) : Promise.resolve(done);
  });
  const one = send('register', register('QRN1', '2026-11-19'));
  const two = send('register', register('QRN1', '2026-11-20'));
  await vi.waitFor(() => expect(order).toEqual(['2026-11-19']), { timeout: 60_000 });
  answerFirst(done);
  expect([await one, await two]).toMatchObject([{ kind: 'sent' }, { kind: 'sent' }]);
  expect(order).toEqual(['2026-11-19', '2026-11-20']);
});

it('a register without an answer holds back the later ones of its own subject only', async () => {
  const sent: string[] = [];
  answerWith(async ({ url }) => {
    sent.push(`${/QRN\d/.exec(url)?.[0]} ${url.slice(-10)}`);
    return url.includes('QRN1') ? 'lost' : done;
  });
  expect(await send('register', register('QRN1', '2026-11-19'))).toEqual({ kind: 'waiting' });
  expect(await send('register', register('QRN1', '2026-11-20'))).toEqual({ kind: 'waiting' });
  expect(await send('register', register('QRN2'))).toMatchObject({ kind: 'sent' });
  expect(sent).toEqual(['QRN1 2026-11-19', 'QRN1 2026-11-19', 'QRN2 2026-11-20']);
  expect(waiting(1)).toMatchObject([{ date: '2026-11-19' }, { date: '2026-11-20' }]);
});

it('if the device has no room and the network is lost, the person is told instead of being told that it waits', async () => {
  answerWith(async () => 'lost');
  const full = fillDevice();
  try {
    const delivery = await send('register', register('QRN1'));
    expect(delivery.kind === 'refused' && delivery.problem.message).toContain('لا متسع في هذا الجهاز');
  } finally {
    full.mockRestore();
  }
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
});

it('of a device without room nobody is told that the later save of a day waits, where the earlier one does', async () => {
  answerWith(async () => 'lost');
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
  const full = fillDevice();
  try {
    const delivery = await send('register', register('QRN1', undefined, ['7']));
    expect(delivery.kind === 'refused' && delivery.problem.message).toContain('لا متسع في هذا الجهاز');
  } finally {
    full.mockRestore();
  }
  expect(waiting(1)).toMatchObject([{ absentStudents: [] }]);
});

it('a device without room sends all the same as long as there is a network', async () => {
  const calls = answerWith(async () => done);
  const full = fillDevice();
  try {
    expect(await send('register', register('QRN1'))).toMatchObject({ kind: 'sent' });
  } finally {
    full.mockRestore();
  }
  expect(calls).toHaveBeenCalledTimes(1);
});

it('after a while without an answer a save is told as kept if the device has it, and otherwise only the answer ends it', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const calls = answerWith(() => new Promise((resolve) => (answer = resolve)));
  const firstAnswer = sendWithTimeout('register', register('QRN1'), 0);
  expect(await firstAnswer).toEqual({ kind: 'waiting' });
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  answer(done);
  await vi.waitFor(() => expect(waiting(1)).toEqual([]), { timeout: 60_000 });
  const full = fillDevice();
  try {
    const secondAnswer = sendWithTimeout('register', register('QRN1'), 0);
    await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2), { timeout: 60_000 });
    answer('lost');
    expect(await secondAnswer).toMatchObject({ kind: 'refused', isStored: false });
  } finally {
    full.mockRestore();
  }
});

it('a register that is corrected while the first save is on its way is no clash with oneself', async () => {
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
    return Promise.resolve(version === 2 ? done : { status: 409, body: stale });
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
  // The server had the first all the same, and somebody else has marked another student since.
  expect(await second).toMatchObject({ kind: 'sent' });
  expect(calls.mock.calls.at(-1)?.[0].body).toMatchObject({
    version: 2,
    absentStudents: [{ studentId: '2' }],
  });
  expect(waiting(1)).toEqual([]);
});

it('the last save stays with its person, if an earlier one is answered after somebody else has signed in', async () => {
  let answerFirst: (answer: Answer) => void = () => undefined;
  const calls = answerWith(() => new Promise((resolve) => (answerFirst = resolve)));
  const one = send('register', register('QRN1'));
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  const two = send('register', register('QRN1', undefined, ['7']));
  signIn(2);
  answerFirst(done);
  expect(await one).toMatchObject({ kind: 'sent' });
  expect(await two).toEqual({ kind: 'waiting' });
  expect(waiting(1)).toMatchObject([{ absentStudents: [{ studentId: '7' }] }]);
  expect(localStorage.getItem('rasd.outbox.2')).toBeNull();

  signIn(1);
  calls.mockReset().mockResolvedValue(done);
  expect(await sendAll()).toBe(true);
  expect(calls.mock.calls.map(([{ body }]) => body)).toMatchObject([
    { absentStudents: [{ studentId: '7' }] },
  ]);
});

it('registers and submissions that an earlier version has left on the device are carried over, and sent once', async () => {
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
  for (const [place, old] of Object.entries(stored)) localStorage.setItem(place, JSON.stringify(old));
  signIn(1, 'after the new version');
  const calls = answerWith(async () => done);
  expect(openOutbox()?.entries).toMatchObject([
    { kind: 'register', subjectCode: 'QRN1', state: 'waiting' },
    { kind: 'answers', assignmentId: 5, state: 'waiting' },
    { kind: 'answers', assignmentId: 6, state: 'refused', problem: { code: 'DEADLINE_PASSED' } },
  ]);
  expect(Object.keys(localStorage).filter((place) => /registers|submissions/.test(place))).toEqual([
    'rasd.registers.2',
  ]);
  expect(await sendAll()).toBe(false); // the refused one stays
  expect(calls.mock.calls.map(([{ method, url }]) => `${method} ${url.split('/')[2]}`)).toEqual([
    'PUT absences',
    'POST assignments',
  ]);
  expect(waiting(1)).toMatchObject([{ assignmentId: 6 }]);
});

it('where nothing can be encrypted answers do not wait on the device, and a register does', async () => {
  answerWith(async () => 'lost');
  const answers = [{ question_id: 3, selected_option_id: null, answer_text: 'الهاء' }];
  expect(await send('answers', { assignmentId: 5, title: 'واجب', answers })).toMatchObject({
    kind: 'refused',
    problem: { code: 'NETWORK' },
  });
  expect(waiting(1)).toEqual([]);
  expect(await send('register', register('QRN1'))).toEqual({ kind: 'waiting' });
});

it('where nothing can be encrypted marks do not wait on the device, also behind a register that does', async () => {
  const calls = answerWith(async () => 'lost');
  const marks = {
    batchName: 'الأولى',
    subjectCode: 'QRN1',
    subjectName: 'التجويد',
    rows: [{ studentId: '1', version: 1, cells: { test: { mark: 12, seen: [10] } } }],
    base: [],
    settings: defaultGradeSettings,
  };
  const refused = { kind: 'refused', problem: { code: 'NETWORK' } };
  expect(await send('marks', marks)).toMatchObject(refused);
  expect(waiting(1)).toEqual([]);
  await send('register', register('QRN1'));
  expect(await send('marks', marks)).toMatchObject(refused);
  expect(waiting(1)).toMatchObject([{ kind: 'register' }]);
  calls.mockResolvedValue(done);
  expect(await send('marks', marks)).toMatchObject({ kind: 'sent' });
  expect(calls.mock.calls.slice(-2).map(([{ url }]) => url.split('/')[2])).toEqual(['absences', 'grades']);
});

it('without locks one tab waits until another has sent, or until its time is over', async () => {
  const calls = answerWith(async () => done);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now); // the time of the other tab is not over because this machine is slow
  const lease = `rasd.outbox.1.${JSON.stringify(['الأولى', 'QRN1'])}.lease`;
  localStorage.setItem(lease, JSON.stringify({ tab: 'another', until: now + 14_000 }));
  const saving = send('register', register('QRN1'));
  // Another subject is not held back by that tab: when it has been sent, the first would have been too.
  expect(await send('register', register('QRN2'))).toMatchObject({ kind: 'sent' });
  expect(calls).toHaveBeenCalledTimes(1);
  localStorage.removeItem(lease);
  window.dispatchEvent(new StorageEvent('storage', { key: lease }));
  expect(await saving).toMatchObject({ kind: 'sent' });

  localStorage.setItem(lease, JSON.stringify({ tab: 'one that has died', until: now - 1 }));
  expect(await send('register', register('QRN1'))).toMatchObject({ kind: 'sent' });
});
