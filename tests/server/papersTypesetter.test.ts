import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { transcriptDocument } from '../../contract/documents/transcript';
import { paperData } from '../../server/reports/papers/paperData';
import { typesettingBy, typesetterChild } from '../../server/reports/papers/typesetter';
import {
  idleMs,
  longestMs,
  type Typesetter,
  typesetterOver,
  type TypesetterChild,
} from '../../server/reports/papers/typesetterProcess';
import { isAlive } from '../support/alive';
import { breath } from '../support/breath';
import { linesOf } from '../support/pdfText';

const data = paperData([], '', '2026-11-20');
const sentence = 'تعذر إعداد ملف PDF، ويمكن طباعة التقرير من المتصفح';

describe('the queue of papers', () => {
  /** A process whose papers are done when the test says so. */
  class SlowChild extends EventEmitter {
    pid: number | undefined = 1;
    send = vi.fn<(request: { id: number }) => void>();
    kill = vi.fn<() => void>(() => void this.emit('close', null, 'SIGKILL'));
    lastWords = () => 'panicked';
    answer = (id: number) => this.emit('message', { kind: 'done', id, bytes: new Uint8Array([id]) });
  }

  let child: SlowChild;
  let typesetter: Typesetter;
  const onEnd = vi.fn<() => void>();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onEnd.mockClear();
    child = new SlowChild();
    typesetter = typesetterOver(child, onEnd);
  });
  afterEach(() => vi.useRealTimers());

  test('a paper is not given up for the time that others before it took', async () => {
    const first = typesetter.set(data, null);
    const second = typesetter.set(data, null);
    vi.advanceTimersByTime(longestMs - 1);
    child.answer(1);
    vi.advanceTimersByTime(longestMs - 1);
    expect(child.kill).not.toHaveBeenCalled();
    child.answer(2);
    expect([await first, await second]).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
  });

  test('a paper that never ends is given up and said to have failed; what waits behind it may come again', async () => {
    const papers = [typesetter.set(data, null), typesetter.set(data, null)];
    const outcomes = Promise.allSettled(papers);
    vi.advanceTimersByTime(longestMs);
    expect(child.kill).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalled();
    const reason = `the typesetter: a paper was given up after ${longestMs} ms`;
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'INTERNAL', message: sentence, cause: { message: reason } } },
      { status: 'rejected', reason: { code: 'BUSY' } },
    ]);
  });

  test('a process that dies says so with its last words, and one that never began sets nothing', async () => {
    const outcome = Promise.allSettled([typesetter.set(data, null), typesetter.set(data, null)]);
    child.emit('close', null, 'SIGSEGV');
    const reason = 'the typesetter: ended with SIGSEGV; panicked';
    expect(await outcome).toMatchObject([
      { status: 'rejected', reason: { code: 'INTERNAL', message: sentence, cause: { message: reason } } },
      { status: 'rejected', reason: { code: 'BUSY' } },
    ]);
    expect(await typesetter.notThere).toEqual({ reason: 'ended with SIGSEGV; panicked', isForGood: false });
  });

  test('an unused process goes, also when its last paper took longer than it may be idle', async () => {
    typesetter.wake();
    const paper = typesetter.set(data, null);
    vi.advanceTimersByTime(idleMs + 1);
    expect(child.kill).not.toHaveBeenCalled();
    child.answer(1);
    await paper;
    vi.advanceTimersByTime(idleMs);
    expect(child.kill).toHaveBeenCalledOnce();
  });

  test('a process that never says that it has begun is given up, and nobody waits for it for ever', async () => {
    vi.advanceTimersByTime(longestMs);
    expect(child.kill).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalled();
    const reason = `it did not begin within ${longestMs} ms`;
    expect(await typesetter.notThere).toEqual({ reason, isForGood: false });
  });

  test('a process that nothing can be sent to is ended, and is not gone before it has', async () => {
    child.kill.mockImplementation(() => undefined);
    const outcome = Promise.allSettled([typesetter.set(data, null)]);
    let isGone = false;
    void typesetter.gone.then(() => (isGone = true));
    child.emit('error', new Error('write EPIPE'));
    await breath();
    expect(child.kill).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalled();
    expect(isGone).toBe(false);
    child.emit('close', null, 'SIGSEGV');
    const reason = 'the typesetter: ended with SIGSEGV; write EPIPE; panicked';
    expect(await outcome).toMatchObject([{ reason: { code: 'INTERNAL', cause: { message: reason } } }]);
    await typesetter.gone;
  });

  test('a process that could not be started is not waited for', async () => {
    child.pid = undefined;
    child.emit('error', new Error('spawn EAGAIN'));
    expect(await typesetter.notThere).toEqual({ reason: 'spawn EAGAIN', isForGood: false });
    await typesetter.gone;
  });

  test('more than 32 papers at once are sent away', async () => {
    const papers = Array.from({ length: 32 }, () => typesetter.set(data, null));
    await expect(typesetter.set(data, null)).rejects.toMatchObject({ code: 'BUSY' });
    for (const id of papers.keys()) child.answer(id + 1);
    expect(await Promise.all(papers)).toHaveLength(32);
  });
});

