import { expect, test } from 'vitest';
import type { ImportResult } from '../../contract/imports';
import { errorLines } from '../../src/custom-pages/import/RunSummary';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { ImportRun, type RunTools } from '../../src/features/import/ImportRun';
import { type ChunkAnswer, countDone, findStopIndex, sumTotals } from '../../src/features/import/runState';
import type { ImportPart, SavedImport } from '../../src/features/import/importRecord';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const part = (some: Partial<ImportPart>): ImportPart => ({
  sheet: 0,
  type: 'programs',
  fields: ['name'],
  corrections: [],
  name: null,
  side: [],
  turn: [],
  skipped: 0,
  refusedHere: [],
  stopLine: null,
  total: (some.side?.length ?? 0) + (some.turn?.length ?? 0),
  ...some,
});

const buildSavedImport = (parts: ImportPart[], stopOnError = false): SavedImport => ({
  id: 'a-test-import',
  userId: 1,
  startedAt: '2026-01-01T00:00:00Z',
  name: 'programs.csv',
  source: { kind: 'texts', texts: [] },
  stopOnError,
  round: 0,
  parts,
});

const note = (index: number) => ({ part: 0, index, line: index + 2, field: null, message: 'الاسم مطلوب' });

const successResult = (count: number): ImportResult => ({
  imported: count,
  updated: 0,
  failed: 0,
  errors: [],
  stoppedAtRow: null,
  message: '',
  stopOnError: false,
});

/** A server that records its requests, and a device that stores the answers. */
function buildTools(answer: (asked: number, count: number) => ImportResult | Promise<ImportResult>) {
  const keys: string[] = [];
  const answers = new Map<string, ChunkAnswer>();
  const bodies: number[] = [];
  let maxConcurrent = 0;
  let current = 0;
  const runTools: RunTools = {
    beforePart: async () => undefined,
    send: async (_type, { data }, _id, key) => {
      keys.push(key);
      bodies.push(data.length);
      maxConcurrent = Math.max(maxConcurrent, (current += 1));
      try {
        await Promise.resolve();
        return await answer(keys.length, data.length);
      } finally {
        current -= 1;
      }
    },
    loadRows: async (_sheet, indexes) => indexes.map((index) => ({ index, line: index + 2, record: {} })),
    onAnswer: () => undefined,
    storage: {
      save: async () => undefined,
      saveAnswer: async (_id, one) => void answers.set(`${one.part}-${one.n}`, one),
      answers: async () => [...answers.values()],
      remove: async () => answers.clear(),
    },
    pause: async () => undefined,
    now: () => 0,
    chunkSize: 50,
    readRefusal: (failure, { n }) =>
      failure instanceof ApiProblem
        ? [{ field: null, message: `خطأ في الدفعة ${n}: ${failure.message}` }]
        : null,
    failureMessage: 'حدث خطأ أثناء الاستيراد',
  };
  return { runTools, keys, answers, bodies, maxConcurrent: () => maxConcurrent };
}

test('rows are sent in requests of fifty, four in parallel; then repeated rows in sequence', async () => {
  const server = buildTools((_asked, count) => successResult(count));
  const run = new ImportRun(
    buildSavedImport([part({ side: range(420), turn: range(60).map((index) => 420 + index) })]),
    server.runTools,
  );
  await run.start();
  expect(server.bodies).toEqual([50, 50, 50, 50, 50, 50, 50, 50, 20, 50, 10]);
  expect(server.maxConcurrent()).toBe(4);
  expect(run.state()).toMatchObject({ phase: 'ended', end: 'done' });
  expect(sumTotals(run.state()).imported).toBe(480);
  expect(new Set(server.keys).size).toBe(11);
});

test('a request without an answer is sent again with the same key', async () => {
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 2 || requestNumber === 3) throw new ApiProblem(0, 'انقطع الاتصال', null, 'NETWORK');
    return successResult(count);
  });
  const run = new ImportRun(buildSavedImport([part({ turn: range(100) })], true), server.runTools);
  await run.start();
  expect(server.keys).toEqual([1, 2, 2, 2].map((n) => `a-test-import-0-0-${n}`));
  expect(sumTotals(run.state()).imported).toBe(100);
});

test('after 429 the same request is sent again once `Retry-After` has passed, not before', async () => {
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 2) throw new ApiProblem(429, 'انتظر', null, 'TOO_MANY', 42);
    return successResult(count);
  });
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const run = new ImportRun(buildSavedImport([part({ turn: range(100) })], true), {
    ...server.runTools,
    pause,
  });
  await run.start();
  expect(server.keys).toEqual([1, 2, 2].map((n) => `a-test-import-0-0-${n}`));
  expect(sumTotals(run.state()).imported).toBe(100);
  expect(pauses).toEqual([42_000]);
});

