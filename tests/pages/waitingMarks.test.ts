import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GradeRow } from '../../contract/grades';
import { defaultGradeSettings } from '../../contract/rules/gradeSettings';
import {
  createSheet,
  enterTexts,
  findRow,
  rowsToSend,
  displayText,
} from '../../src/custom-pages/grades/sheetModel';
import { resolveClashes, reopenRefused, mergeLoadedRows } from '../../src/custom-pages/grades/sheetState';
import {
  marksKind,
  type MarkRow,
  rebaseRows,
  type QueuedMarks,
  joinRows,
  applyQueuedMarks,
} from '../../src/dataProvider/outbox/marks';

const row = (studentId: string, testGrade: number | null, version = 1, overrides: Partial<GradeRow> = {}) =>
  ({
    studentId,
    studentName: `طالب ${studentId}`,
    participationGrade: 10,
    attendanceGrade: 30,
    exerciseGrade: 5,
    readingGrade: 5,
    testGrade,
    total: null,
    grade: null,
    absenceDays: 0,
    version,
    updated_at: null,
    ...overrides,
  }) satisfies GradeRow;
const test = (studentId: string, mark: number | null, previous: (number | null)[], version = 1): MarkRow => ({
  studentId,
  version,
  cells: { test: { mark, seen: previous } },
});
const entry = (rows: readonly MarkRow[], overrides: Partial<QueuedMarks> = {}): QueuedMarks => ({
  kind: 'marks',
  id: 'a'.repeat(32),
  at: '2026-11-20T08:00:00.000Z',
  state: 'waiting',
  batchName: 'الأولى',
  subjectCode: 'QRN1',
  subjectName: 'التجويد',
  rows,
  base: [],
  settings: defaultGradeSettings,
  ...overrides,
});

/** A server with these rows and versions. @param before runs before each save */
function serve(rows: GradeRow[], before: (tries: number) => void = () => undefined) {
  const stored = new Map(rows.map((one) => [one.studentId, one]));
  const saved: { key: string | null; grades: object[] }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers, body }: RequestInit) => {
    before(saved.length + 1);
    const { grades } = JSON.parse(String(body)) as { grades: (GradeRow & { version: number })[] };
    saved.push({ key: new Headers(headers).get('Idempotency-Key'), grades });
    const stale = grades.filter(({ studentId, version }) => stored.get(studentId)?.version !== version);
    const current = stale.map(({ studentId }) => stored.get(studentId));
    if (stale.length > 0)
      return new Response(JSON.stringify({ error: 'تغيّر', code: 'STALE', current }), { status: 409 });
    for (const one of grades) {
      const was = stored.get(one.studentId) as GradeRow;
      stored.set(one.studentId, { ...was, ...one, version: was.version + 1 });
    }
    const after = grades.map(({ studentId }) => stored.get(studentId));
    return new Response(JSON.stringify({ success: true, message: 'تم', grades: after }), { status: 200 });
  });
  return { stored, saved };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('the later mark of two queued saves counts, with the value loaded before the first save, and the saves do not conflict', () => {
  const first = [test('1', 12, [10]), test('2', 20, [null], 0)];
  const later: MarkRow[] = [
    { studentId: '1', version: 4, cells: { test: { mark: 15, seen: [12] } } },
    { studentId: '2', version: 0, cells: { reading: { mark: 3, seen: [5] } } },
    test('3', 40, [39], 7),
  ];
  const joined = joinRows(first, later);
  expect(joined).toEqual([
    { studentId: '1', version: 1, cells: { test: { mark: 15, seen: [10, 12] } } },
    {
      studentId: '2',
      version: 0,
      cells: { test: { mark: 20, seen: [null] }, reading: { mark: 3, seen: [5] } },
    },
    test('3', 40, [39], 7),
  ]);
  // The later mark is sent, whether or not the server has stored the first save.
  const isSent = (stored: GradeRow) => rebaseRows(joined, [stored])?.remaining[0]?.cells.test?.mark;
  expect(isSent(row('1', 10, 2))).toBe(15);
  expect(isSent(row('1', 12, 2))).toBe(15);
  expect(rebaseRows(joined, [row('1', 18, 2)])).toBeNull(); // a mark of another user
});

it('a save that conflicts with another mark of the same row is sent again with the new version and another key', async () => {
  const { stored, saved } = serve([row('1', 10, 3, { readingGrade: 1 }), row('2', 20)]);
  const answer = await marksKind.deliver(entry([test('1', 12, [10]), test('2', 22, [20])]));
  expect(saved.map(({ grades }) => grades)).toEqual([
    [
      { studentId: '1', testGrade: 12, version: 1 },
      { studentId: '2', testGrade: 22, version: 1 },
    ],
    [
      { studentId: '1', testGrade: 12, version: 3 },
      { studentId: '2', testGrade: 22, version: 1 },
    ],
  ]);
  expect(saved[0]?.key).toBe('a'.repeat(32));
  expect(saved[1]?.key).not.toBe(saved[0]?.key);
  expect(stored.get('1')).toMatchObject({ testGrade: 12, readingGrade: 1, version: 4 });
  expect(answer?.grades?.map(({ version }) => version)).toEqual([4, 2]);
});

it('marks that are already stored are not written again', async () => {
  const { stored, saved } = serve([row('1', 12, 2), row('2', 20)]);
  const answer = await marksKind.deliver(entry([test('1', 12, [10]), test('2', 22, [20])]));
  expect(saved[1]?.grades).toEqual([{ studentId: '2', testGrade: 22, version: 1 }]);
  expect(stored.get('1')?.version).toBe(2);
  expect(answer?.grades?.map(({ studentId }) => studentId)).toEqual(['1', '2']);

  await marksKind.deliver(entry([test('1', 12, [10])]));
  expect(saved).toHaveLength(3); // refused, and nothing is left to send
});

