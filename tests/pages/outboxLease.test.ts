import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send } from '../../src/dataProvider/outbox/outbox';
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

// Without https a browser has no locks, so one tab at a time has a lease in localStorage (ADR 11).

const lease = `rasd.outbox.1.${JSON.stringify(['الأولى', 'QRN1'])}.lease`;
const start = new Date('2026-11-20T08:00:00Z');
const minutes = 60_000;
const leaseOf = (tab: string, until: number) => JSON.stringify({ tab, until });
const setClock = (now: Date) =>
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now,
  });

beforeEach(() => {
  localStorage.clear();
  signIn(1, crypto.randomUUID());
});
afterEach(() => {
  vi.useRealTimers();
  dropSession('left');
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a browser without locks makes one tab wait until the other has sent, or until a timeout', async () => {
  const calls = answerWith(async () => successResponse);
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now); // a slow machine must not end the time of the other tab
  localStorage.setItem(lease, JSON.stringify({ tab: 'another', until: now + 14_000 }));
  const saving = send('register', register('QRN1'));
  // The other tab does not delay another subject. Without the lease the first register would be sent by now.
  expect(await send('register', register('QRN2'))).toMatchObject({ kind: 'sent' });
  expect(calls).toHaveBeenCalledTimes(1);
  localStorage.removeItem(lease);
  window.dispatchEvent(new StorageEvent('storage', { key: lease }));
  expect(await saving).toMatchObject({ kind: 'sent' });

  localStorage.setItem(lease, JSON.stringify({ tab: 'one that has died', until: now - 1 }));
  expect(await send('register', register('QRN1'))).toMatchObject({ kind: 'sent' });
});

it('a tab waits at most 15 seconds for the lease of a killed tab, also if the clock is set back', async () => {
  const calls = answerWith(async () => successResponse);
  for (const setBack of [0, 60 * minutes]) {
    setClock(start);
    localStorage.setItem(lease, leaseOf('killed', start.getTime() + 15_000));
    const saving = send('register', register('QRN1'));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(calls).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() - setBack);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await saving).toMatchObject({ kind: 'sent' });
    calls.mockClear();
  }
});

it('a tab that has lost its lease neither renews nor deletes the lease of another tab', async () => {
  let answer: (answer: Answer) => void = () => undefined;
  const calls = answerWith(() => new Promise((resolve) => (answer = resolve)));
  setClock(start);
  const saving = send('register', register('QRN1'));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(calls).toHaveBeenCalledOnce();
  expect(localStorage.getItem(lease)).toContain(String(start.getTime() + 20_000)); // renewed after 5 seconds
  // The browser paused the timers of this tab, so its lease has ended.
  const newLease = leaseOf('another', Date.now() + 15_000);
  localStorage.setItem(lease, newLease);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(localStorage.getItem(lease)).toBe(newLease);
  answer(successResponse);
  expect(await saving).toMatchObject({ kind: 'sent' });
  expect(localStorage.getItem(lease)).toBe(newLease);

  localStorage.removeItem(lease);
  const next = send('register', register('QRN1'));
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
  answer(successResponse);
  expect(await next).toMatchObject({ kind: 'sent' });
  expect(localStorage.getItem(lease)).toBeNull();
});

it('two tabs with the lease at the same moment send one key, and leave no entry', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const calls = answerWith(() => new Promise((resolve) => answers.push(resolve)));
  const first = send('register', register('QRN1'));
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  vi.resetModules();
  const otherTab = await import('../../src/dataProvider/outbox/outbox');
  localStorage.removeItem(lease); // localStorage has no atomic exchange, so both tabs find no lease
  const second = otherTab.sendAll();
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
  for (const answer of answers) answer(successResponse);
  expect(await first).toMatchObject({ kind: 'sent' });
  expect(await second).toBe(true);
  expect(new Set(keysOf(calls)).size).toBe(1);
  expect(readLocalQueue(1)).toEqual([]);
});

it('two tabs that save different work at the same moment lose none', async () => {
  answerWith(async () => 'lost');
  await send('register', register('QRN1'));
  // A browser passes writes on to other tabs with a delay. The other tab sees them after its own first write.
  const writes = vi.spyOn(Storage.prototype, 'setItem');
  const { getItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, key) {
    const isHidden = /^rasd\.(queued|outbox)\./.test(key) && writes.mock.calls.length === 0;
    return isHidden ? null : getItem.call(this, key);
  });
  vi.resetModules();
  const otherTab = await import('../../src/dataProvider/outbox/outbox');
  expect(await otherTab.send('register', register('QRN2'))).toEqual({ kind: 'waiting' });
  expect(readLocalQueue(1)).toMatchObject([{ subjectCode: 'QRN1' }, { subjectCode: 'QRN2' }]);
});