describe('the process that sets papers', () => {
  const document = transcriptDocument(
    {
      student: { studentId: '1', studentName: 'أنس', batchName: 'دفعة', programName: null },
      transcript: [],
      totalHours: 0,
      totalSubjects: 0,
      level: null,
      levelGPA: null,
      cumulativeGPA: null,
      completedHours: 0,
      former: [],
    },
    null,
  );
  const paper = paperData([{ document, issue: null }], 'معهد', '2026-11-20');
  let begun: TypesetterChild[] = [];
  const typesettingWith = (...flags: string[]) =>
    typesettingBy(() => {
      const child = typesetterChild(flags);
      begun.push(child);
      return child;
    });
  beforeEach(() => {
    begun = [];
  });
  afterEach(() => {
    for (const child of begun) child.kill('SIGKILL');
  });

  test('is one for all, and another only when the first is gone', async () => {
    const { requireTypesetter, typeset } = typesettingWith();
    const files = await Promise.all([typeset(paper, null), typeset(paper, null), typeset(paper, null)]);
    for (const bytes of files) expect((await linesOf(bytes)).pages).toBe(1);
    expect(begun).toHaveLength(1);

    const first = await requireTypesetter();
    // Killed with a paper in hand: that one has failed, and the next one is set by a new process.
    process.kill(first.pid ?? 0, 'SIGSTOP');
    const inHand = typeset(paper, null);
    await breath();
    begun[0]?.kill('SIGKILL');
    await expect(inHand).rejects.toMatchObject({
      code: 'INTERNAL',
      message: sentence,
      cause: { message: 'the typesetter: ended with SIGKILL' },
    });
    expect((await linesOf(await typeset(paper, null))).pages).toBe(1);
    expect(begun).toHaveLength(2);
    expect(isAlive(first.pid ?? 0)).toBe(false);
  });

  test('goes on where a signal for the whole group ends the server: what was accepted is still answered', async () => {
    const { requireTypesetter, typeset } = typesettingWith();
    const { pid = 0 } = await requireTypesetter();
    const file = typeset(paper, null);
    for (const signal of ['SIGTERM', 'SIGINT']) process.kill(pid, signal);
    expect((await linesOf(await file)).pages).toBe(1);
    expect((await linesOf(await typeset(paper, null))).pages).toBe(1);
    expect(begun).toHaveLength(1);
  });

  test.runIf(existsSync('/proc/self/oom_score_adj'))(
    'is what the system ends first where there is no memory left, not the server',
    async () => {
      const { pid } = await typesettingWith().requireTypesetter();
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    },
  );

  test('says what is wrong with a paper that cannot be set, and sets the next one', async () => {
    const { typeset } = typesettingWith();
    const broken = { ...paper, papers: [{}] } as typeof paper;
    const failure = typeset(broken, null);
    await expect(failure).rejects.toMatchObject({ code: 'INTERNAL', message: sentence });
    await expect(failure).rejects.toHaveProperty(
      'cause.message',
      expect.stringContaining('dictionary does not contain key'),
    );
    expect((await linesOf(await typeset(paper, null))).pages).toBe(1);
    expect(begun).toHaveLength(1);
  });

  test('says once why it cannot be had on this machine, and is not tried again', async () => {
    const { typeset } = typesettingWith('--no-addons');
    const first = typeset(paper, null);
    await expect(first).rejects.toMatchObject({ code: 'NO_TYPESETTER' });
    await expect(first).rejects.toHaveProperty('cause.message', expect.stringContaining('native'));
    await expect(typeset(paper, null)).rejects.toMatchObject({ code: 'NO_TYPESETTER', cause: undefined });
    expect(begun).toHaveLength(1);
  });

  test('that did not start for another reason is tried again', async () => {
    const flags = ['--no-such-flag'];
    const { typeset } = typesettingBy(() => typesetterChild(flags));
    const first = typeset(paper, null);
    await expect(first).rejects.toMatchObject({ code: 'NO_TYPESETTER' });
    await expect(first).rejects.toHaveProperty('cause.message', expect.stringContaining('--no-such-flag'));
    flags.pop();
    expect((await linesOf(await typeset(paper, null))).pages).toBe(1);
  });
});
