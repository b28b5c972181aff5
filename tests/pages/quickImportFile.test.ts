import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemOfFile, recordsOf, tableOf, textOf } from '../../src/ui/quick-import/quickImportFile';

/** What a browser makes of bytes that it reads as `x-user-defined`. */
const bytewise = (bytes: Uint8Array) =>
  [...bytes].map((byte) => String.fromCharCode(byte < 0x80 ? byte : 0xf700 + byte)).join('');
const utf8 = (text: string) => bytewise(new TextEncoder().encode(text));
/** «دفعة;٣» as an Arabic spreadsheet saves it. */
const windows1256 = bytewise(Uint8Array.of(0xcf, 0xdd, 0xda, 0xc9, 0x3b, 0x33));

const recordsIn = (text: string) => {
  const table = recordsOf(text);
  return 'records' in table ? table.records : table.problem;
};

test('UTF-8, with and without a byte-order mark, and Windows-1256 are told apart', () => {
  expect(textOf(utf8('دفعة,1'))).toBe('دفعة,1');
  expect(textOf(utf8('\uFEFFدفعة'))).toBe('دفعة');
  expect(textOf('\uFEFFدفعة,1')).toBe('دفعة,1');
  expect(textOf(windows1256)).toBe('دفعة;3');
});

test('what is no text is not read as one', () => {
  expect(textOf(utf8('PK\u0003\u0004\0\0'))).toBeNull();
  expect(textOf('دفعة\uFFFD')).toBeNull();
});

test('the separator is found out', () => {
  for (const separator of [',', ';', '\t'])
    expect(recordsIn(`a${separator}b\n1${separator}2\n\n\n`)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ]);
});

test('a record is known by the line on which it begins, whatever the line ends, blank lines and breaks in quotes', () => {
  const records = recordsIn('a,b\r\n"1\r\n1",2\r\n\r\n,\r\n3,4\r5,6\n');
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1\n1', '2'] },
    { line: 6, cells: ['3', '4'] },
    { line: 7, cells: ['5', '6'] },
  ]);
});

test('a file without rows, and one with an open quote, cannot be used', () => {
  expect(recordsIn('')).toEqual({ kind: 'empty' });
  expect(recordsIn('a,b\r\n,\r\n')).toEqual({ kind: 'empty' });
  expect(recordsIn('a,b\n1,2\n"3,4\n5,6')).toEqual({ kind: 'openQuote', line: 3 });
});

test('the name and size of a file are judged before it is read', () => {
  expect(problemOfFile({ name: 'a.CSV', size: 10 })).toBeNull();
  expect(problemOfFile({ name: 'a.txt', size: 10 })).toEqual({ kind: 'notCsv' });
  expect(problemOfFile({ name: 'a.csv', size: 6_000_000 })).toEqual({ kind: 'tooBig' });
});

test.each([
  ['a web page', '<!DOCTYPE html><html><body><table><tr><td>a</td></tr></table></body></html>', 'webPage'],
  [
    'a table of a page',
    '\n  <table border=1>\n<tr><td>a,b</td></tr>\n<tr><td>1,2</td></tr></table>',
    'webPage',
  ],
  ['a PDF', '%PDF-1.7\n1 0 obj\n', 'pdf'],
  ['a workbook', 'PK\u0003\u0004rest', 'workbook'],
])('%s under the name of a CSV is called what it is', (_, text, kind) => {
  expect(tableOf(utf8(text))).toEqual({ problem: { kind } });
});

test('pictures and old workbooks are known by their first bytes, and a name that begins like them is a CSV', () => {
  const kindOf = (...bytes: number[]) => {
    const table = tableOf(bytewise(Uint8Array.from(bytes)));
    return 'problem' in table ? table.problem.kind : null;
  };
  expect(kindOf(0x89, 0x50, 0x4e, 0x47, 13, 10)).toBe('image');
  expect(kindOf(0xff, 0xd8, 0xff, 0xe0)).toBe('image');
  expect(kindOf(0xd0, 0xcf, 0x11, 0xe0)).toBe('oldWorkbook');
  expect('records' in tableOf(utf8('PK,name\n1,عمر\n'))).toBe(true);
  expect('records' in tableOf(utf8('<5,name\n1,عمر\n'))).toBe(true);
});

test('200,000 rows are read', () => {
  const table = tableOf(utf8(`a,b\n${'x,1\n'.repeat(200_000)}`));
  expect('records' in table && table.records.length).toBe(200_001);
});

test('more columns, and more rows, than can be meant are said', () => {
  expect(recordsOf(`${','.repeat(400)}a\n1,2\n`)).toEqual({ problem: { kind: 'tooManyColumns' } });
  expect(recordsOf('x\n'.repeat(260_000))).toEqual({ problem: { kind: 'tooManyRows' } });
});

test('the sample files have the rows that they are said to have', () => {
  const rows = (name: string) => {
    const table = tableOf(bytewise(readFileSync(`tests/data/${name}`)));
    return 'records' in table ? table.records.length - 1 : table.problem;
  };
  expect(rows('programs.csv')).toBe(5);
  expect(rows('batches.csv')).toBe(8);
});