it('an old mark does not overwrite a newer one: the save is refused with the stored mark', async () => {
  const { stored } = serve([row('1', 18, 2), row('2', 20)]);
  await expect(marksKind.deliver(entry([test('1', 12, [10]), test('2', 22, [20])]))).rejects.toMatchObject({
    code: 'STALE',
    body: { current: [{ studentId: '1', testGrade: 18 }] },
  });
  expect(stored.get('2')).toMatchObject({ testGrade: 20, version: 1 }); // a save is stored completely or not at all
});

it('a save ends with a refusal if others save the same row again and again', async () => {
  const { stored } = serve([row('1', 10, 5)], (tries) => {
    stored.set('1', row('1', 10, 5 + tries));
  });
  await expect(marksKind.deliver(entry([test('1', 12, [10])]))).rejects.toMatchObject({ code: 'STALE' });
});

it('queued marks are shown in the sheet in place of stored ones, and are no change', () => {
  const sheet = createSheet(
    applyQueuedMarks([row('1', 10), row('2', 20)], [test('1', 12, [10])]),
    defaultGradeSettings,
  );
  expect(sheet.rows.map((one) => displayText(one, 'test'))).toEqual(['12', '20']);
  expect(rowsToSend(sheet)).toEqual([]);
  // A mark typed over a queued one is a change, and so is a mark typed back.
  const restoredSheet = enterTexts(sheet, [{ studentId: '1', column: 'test', text: '10' }]);
  expect(rowsToSend(restoredSheet)).toEqual([test('1', 10, [12])]);
});

it('refused marks are typed again over the stored ones; only marks changed by another user ask', () => {
  const settings = defaultGradeSettings;
  const loaded = [row('1', 18, 2), row('2', 20), row('4', 1, 1, { left_on: '2026-11-01' })];
  const state = mergeLoadedRows(null, 'x', loaded, settings);
  const refusedEntry = entry(
    [test('1', 12, [10]), test('2', 22, [20]), test('3', 9, [8]), test('4', 2, [1])],
    {
      state: 'refused',
      problem: { status: 409, code: 'STALE', message: 'تغيّر', current: [row('1', 18, 2)] },
      base: [row('3', 8)],
    },
  );
  const result = reopenRefused(state, refusedEntry, {});
  expect(result).toMatchObject({ isEditing: true, isAsking: true, isSaveWaiting: true });
  expect(result.clashes).toMatchObject([{ studentId: '1', column: 'test', mine: '12', theirs: '18' }]);
  expect(result.removedNames).toEqual(['طالب 3', '4']);
  expect(rowsToSend(result.sheet)).toEqual([test('1', 12, [18], 2), test('2', 22, [20])]);
  const theirs = resolveClashes(result, [{ studentId: '1', column: 'test' }]);
  expect(rowsToSend(theirs.sheet)).toEqual([test('2', 22, [20])]);
});

it('marks typed after the refused save, and not saved, stay on top of it', () => {
  const state = mergeLoadedRows(null, 'x', [row('1', 18, 2), row('2', 20)], defaultGradeSettings);
  const result = reopenRefused(
    state,
    entry([test('1', 12, [10]), test('2', 22, [20])], { state: 'refused' }),
    {
      1: { test: ['14', 12], reading: ['4', 5] },
      2: { test: ['23', 22] },
    },
  );
  expect(result.clashes).toMatchObject([{ studentId: '1', mine: '14', theirs: '18' }]);
  expect(findRow(result.sheet, '1')?.typed).toEqual({ test: '14', reading: '4' });
  expect(findRow(result.sheet, '2')?.typed).toEqual({ test: '23' });
});

it('a mark that is typed while a queued mark is refused stays, and is shown as the later mark', () => {
  const waiting = applyQueuedMarks([row('1', 10)], [test('1', 12, [10])]);
  const first = mergeLoadedRows(null, 'x', waiting, defaultGradeSettings);
  const typed = {
    ...first,
    sheet: enterTexts(first.sheet, [{ studentId: '1', column: 'test', text: '14' }]),
  };
  // Refused marks are no longer shown as stored.
  const loaded = mergeLoadedRows(typed, 'x', [row('1', 10)], defaultGradeSettings);
  const problem = { status: 409, code: 'STALE', message: 'تغيّر', current: [row('1', 18, 2)] };
  const clashing = reopenRefused(loaded, entry([test('1', 12, [10])], { state: 'refused', problem }), {});
  expect(clashing.clashes).toMatchObject([{ mine: '14', theirs: '18' }]);
  const invalid = { ...problem, code: 'VALIDATION', current: null };
  const result = reopenRefused(
    loaded,
    entry([test('1', 12, [10])], { state: 'refused', problem: invalid }),
    {},
  );
  expect(result.clashes).toEqual([]);
  expect(rowsToSend(result.sheet)).toEqual([test('1', 14, [10])]);
});

it('the refusal shows the change of another user if the sheet was loaded before it', () => {
  const state = mergeLoadedRows(null, 'x', [row('1', 10, 1)], defaultGradeSettings);
  const problem = { status: 409, code: 'STALE', message: 'تغيّر', current: [row('1', 18, 2)] };
  const result = reopenRefused(state, entry([test('1', 12, [10])], { state: 'refused', problem }), {});
  expect(result.clashes).toMatchObject([{ mine: '12', theirs: '18' }]);
  expect(rowsToSend(result.sheet)).toEqual([test('1', 12, [18], 2)]);
});
