import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleMs, longestMs, type Thread, threadOver } from '../../server/reports/papers/thread';
import { paperData } from '../../server/reports/papers/paperData';

/** A thread whose papers are done when the test says so. */
class SlowWorker extends EventEmitter {
  postMessage = vi.fn<(request: { id: number }) => void>();
  terminate = vi.fn<() => Promise<number>>(async () => {
    this.emit('exit');
    return 1;
  });
  answer = (id: number) => this.emit('message', { kind: 'done', id, bytes: new Uint8Array([id]) });
}

const data = paperData([], '', '2026-11-20');
let worker: SlowWorker;
let thread: Thread;
const onEnd = vi.fn<() => void>();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onEnd.mockClear();
  worker = new SlowWorker();
  thread = threadOver(worker, onEnd);
});
afterEach(() => vi.useRealTimers());

test('a paper is not given up for the time that others before it took', async () => {
  const first = thread.set(data, null);
  const second = thread.set(data, null);
  vi.advanceTimersByTime(longestMs - 1);
  worker.answer(1);
  vi.advanceTimersByTime(longestMs - 1);
  expect(worker.terminate).not.toHaveBeenCalled();
  worker.answer(2);
  expect([await first, await second]).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
});

test('a paper that never ends is given up, with what waits behind it, and the next one gets a new thread', async () => {
  const papers = [thread.set(data, null), thread.set(data, null)];
  const outcomes = Promise.allSettled(papers);
  vi.advanceTimersByTime(longestMs);
  expect(worker.terminate).toHaveBeenCalledOnce();
  expect(onEnd).toHaveBeenCalled();
  expect(await outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'BUSY' } },
    { status: 'rejected', reason: { code: 'BUSY' } },
  ]);
});

test('a thread that dies tells whoever waits, and one that never began is none', async () => {
  const outcome = Promise.allSettled([thread.set(data, null)]);
  worker.emit('error', new Error('out of memory'));
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { code: 'BUSY' } }]);
  expect(await thread.isThere).toBe(false);
});

test('an unused thread goes, also when its last paper took longer than it may be idle', async () => {
  thread.wake();
  const paper = thread.set(data, null);
  vi.advanceTimersByTime(idleMs + 1);
  expect(worker.terminate).not.toHaveBeenCalled();
  worker.answer(1);
  await paper;
  vi.advanceTimersByTime(idleMs);
  expect(worker.terminate).toHaveBeenCalledOnce();
});
