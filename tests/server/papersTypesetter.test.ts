import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { transcriptDocument } from '../../contract/documents/transcript';
import { buildPapers } from '../../server/reports/papers/paperData';
import {
  idleMs,
  maxPaperMs,
  type Typesetter,
  startTypesetterProcess,
  type TypesetterChild,
  createTypesetter,
  createTypesetterManager,
} from '../../server/reports/papers/typesetter';
import { isAlive } from '../support/alive';
import { yieldToEventLoop } from '../support/eventLoop';
import { readPdfLines } from '../support/pdfText';

const data = buildPapers([], '', '2026-11-20');
const message = 'تعذّر إعداد ملف PDF، ويمكن طباعة التقرير من المتصفح';

describe('the papers of a process', () => {
  /** A process whose papers finish on request. */
  class SlowChild extends EventEmitter {
    pid: number | undefined = 1;
    send = vi.fn<(request: { id: number }) => void>();
    kill = vi.fn<() => void>(() => void this.emit('close', null, 'SIGKILL'));
    errorOutput = () => 'panicked';
    answer = (id: number) => this.emit('message', { kind: 'done', id, bytes: new Uint8Array([id]) });
  }

  let child: SlowChild;
  let typesetter: Typesetter;
  const onEnd = vi.fn<() => void>();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onEnd.mockClear();
    child = new SlowChild();
    typesetter = createTypesetter(child, onEnd);
  });
  afterEach(() => vi.useRealTimers());

  test('the time limit of a paper does not include the time of the papers before it', async () => {
    const first = typesetter.typeset(data, null);
    const second = typesetter.typeset(data, null);
    vi.advanceTimersByTime(maxPaperMs - 1);
    child.answer(1);
    vi.advanceTimersByTime(maxPaperMs - 1);
    expect(child.kill).not.toHaveBeenCalled();
    child.answer(2);
    expect([await first, await second]).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
  });

  test('a paper that never finishes fails after a time limit; queued papers are refused as busy', async () => {
    const papers = [typesetter.typeset(data, null), typesetter.typeset(data, null)];
    const outcomes = Promise.allSettled(papers);
    vi.advanceTimersByTime(maxPaperMs);
    expect(child.kill).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalled();
    const reason = `the typesetter: a paper was given up after ${maxPaperMs} ms`;
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'INTERNAL', message: message, cause: { message: reason } } },
      { status: 'rejected', reason: { code: 'BUSY' } },
    ]);
  });

  test('the end of a process is logged with its last output, and a process that did not start typesets nothing', async () => {
    const outcome = Promise.allSettled([typesetter.typeset(data, null), typesetter.typeset(data, null)]);
    child.emit('close', null, 'SIGSEGV');
    const reason = 'the typesetter: ended with SIGSEGV; panicked';
    expect(await outcome).toMatchObject([
      { status: 'rejected', reason: { code: 'INTERNAL', message: message, cause: { message: reason } } },
      { status: 'rejected', reason: { code: 'BUSY' } },
    ]);
    expect(await typesetter.startFailure).toEqual({
      reason: 'ended with SIGSEGV; panicked',
      isPermanent: false,
    });
  });

  test('an unused process is stopped, also if its last paper took longer than the idle limit', async () => {
    typesetter.postponeIdleEnd();
    const paper = typesetter.typeset(data, null);
    vi.advanceTimersByTime(idleMs + 1);
    expect(child.kill).not.toHaveBeenCalled();
    child.answer(1);
    await paper;
    vi.advanceTimersByTime(idleMs);
    expect(child.kill).toHaveBeenCalledOnce();
  });

  test('a process that never reports its start is killed after a time limit', async () => {
    vi.advanceTimersByTime(maxPaperMs);
    expect(child.kill).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalled();
    const reason = `the process did not start within ${maxPaperMs} ms`;
    expect(await typesetter.startFailure).toEqual({ reason, isPermanent: false });
  });

  test('a process that accepts no input is ended, and counts as running until then', async () => {
    child.kill.mockImplementation(() => undefined);
    const outcome = Promise.allSettled([typesetter.typeset(data, null)]);
    let hasEnded = false;
    void typesetter.ended.then(() => (hasEnded = true));
    child.emit('error', new Error('write EPIPE'));
    await yieldToEventLoop();
    expect(child.kill).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalled();
    expect(hasEnded).toBe(false);
    child.emit('close', null, 'SIGSEGV');
    const reason = 'the typesetter: ended with SIGSEGV; write EPIPE; panicked';
    expect(await outcome).toMatchObject([{ reason: { code: 'INTERNAL', cause: { message: reason } } }]);
    await typesetter.ended;
  });

  test('a process that could not be started ends at once', async () => {
    child.pid = undefined;
    child.emit('error', new Error('spawn EAGAIN'));
    expect(await typesetter.startFailure).toEqual({ reason: 'spawn EAGAIN', isPermanent: false });
    await typesetter.ended;
  });
});

