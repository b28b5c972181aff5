import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource } from '../../src/features/import/readSource';
import { Unreadable } from '../../src/features/import/sheet';
import { readWorkbookSheets } from '../../src/features/import/workbook';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** «دفعة;٣» as saved by an Arabic spreadsheet program. */
const windows1256 = Uint8Array.of(0xcf, 0xdd, 0xda, 0xc9, 0x3b, 0x33);

/** The records of a file, or the reason why it is refused. @param size the size that the file states */
async function read(content: string | Uint8Array, name = 'a.csv', size?: number) {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  const file = { size: size ?? bytes.length, arrayBuffer: async () => Uint8Array.from(bytes).buffer } as Blob;
  try {
    const [sheet] = await readSource({ kind: 'file', file, name }, readWorkbookSheets);
    return sheet && 'sheet' in sheet ? sheet.sheet.records : undefined;
  } catch (failure) {
    if (failure instanceof Unreadable) return failure.problem;
    throw failure;
  }
}

const cellsIn = async (content: string | Uint8Array) => {
  const records = await read(content);
  return Array.isArray(records) ? records.map(({ cells }) => cells) : records;
};

test('UTF-8 with and without a byte-order mark, and Windows-1256 are detected', async () => {
  expect(await cellsIn('دفعة,1\n2,3')).toEqual([
    ['دفعة', '1'],
    ['2', '3'],
  ]);
  expect(await cellsIn('\uFEFFدفعة\n2')).toEqual([['دفعة'], ['2']]);
  const twoLines = Uint8Array.of(...windows1256, 0x0a, ...windows1256);
  expect(await cellsIn(twoLines)).toEqual([
    ['دفعة', '3'],
    ['دفعة', '3'],
  ]);
});

test('a file that is not text is refused', async () => {
  expect(await read('a\u0001\0\0')).toEqual({ kind: 'encoding' });
  expect(await read('دفعة\uFFFD')).toEqual({ kind: 'encoding' });
});

test('the separator is detected', async () => {
  for (const separator of [',', ';', '\t'])
    expect(await read(`a${separator}b\n1${separator}2\n\n\n`)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ]);
});

test('a record has the number of its first line, with any line ends, blank lines and breaks in quotes', async () => {
  const records = await read('a,b\r\n"1\r\n1",2\r\n\r\n,\r\n3,4\r5,6\n');
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1\n1', '2'] },
    { line: 6, cells: ['3', '4'] },
    { line: 7, cells: ['5', '6'] },
  ]);
});

test('a file without rows, and one with an open quote, cannot be used', async () => {
  expect(await read('')).toEqual({ kind: 'empty' });
  expect(await read('a,b\r\n,\r\n')).toEqual({ kind: 'empty' });
  expect(await read('a,b\n1,2\n"3,4\n5,6')).toEqual({ kind: 'openQuote', line: 3 });
});

test('the name and size of a file are checked before it is read', async () => {
  expect(await read('a\n1', 'a.CSV')).toHaveLength(2);
  expect(await read('a\n1', 'a.tsv')).toHaveLength(2);
  expect(await read('a\n1', 'a.txt')).toEqual({ kind: 'notCsv' });
  expect(await read('a\n1', 'a.csv', 63_000_000)).toEqual({ kind: 'tooBig' });
});

test.each([
  ['a web page', '<!DOCTYPE html><html><body><table><tr><td>a</td></tr></table></body></html>', 'webPage'],
  [
    'a table of a page',
    '\n  <table border=1>\n<tr><td>a,b</td></tr>\n<tr><td>1,2</td></tr></table>',
    'webPage',
  ],
  ['a PDF', '%PDF-1.7\n1 0 obj\n', 'pdf'],
  ['a cut workbook', 'PK\u0003\u0004rest', 'unreadable'],
])('%s with the extension .csv is recognised', async (_, text, kind) => {
  expect(await read(text)).toEqual({ kind });
});

test('images and old workbooks are recognised by their first bytes; a CSV with a similar start is read', async () => {
  expect(await read(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10))).toEqual({ kind: 'image' });
  expect(await read(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toEqual({ kind: 'image' });
  expect(await read(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0))).toEqual({ kind: 'oldWorkbook' });
  expect(await read('PK,name\n1,عمر\n')).toHaveLength(2);
  expect(await read('<5,name\n1,عمر\n')).toHaveLength(2);
});

test('200,000 rows are read', async () => {
  expect(await read(`a,b\n${'x,1\n'.repeat(200_000)}`)).toHaveLength(200_001);
});

test('too many columns or rows are refused', async () => {
  expect(await read(`${','.repeat(400)}a\n1,2\n`)).toEqual({ kind: 'tooManyColumns', columns: 401 });
  expect(await read('x\n'.repeat(260_000))).toEqual({ kind: 'tooManyRows' });
});

test('the sample files have the expected number of rows', async () => {
  expect(await read(readFileSync('tests/data/programs.csv'), 'programs.csv')).toHaveLength(6);
  expect(await read(readFileSync('tests/data/batches.csv'), 'batches.csv')).toHaveLength(9);
});
