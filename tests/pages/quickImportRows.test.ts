import { expect, test } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { type CheckedRow, createFinder } from '../../src/features/import/importPlan';
import {
  checkRows,
  matchColumns,
  createQuickRun,
  buildReport,
  listRowsToWrite,
  sortRows,
} from '../../src/features/import/quickImport';
import { csvHeaders } from '../../src/i18n/ar/csv';
import { programImport } from '../../src/resources/programs/programImport';

const plan = { headers: csvHeaders.batches, requiredGroups: [['batch_name']] };

const buildSheet = (...lines: string[][]) => ({
  name: null,
  position: 0,
  records: lines.map((cells, index) => ({ line: index + 1, cells })),
});

test('columns are recognised by Arabic and English words, in any spelling', () => {
  expect(
    matchColumns(
      buildSheet(
        ['اسم الدُّفعة', 'Program_ID', 'السنه الدراسيه', 'Start Date', 'ملاحظات', 'اسم الدفعة', '', 'x'],
        ['1'],
      ),
      plan,
    ),
  ).toMatchObject({
    fields: ['batch_name', 'program_id', 'academic_year', 'start_date', null, null, null, null],
    ignored: ['ملاحظات', 'اسم الدفعة', 'x'],
    missing: [],
  });
  expect(matchColumns(buildSheet(['x', 'y'], ['1', '2']), plan).missing).toEqual(['اسم الدفعة']);
});

test('lines above the header are skipped, and the rows below keep their line numbers', () => {
  const sheet = buildSheet(
    ['معهد النور'],
    ['كشف الدفعات', '1447'],
    ['اسم الدفعة', 'البرنامج'],
    ['الأولى', 'QRN'],
  );
  expect(matchColumns(sheet, plan).sheet).toMatchObject({
    header: ['اسم الدفعة', 'البرنامج'],
    rows: [{ line: 4, cells: ['الأولى', 'QRN'] }],
  });
  // One known column is enough to recognise the header.
  expect(matchColumns(buildSheet(['معهد النور'], ['الدفعة'], ['الأولى']), plan).sheet.header).toEqual([
    'الدفعة',
  ]);
  // If no column is known, the first line is the header, and its columns are reported as missing.
  expect(matchColumns(buildSheet(['معهد النور'], ['1447']), plan).sheet.header).toEqual(['معهد النور']);
});

test('no word of a plan matches two columns', () => {
  for (const headers of Object.values(csvHeaders))
    for (const [field, words] of Object.entries(headers))
      for (const word of words)
        expect(matchColumns(buildSheet([word], ['1']), { headers, requiredGroups: [] }).fields).toEqual([
          field,
        ]);
});

/** Reads a sheet with one column, and checks each cell. */
async function checkCells(cells: string[], check: (cell: string) => Partial<CheckedRow>) {
  const rows = cells.map((cell, index) => ({ line: index + 2, cells: [cell] }));
  const buildCheckedRow = (cell = '') => ({
    values: {},
    stored: null,
    keys: [],
    problems: [],
    ...check(cell),
  });
  return {
    resource: 'programs' as const,
    ignoredHeaders: [],
    ...(await checkRows(
      { sheet: { header: ['name'], rows }, fields: ['name'] },
      ({ name }) => buildCheckedRow(name),
      (line) => `again ${line}`,
    )),
  };
}

/** Rows that are new, existing or invalid, from line 2 on. */
const buildRows = (...cells: ('fresh' | 'known' | 'wrong')[]) => {
  let line = 1;
  return checkCells(cells, (cell) => {
    line += 1;
    return {
      values: { line },
      stored: cell === 'known' ? { id: line, kept: true } : null,
      problems: cell === 'wrong' ? [{ field: 'a', message: 'b' }] : [],
    };
  });
};

test('a row that repeats an earlier row is refused with the line; one that repeats a refused row is not', async () => {
  const { work } = await checkCells(['x', 'bad', 'x', 'bad'], (name) => ({
    keys: [name],
    problems: name === 'bad' ? [{ field: 'name', message: 'no' }] : [],
  }));
  expect(
    work.invalidRows(0, 9).map(({ line, notes }) => [line, notes.map(({ message }) => message)]),
  ).toEqual([
    [3, ['no']],
    [4, ['again 2']],
    [5, ['no']],
  ]);
});

test('spreadsheet artefacts and invisible characters are removed from a cell', async () => {
  const rows: unknown[] = [];
  await checkRows(
    {
      sheet: { header: [], rows: [{ line: 2, cells: ["'05", ' \u200Fأ  ب '] }] },
      fields: ['code', 'name'],
    },
    (cells) => {
      rows.push(cells);
      return { values: {}, stored: null, keys: [], problems: [] };
    },
    String,
  );
  expect(rows).toEqual([{ code: '05', name: 'أ ب' }]);
});

