import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeCell } from '../../contract/rules/spreadsheetCell';
import { rounds } from '../support/rounds';

describe('an exported cell', () => {
  test.each([
    '=1+1',
    '+966501234567',
    '-5',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '  =1',
    '\u200F=1',
    '\u202B \u00A0@x',
    '\uFEFF=1',
    '\u0000=1',
    '＝1',
    '\t',
  ])('the text %j gets an apostrophe', (text) => {
    expect(safeCell(text)).toBe(`'${text}`);
  });
  test.each(['', 'أحمد', '14460001', 'QRN101-3', 'a=b', "'=1", '5 - 3', ' أ '])(
    'the text %j stays as it is',
    (text) => {
      expect(safeCell(text)).toBe(text);
    },
  );
  test('no exported cell runs as a formula, and a second escape adds nothing', () => {
    const part = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ' ',
      '\u200F',
      '\u2067',
      '\u00A0',
      'أ',
      '1',
      "'",
    );
    const text = fc.oneof(
      fc.array(part).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (cell) => {
        const safe = safeCell(cell);
        // Checks programs that ignore white space and marks, and programs that do not.
        expect(safe).not.toMatch(/^[\t\r\n]/);
        expect(safe.replace(/^[\s\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/, '')).not.toMatch(
          /^[=+\-@]/,
        );
        expect(safeCell(safe)).toBe(safe);
        expect(safe.endsWith(cell)).toBe(true);
      }),
      { numRuns: rounds({ short: 400, all: 2_000 }) },
    );
  });
});
