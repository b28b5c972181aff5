import { beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { deviceQueue, type Queued } from '../../src/dataProvider/deviceQueue';
import { dropSession, startSession } from '../../src/dataProvider/session';

interface Paper extends Queued {
  name: string;
  text: string;
}
const signIn = (id: number) =>
  startSession(
    {
      user: {
        id,
        name: 'طالب',
        username: `s${id}`,
        role: 'student',
        email: null,
        student_id: null,
        must_change_password: false,
        section: null,
      },
      token: `token ${id}`,
    },
    false,
  );
const storedPapers = (id: number): Paper[] =>
  JSON.parse(localStorage.getItem(`rasd.papers.${id}`) ?? '[]') as Paper[];
const networkError = () => new ApiProblem(0, 'لا شبكة', null, 'NETWORK');
/** For `vi.waitFor`: longer than its default, because a busy machine is slow. */
const longWait = { timeout: 60_000 };
type Deliver = (paper: Paper) => Promise<string>;

beforeEach(() => {
  localStorage.clear();
  signIn(1);
});

it('without a network an entry waits on the device, and is sent again until an answer comes', async () => {
  const deliver = vi.fn<Deliver>().mockRejectedValueOnce(networkError()).mockResolvedValue('وصل');
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  expect(await queue.send({ name: 'أ', text: 'نص' })).toEqual({ kind: 'waiting' });
  expect(storedPapers(1)).toMatchObject([{ name: 'أ', text: 'نص', state: 'waiting' }]);
  queue.sendWaiting();
  await vi.waitFor(() => expect(storedPapers(1)).toEqual([]), longWait);
  expect(deliver).toHaveBeenCalledTimes(2);
});

it('an entry of an ended session is sent once the same person has signed in again, and not for anybody else', async () => {
  const deliver = vi.fn<Deliver>(async () => {
    dropSession('expired');
    throw new ApiProblem(401, 'انتهت الجلسة', null);
  });
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  expect(await queue.send({ name: 'أ', text: 'نص' })).toEqual({ kind: 'waiting' });
  expect(storedPapers(1)).toHaveLength(1);
  deliver.mockReset().mockResolvedValue('وصل');
  queue.sendWaiting();
  signIn(2);
  queue.sendWaiting();
  expect(deliver).not.toHaveBeenCalled();
  signIn(1);
  queue.sendWaiting();
  await vi.waitFor(() => expect(storedPapers(1)).toEqual([]), longWait);
  expect(deliver).toHaveBeenCalledTimes(1);
});

it('a refused entry stays with its reason, is not sent again automatically, and is replaced by the next attempt', async () => {
  const refusal = new ApiProblem(403, 'مرفوض', { error: 'انتهى الموعد', code: 'DEADLINE_PASSED' });
  const deliver = vi.fn<Deliver>().mockRejectedValueOnce(refusal).mockResolvedValue('وصل');
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  expect(await queue.send({ name: 'أ', text: 'أول' })).toMatchObject({ kind: 'refused' });
  expect(storedPapers(1)).toMatchObject([{ state: 'refused', problem: { code: 'DEADLINE_PASSED' } }]);
  queue.sendWaiting();
  expect(deliver).toHaveBeenCalledTimes(1);
  expect(await queue.send({ name: 'أ', text: 'ثانٍ' })).toEqual({ kind: 'sent', result: 'وصل' });
  expect(storedPapers(1)).toEqual([]);
});

it('two attempts for the same key are sent one after the other', async () => {
  const order: string[] = [];
  let first: (answer: string) => void = () => undefined;
  const deliver = vi.fn<Deliver>(({ text }) => {
    order.push(text);
    return text === 'أول' ? new Promise((answer) => (first = answer)) : Promise.resolve('وصل');
  });
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  const one = queue.send({ name: 'أ', text: 'أول' });
  const two = queue.send({ name: 'أ', text: 'ثانٍ' });
  await vi.waitFor(() => expect(order).toEqual(['أول']), longWait);
  first('وصل');
  await Promise.all([one, two]);
  expect(order).toEqual(['أول', 'ثانٍ']);
  expect(storedPapers(1)).toEqual([]);
});

it('if the storage of the device is full, an entry is refused instead of queued', async () => {
  const queue = deviceQueue<Paper, string>(
    'papers',
    ({ name }) => name,
    async () => {
      throw networkError();
    },
  );
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await queue.send({ name: 'أ', text: 'نص' })).toMatchObject({ kind: 'refused' });
  full.mockRestore();
});

it('the last attempt stays in the queue of its person, if an earlier one is answered after another person signed in', async () => {
  let first: (answer: string) => void = () => undefined;
  const deliver = vi.fn<Deliver>(() => new Promise((answer) => (first = answer)));
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  const one = queue.send({ name: 'أ', text: 'أول' });
  const two = queue.send({ name: 'أ', text: 'ثانٍ' });
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1), longWait);
  signIn(2);
  first('وصل');
  expect(await one).toEqual({ kind: 'sent', result: 'وصل' });
  expect(await two).toEqual({ kind: 'waiting' });
  expect(storedPapers(1)).toMatchObject([{ text: 'ثانٍ' }]);

  signIn(1);
  deliver.mockReset().mockResolvedValue('وصل');
  queue.sendWaiting();
  await vi.waitFor(() => expect(storedPapers(1)).toEqual([]), longWait);
  expect(deliver.mock.calls.map(([{ text }]) => text)).toEqual(['ثانٍ']);
});