test('a record is found by its exact text, otherwise by its folded text if only one record has it', () => {
  const names = ['القرآن', 'القران', 'التجويد'];
  const find = createFinder(names, (name) => name);
  expect(find('القران')).toBe('القران');
  expect(find('التّجويد')).toBe('التجويد');
  expect(find('القرءان')).toBeUndefined();
});

test('existing rows are written or skipped, refused rows are never written', async () => {
  const rows = await buildRows('fresh', 'known', 'wrong');
  expect(listRowsToWrite(rows, 'update')).toEqual([0, 1]);
  expect(listRowsToWrite(rows, 'skip')).toEqual([0]);
  expect(sortRows(rows)).toEqual({ fresh: [0], existing: [1], refused: 1 });
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
      failureMessage: 'failed',
      pause: async (_milliseconds: number) => undefined as void,
    },
  };
}

type Rows = Awaited<ReturnType<typeof buildRows>>;

const refusedIn = ({ work }: Rows) =>
  work
    .invalidRows(0, 9)
    .map(({ line, notes }) => [line, ...notes.map(({ field, message }) => [field, message])]);

async function write(rows: Rows, ways: ReturnType<typeof writer>['ways'], isStopped = false) {
  const run = createQuickRun(rows, listRowsToWrite(rows, 'update'), ways);
  if (isStopped) run.cancel();
  await run.start();
  return { ...buildReport(run, rows), refused: refusedIn(rows) };
}

test('rows are sent in sequence; a refused row does not stop the others', async () => {
  const refusal = new ApiProblem(409, '', {
    error: 'مستخدم',
    code: 'DUPLICATE',
    details: [{ path: 'a', message: 'مستخدم من قبل' }],
  });
  const { ways, sent, most } = writer({ 3: refusal });
  const report = await write(await buildRows('fresh', 'fresh', 'known'), ways);
  expect(report).toEqual({ added: 1, updated: 1, refused: [[3, ['a', 'مستخدم من قبل']]], unsent: 0 });
  expect(sent).toEqual([{ line: 2 }, { id: 4, kept: true, line: 4 }]);
  expect(most()).toBe(1);
});

test('an unknown failure refuses its row, and the other rows are sent', async () => {
  const report = await write(await buildRows('fresh', 'fresh', 'fresh'), writer({ 3: new Error('?') }).ways);
  expect(report).toEqual({ added: 2, updated: 0, refused: [[3, [null, 'failed']]], unsent: 0 });
});

test('a lost network or a cancellation ends the import', async () => {
  const networkError = new ApiProblem(0, 'تعذّر الاتصال', null, 'NETWORK');
  const report = await write(await buildRows('fresh', 'fresh', 'fresh'), writer({ 3: networkError }).ways);
  expect(report).toEqual({ added: 1, updated: 0, unsent: 1, refused: [[3, [null, 'تعذّر الاتصال']]] });
  const stopped = await write(await buildRows('fresh', 'fresh'), writer().ways, true);
  expect(stopped).toMatchObject({ added: 0, unsent: 2, refused: [] });
});

test('after 429 the same row is sent again once `Retry-After` has passed; cancelling ends the wait', async () => {
  const tooMany = new ApiProblem(429, '', { error: 'انتظر', code: 'TOO_MANY' }, undefined, 3);
  const { ways, sent } = writer();
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
  const report = await write(await buildRows('fresh', 'fresh', 'fresh'), { ...ways, create, pause });
  expect(report).toMatchObject({ added: 3, refused: [], unsent: 0 });
  expect(sent.map((values) => (values as { line: number }).line)).toEqual([2, 3, 4]);
  expect(pauses).toEqual([3_000]);

  const rows = await buildRows('fresh', 'fresh');
  const run = createQuickRun(rows, [0, 1], {
    ...ways,
    create: async () => Promise.reject(tooMany),
    pause: () => {
      run.cancel();
      return new Promise(() => undefined);
    },
  });
  await run.start();
  expect({ ...buildReport(run, rows), refused: refusedIn(rows) }).toMatchObject({
    added: 0,
    unsent: 2,
    refused: [],
  });
});

test('50,000 rows are checked within the time limit of a test, and the page stays responsive', async () => {
  const { createChecker: checker } = programImport;
  const check = await checker(async () => []);
  const records = Array.from({ length: 50_000 }, (_, index) => ({
    line: index + 2,
    cells: [`P${index}`, `برنامج ${index}`, index % 2 === 0 ? '4' : 'x'],
  }));
  let pauses = 0;
  const beat = setInterval(() => (pauses += 1), 0);
  const fields = ['program_id', 'program_name', 'levels'];
  const { work } = await checkRows({ sheet: { header: [], rows: records }, fields }, check, String);
  clearInterval(beat);
  expect(work.summary().invalid).toBe(25_000);
  expect(pauses).toBeGreaterThanOrEqual(40);
});
