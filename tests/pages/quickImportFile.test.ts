import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  plainCsv,
  problemOfFile,
  recordsOf,
  recordsOfRows,
  tableOf,
  textOf,
} from '../../src/ui/quickImportFile';

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

test('records survive the way through react-admin-import-csv, headers with dots and quotes included', () => {
  const records = [
    { line: 1, cells: ['a.b', '__proto__', '"q", x'] },
    { line: 4, cells: ['1\n2', "'3"] },
  ];
  const { data } = parsed(plainCsv(records));
  expect(recordsOfRows(data)).toEqual([records[0], { line: 4, cells: ['1\n2', "'3", ''] }]);
});

/** As the package parses it. */
function parsed(csv: string) {
  const table = recordsOf(csv);
  const [header, ...rows] = 'records' in table ? table.records : [];
  const names = header?.cells ?? [];
  return {
    data: rows.map(({ cells }) => Object.fromEntries(names.map((name, index) => [name, cells[index]]))),
  };
}

test('the sample files have the rows that they are said to have', () => {
  const rows = (name: string) => {
    const table = tableOf(bytewise(readFileSync(`tests/data/${name}`)));
    return 'records' in table ? table.records.length - 1 : table.problem;
  };
  expect(rows('programs.csv')).toBe(5);
  expect(rows('batches.csv')).toBe(8);
});
