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
      },
      token: `token ${id}`,
    },
    false,
  );
const waiting = (id: number): Paper[] =>
  JSON.parse(localStorage.getItem(`rasd.papers.${id}`) ?? '[]') as Paper[];
const lost = () => new ApiProblem(0, 'لا شبكة', null, 'NETWORK');
/** A busy machine is slow, and what a test waits for comes all the same. */
const patience = { timeout: 15_000 };
type Deliver = (paper: Paper) => Promise<string>;

beforeEach(() => {
  localStorage.clear();
  signIn(1);
});

it('without a network it waits on the device, and is sent again until an answer comes', async () => {
  const deliver = vi.fn<Deliver>().mockRejectedValueOnce(lost()).mockResolvedValue('وصل');
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  expect(await queue.send({ name: 'أ', text: 'نص' })).toEqual({ kind: 'waiting' });
  expect(waiting(1)).toMatchObject([{ name: 'أ', text: 'نص', state: 'waiting' }]);
  queue.sendWaiting();
  await vi.waitFor(() => expect(waiting(1)).toEqual([]), patience);
  expect(deliver).toHaveBeenCalledTimes(2);
});

it('what a session left behind is sent for its own person, after the next sign-in, and for nobody else', async () => {
  const deliver = vi.fn<Deliver>(async () => {
    dropSession('expired');
    throw new ApiProblem(401, 'انتهت الجلسة', null);
  });
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  expect(await queue.send({ name: 'أ', text: 'نص' })).toEqual({ kind: 'waiting' });
  expect(waiting(1)).toHaveLength(1);
  deliver.mockReset().mockResolvedValue('وصل');
  queue.sendWaiting();
  signIn(2);
  queue.sendWaiting();
  expect(deliver).not.toHaveBeenCalled();
  signIn(1);
  queue.sendWaiting();
  await vi.waitFor(() => expect(waiting(1)).toEqual([]), patience);
  expect(deliver).toHaveBeenCalledTimes(1);
});

it('what is refused stays with its reason, is not sent again by itself, and gives way to the next attempt', async () => {
  const refusal = new ApiProblem(403, 'مرفوض', { error: 'انتهى الموعد', code: 'DEADLINE_PASSED' });
  const deliver = vi.fn<Deliver>().mockRejectedValueOnce(refusal).mockResolvedValue('وصل');
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  expect(await queue.send({ name: 'أ', text: 'أول' })).toMatchObject({ kind: 'refused' });
  expect(waiting(1)).toMatchObject([{ state: 'refused', problem: { code: 'DEADLINE_PASSED' } }]);
  queue.sendWaiting();
  expect(deliver).toHaveBeenCalledTimes(1);
  expect(await queue.send({ name: 'أ', text: 'ثانٍ' })).toEqual({ kind: 'sent', result: 'وصل' });
  expect(waiting(1)).toEqual([]);
});

it('two attempts for one thing go one after the other', async () => {
  const order: string[] = [];
  let first: (answer: string) => void = () => undefined;
  const deliver = vi.fn<Deliver>(({ text }) => {
    order.push(text);
    return text === 'أول' ? new Promise((answer) => (first = answer)) : Promise.resolve('وصل');
  });
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  const one = queue.send({ name: 'أ', text: 'أول' });
  const two = queue.send({ name: 'أ', text: 'ثانٍ' });
  await vi.waitFor(() => expect(order).toEqual(['أول']), patience);
  first('وصل');
  await Promise.all([one, two]);
  expect(order).toEqual(['أول', 'ثانٍ']);
  expect(waiting(1)).toEqual([]);
});

it('a full device says so instead of promising to wait', async () => {
  const queue = deviceQueue<Paper, string>(
    'papers',
    ({ name }) => name,
    async () => {
      throw lost();
    },
  );
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await queue.send({ name: 'أ', text: 'نص' })).toMatchObject({ kind: 'refused' });
  full.mockRestore();
});

it('what was sent last stays for its person, when an earlier attempt is answered after somebody has left', async () => {
  let first: (answer: string) => void = () => undefined;
  const deliver = vi.fn<Deliver>(() => new Promise((answer) => (first = answer)));
  const queue = deviceQueue<Paper, string>('papers', ({ name }) => name, deliver);
  const one = queue.send({ name: 'أ', text: 'أول' });
  const two = queue.send({ name: 'أ', text: 'ثانٍ' });
  await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(1), patience);
  signIn(2);
  first('وصل');
  expect(await one).toEqual({ kind: 'sent', result: 'وصل' });
  expect(await two).toEqual({ kind: 'waiting' });
  expect(waiting(1)).toMatchObject([{ text: 'ثانٍ' }]);

  signIn(1);
  deliver.mockReset().mockResolvedValue('وصل');
  queue.sendWaiting();
  await vi.waitFor(() => expect(waiting(1)).toEqual([]), patience);
  expect(deliver.mock.calls.map(([{ text }]) => text)).toEqual(['ثانٍ']);
});
