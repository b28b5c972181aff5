import { expect, test } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { csvHeaders } from '../../src/i18n/ar/csv';
import { programImport } from '../../src/resources/programs/programImport';
import {
  belowHeader,
  checkRows,
  columnsOf,
  finderOf,
  type ImportRow,
} from '../../src/ui/quick-import/quickImportRows';
import { rowsToWrite, sorted, writeRows } from '../../src/ui/quick-import/quickImportWrites';

const plan = { headers: csvHeaders.batches, needed: [['batch_name']] };

test('columns are known by Arabic and English words, in any spelling', () => {
  expect(
    columnsOf(
      ['اسم الدُّفعة', 'Program_ID', 'السنه الدراسيه', 'Start Date', 'ملاحظات', 'اسم الدفعة', ''],
      plan,
    ),
  ).toEqual({
    fields: ['batch_name', 'program_id', 'academic_year', 'start_date', null, null, null],
    ignored: ['ملاحظات', 'اسم الدفعة'],
    missing: [],
  });
  expect(columnsOf(['x', 'y'], plan).missing).toEqual(['اسم الدفعة']);
});

test('lines above the header are passed over, and what is below keeps its lines', () => {
  const records = [
    ['معهد النور'],
    ['كشف الدفعات', '1447'],
    ['اسم الدفعة', 'البرنامج'],
    ['الأولى', 'QRN'],
  ].map((cells, index) => ({ line: index + 1, cells }));
  expect(belowHeader(records, plan)).toMatchObject({
    header: ['اسم الدفعة', 'البرنامج'],
    rows: [{ line: 4, cells: ['الأولى', 'QRN'] }],
  });
  // Where nothing is known, the first line is the header, and its columns are said to be missing.
  expect(belowHeader(records.slice(0, 1), plan)).toEqual({ header: ['معهد النور'], rows: [] });
});

test('no two words of one plan mean different columns', () => {
  for (const headers of Object.values(csvHeaders)) {
    const words = Object.values(headers).flat();
    expect(new Set(words).size).toBe(words.length);
  }
});

const fresh = (line: number): ImportRow => ({ line, values: { line }, stored: null, keys: [], problems: [] });
const known = (line: number): ImportRow => ({ ...fresh(line), stored: { id: line, kept: true } });
const wrong = (line: number): ImportRow => ({ ...fresh(line), problems: [{ field: 'a', message: 'b' }] });

test('a row that repeats an earlier one is refused with its line; one that repeats a refused row is not', async () => {
  const records = ['x', 'bad', 'x', 'bad'].map((cell, index) => ({ line: index + 2, cells: [cell] }));
  const rows = await checkRows(
    records,
    ['name'],
    ({ name = '' }) => ({
      values: {},
      stored: null,
      keys: [name],
      problems: name === 'bad' ? [{ field: 'name', message: 'no' }] : [],
    }),
    (line) => `again ${line}`,
  );
  expect(rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
    [],
    ['no'],
    ['again 2'],
    ['no'],
  ]);
});

test('a cell loses spreadsheet dressing and invisible signs', async () => {
  const seen: unknown[] = [];
  await checkRows(
    [{ line: 2, cells: ["'05", ' \u200Fأ  ب '] }],
    ['code', 'name'],
    (cells) => {
      seen.push(cells);
      return { values: {}, stored: null, keys: [], problems: [] };
    },
    String,
  );
  expect(seen).toEqual([{ code: '05', name: 'أ ب' }]);
});

test('a record is found by the same text, else by the only one that reads the same', () => {
  const names = ['القرآن', 'القران', 'التجويد'];
  const find = finderOf(names, (name) => name);
  expect(find('القران')).toBe('القران');
  expect(find('التّجويد')).toBe('التجويد');
  expect(find('القرءان')).toBeUndefined();
});

test('existing rows are written or left, refused ones never', () => {
  const rows = [fresh(2), known(3), wrong(4)];
  expect(rowsToWrite(rows, 'update').map(({ line }) => line)).toEqual([2, 3]);
  expect(rowsToWrite(rows, 'skip').map(({ line }) => line)).toEqual([2]);
  expect(sorted(rows).refused.map(({ line }) => line)).toEqual([4]);
});