test('a paused import continues with the unanswered requests, and its totals count all rows', async () => {
  let isGone = false;
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 3) isGone = true;
    if (isGone) throw new ApiProblem(401, 'انتهت الجلسة', null);
    return successResult(count);
  });
  const whole = buildSavedImport([part({ turn: range(200) })]);
  const firstRun = new ImportRun(whole, server.runTools);
  await firstRun.start();
  expect(firstRun.state()).toMatchObject({ end: 'paused', problem: 'انتهت الجلسة' });
  isGone = false;
  const resumedTools = buildTools((_asked, count) => successResult(count));
  const resumed = new ImportRun(whole, { ...resumedTools.runTools, storage: server.runTools.storage });
  await resumed.start(true);
  expect(resumedTools.keys).toEqual([3, 4].map((n) => `a-test-import-0-0-${n}`));
  expect(sumTotals(resumed.state()).imported).toBe(200);
  expect(server.answers.size).toBe(0);
});

test('a cancelled import keeps its answers, and continues with the requests that were not sent', async () => {
  const whole = buildSavedImport([part({ turn: range(200) })]);
  let cancel = () => undefined as void;
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 2) cancel();
    return successResult(count);
  });
  const firstRun = new ImportRun(whole, server.runTools);
  cancel = firstRun.cancel;
  await firstRun.start();
  expect(firstRun.state()).toMatchObject({ end: 'cancelled' });
  expect(server.answers.size).toBe(2);
  const resumedTools = buildTools((_asked, count) => successResult(count));
  const resumed = new ImportRun(whole, { ...resumedTools.runTools, storage: server.runTools.storage });
  await resumed.start(true);
  expect(resumedTools.keys).toEqual([3, 4].map((n) => `a-test-import-0-0-${n}`));
  expect(sumTotals(resumed.state()).imported).toBe(200);
  expect(server.answers.size).toBe(0);
});

test('cancelling after the last request changes nothing: the import is complete', async () => {
  let cancel = () => undefined as void;
  const server = buildTools((_asked, count) => {
    cancel();
    return successResult(count);
  });
  const run = new ImportRun(buildSavedImport([part({ turn: range(30) })]), server.runTools);
  cancel = run.cancel;
  await run.start();
  expect(run.state()).toMatchObject({ end: 'done' });
  expect(server.answers.size).toBe(0);
});

test('a request that is refused as a whole counts all its rows as failed, and the others are sent', async () => {
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 1) throw new ApiProblem(422, 'البيانات غير صحيحة', null);
    return successResult(count);
  });
  const run = new ImportRun(buildSavedImport([part({ turn: range(120) })]), server.runTools);
  await run.start();
  const totals = sumTotals(run.state());
  expect(totals).toMatchObject({ imported: 70, failed: 50 });
  expect(errorLines(totals)).toMatchObject({
    lines: [{ line: 2, message: 'خطأ في الدفعة 1: البيانات غير صحيحة' }, {}, {}, {}, {}],
    others: 45,
  });
});

test('an import that stops at the first error keeps rows before it and sends no later rows', async () => {
  const server = buildTools(() => ({
    ...successResult(10),
    failed: 1,
    errors: [{ row: 11, message: 'الاسم مطلوب', field: 'name' }],
    stoppedAtRow: 11,
    stopOnError: true,
  }));
  const run = new ImportRun(buildSavedImport([part({ turn: range(100) })], true), server.runTools);
  await run.start();
  expect(server.keys).toHaveLength(1);
  expect(run.state()).toMatchObject({ end: 'stopped', stopLine: 12 });
  expect(countDone(run.state())).toBe(11);
});

test('a stopped import continues with the row that stopped it, or with the first row of a refused request', async () => {
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 2) throw new ApiProblem(413, 'الطلب أكبر من الحد', null);
    return successResult(count);
  });
  const run = new ImportRun(buildSavedImport([part({ turn: range(200) })], true), server.runTools);
  await run.start();
  expect(run.state().end).toBe('stopped');
  expect(findStopIndex(run.state())).toBe(50);
  const runWithRowError = new ImportRun(
    buildSavedImport([part({ turn: range(7), stopLine: 9, refusedHere: [note(7)], total: 20 })], true),
    buildTools((_asked, count) => successResult(count)).runTools,
  );
  await runWithRowError.start();
  expect(findStopIndex(runWithRowError.state())).toBe(7);
});

test('an unexpected error of the page pauses the import with the general message', async () => {
  const server = buildTools((_asked, count) => successResult(count));
  const broken = {
    ...server.runTools,
    loadRows: () => Promise.reject(new Error('the import worker has ended')),
  };
  const run = new ImportRun(buildSavedImport([part({ turn: range(10) })]), broken);
  await run.start();
  expect(run.state()).toMatchObject({ end: 'paused', problem: 'حدث خطأ أثناء الاستيراد' });
});

test('sheets are sent in order, and a failed sheet does not stop the next one', async () => {
  const server = buildTools((requestNumber, count) => {
    if (requestNumber === 1) return { ...successResult(0), failed: count, errors: [] };
    return successResult(count);
  });
  const parts = [part({ side: range(5), name: 'برامج' }), part({ side: range(3), name: 'دفعات', sheet: 1 })];
  const run = new ImportRun(buildSavedImport(parts), server.runTools);
  await run.start();
  expect(run.state().parts.map(({ name, state }) => [name, state])).toEqual([
    ['برامج', 'error'],
    ['دفعات', 'success'],
  ]);
});