describe('the typesetter process', () => {
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
  const paper = buildPapers([{ document, issue: null }], 'معهد', '2026-11-20');
  let startedChildren: TypesetterChild[] = [];
  const createWithFlags = (...flags: string[]) =>
    createTypesetterManager(() => {
      const child = startTypesetterProcess(flags);
      startedChildren.push(child);
      return child;
    });
  beforeEach(() => {
    startedChildren = [];
  });
  afterEach(() => {
    for (const child of startedChildren) child.kill('SIGKILL');
  });

  test('the typesetter process is shared by all papers, and replaced only after it has ended', async () => {
    const { requireTypesetter, typeset } = createWithFlags();
    const files = await Promise.all([typeset(paper, null), typeset(paper, null), typeset(paper, null)]);
    for (const bytes of files) expect((await readPdfLines(bytes)).pages).toBe(1);
    expect(startedChildren).toHaveLength(1);

    const first = await requireTypesetter();
    // The process is killed during a paper. That paper fails, and a new process typesets the next one.
    process.kill(first.pid ?? 0, 'SIGSTOP');
    const currentPaper = typeset(paper, null);
    await yieldToEventLoop();
    startedChildren[0]?.kill('SIGKILL');
    await expect(currentPaper).rejects.toMatchObject({
      code: 'INTERNAL',
      message: message,
      cause: { message: 'the typesetter: ended with SIGKILL' },
    });
    expect((await readPdfLines(await typeset(paper, null))).pages).toBe(1);
    expect(startedChildren).toHaveLength(2);
    expect(isAlive(first.pid ?? 0)).toBe(false);
  });

  test('the typesetter process continues if a signal for the whole process group stops the server: accepted papers are still answered', async () => {
    const { requireTypesetter, typeset } = createWithFlags();
    const { pid = 0 } = await requireTypesetter();
    const file = typeset(paper, null);
    for (const signal of ['SIGTERM', 'SIGINT']) process.kill(pid, signal);
    expect((await readPdfLines(await file)).pages).toBe(1);
    expect((await readPdfLines(await typeset(paper, null))).pages).toBe(1);
    expect(startedChildren).toHaveLength(1);
  });

  test.runIf(existsSync('/proc/self/oom_score_adj'))(
    'the typesetter process is killed before the server when the system runs out of memory',
    async () => {
      const { pid } = await createWithFlags().requireTypesetter();
      expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000');
    },
  );

  test('the typesetter process reports the problem of a paper that cannot be typeset, and typesets the next one', async () => {
    const { typeset } = createWithFlags();
    const broken = { ...paper, papers: [{}] } as typeof paper;
    const failure = typeset(broken, null);
    await expect(failure).rejects.toMatchObject({ code: 'INTERNAL', message: message });
    await expect(failure).rejects.toHaveProperty(
      'cause.message',
      expect.stringContaining('dictionary does not contain key'),
    );
    expect((await readPdfLines(await typeset(paper, null))).pages).toBe(1);
    expect(startedChildren).toHaveLength(1);
  });

  test('the typesetter process reports once why the typesetter is not available on this machine, and is not started again', async () => {
    const { typeset } = createWithFlags('--no-addons');
    const first = typeset(paper, null);
    await expect(first).rejects.toMatchObject({ code: 'NO_TYPESETTER' });
    await expect(first).rejects.toHaveProperty('cause.message', expect.stringContaining('native'));
    await expect(typeset(paper, null)).rejects.toMatchObject({ code: 'NO_TYPESETTER', cause: undefined });
    expect(startedChildren).toHaveLength(1);
  });

  test('the typesetter process is started again after a failed start for another reason', async () => {
    const flags = ['--no-such-flag'];
    const { typeset } = createTypesetterManager(() => startTypesetterProcess(flags));
    const first = typeset(paper, null);
    await expect(first).rejects.toMatchObject({ code: 'NO_TYPESETTER' });
    await expect(first).rejects.toHaveProperty('cause.message', expect.stringContaining('--no-such-flag'));
    flags.pop();
    expect((await readPdfLines(await typeset(paper, null))).pages).toBe(1);
  });
});