function writer(fails: Record<number, unknown> = {}) {
  let [open, most] = [0, 0];
  const sent: unknown[] = [];
  const send = async (values: Record<string, unknown>) => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    const failure = fails[Number(values['line'])];
    if (failure) throw failure;
    sent.push(values);
  };
  return {
    sent,
    most: () => most,
    ways: {
      create: send,
      update: (_: unknown, values: Record<string, unknown>) => send(values),
      failed: 'failed',
      onProgress: () => undefined,
      isStopped: () => false,
      pause: async () => undefined,
    },
  };
}

test('rows are sent one after the other; a refused one does not stop the rest', async () => {
  const taken = new ApiProblem(409, '', {
    error: 'مستخدم',
    code: 'DUPLICATE',
    details: [{ path: 'a', message: 'مستخدم من قبل' }],
  });
  const { ways, sent, most } = writer({ 3: taken });
  const report = await writeRows([fresh(2), fresh(3), known(4)], ways);
  expect(report).toEqual({
    added: 1,
    updated: 1,
    refused: [{ line: 3, problems: [{ field: 'a', message: 'مستخدم من قبل' }] }],
    untried: 0,
  });
  expect(sent).toEqual([{ line: 2 }, { id: 4, kept: true, line: 4 }]);
  expect(most()).toBe(1);
});

test('a lost network and a person who stops end the writing', async () => {
  const lost = new ApiProblem(0, 'تعذّر الاتصال', null, 'NETWORK');
  const report = await writeRows([fresh(2), fresh(3), fresh(4)], writer({ 3: lost }).ways);
  expect(report).toMatchObject({
    added: 1,
    untried: 1,
    refused: [{ line: 3, problems: [{ field: null, message: 'تعذّر الاتصال' }] }],
  });
  const stopped = await writeRows([fresh(2), fresh(3)], { ...writer().ways, isStopped: () => true });
  expect(stopped).toMatchObject({ added: 0, untried: 2 });
});

test('a server that asks for patience gets the same row again after so long; who stops need not wait', async () => {
  const tooMany = new ApiProblem(429, '', { error: 'انتظر', code: 'TOO_MANY' }, undefined, 3);
  const { ways, sent } = writer();
  const sentLines = () => sent.map((values) => (values as { line: number }).line);
  const pauses: number[] = [];
  let isFirst = true;
  const create = async (values: Record<string, unknown>) => {
    if (values['line'] === 3 && isFirst) {
      isFirst = false;
      throw tooMany;
    }
    return ways.create(values);
  };
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const report = await writeRows([fresh(2), fresh(3), fresh(4)], { ...ways, create, pause });
  expect(report).toMatchObject({ added: 3, refused: [], untried: 0 });
  expect(sentLines()).toEqual([2, 3, 4]);
  expect(pauses).toEqual([1_000, 1_000, 1_000]);

  let isStopped = false;
  const stopped = await writeRows([fresh(2), fresh(3)], {
    ...ways,
    create: async () => Promise.reject(tooMany),
    pause: async () => void (isStopped = true),
    isStopped: () => isStopped,
  });
  expect(stopped).toMatchObject({ added: 0, untried: 2, refused: [] });
});

test('50,000 rows are checked within the minute that a test may take, and the page goes on in between', async () => {
  const { checker } = programImport;
  const check = await checker(async () => []);
  const records = Array.from({ length: 50_000 }, (_, index) => ({
    line: index + 2,
    cells: [`P${index}`, `برنامج ${index}`, index % 2 === 0 ? '4' : 'x'],
  }));
  let pauses = 0;
  const beat = setInterval(() => (pauses += 1), 0);
  const rows = await checkRows(records, ['program_id', 'program_name', 'levels'], check, String);
  clearInterval(beat);
  expect(rows.filter(({ problems }) => problems.length > 0)).toHaveLength(25_000);
  expect(pauses).toBeGreaterThanOrEqual(40);
});
