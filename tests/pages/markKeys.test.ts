import { describe, expect, test } from 'vitest';
import {
  addHalf,
  findMarkKey,
  followEntry,
  isCompleteMark,
  type MarkField,
  type MarkKey,
  openField,
  pressMarkKey,
  typeMark,
} from '../../src/custom-pages/grades/markKeys';

describe('a mark is complete', () => {
  test.each([
    [5, ['1', '2', '3', '4', '5', '0.5', '4.5'], ['', '0', '4.', '.', '6', '55', '-1', 'x', 'غ']],
    [
      10,
      ['2', '9', '10', '7.5', '05', '٧', '١٠', '٧٫٥', '7,5'],
      ['', '0', '1', '١', '7.', '11', '10.5', '7.3'],
    ],
    [20, ['3', '7', '9', '10', '19', '20', '1.5'], ['0', '1', '2', '21', '75']],
    [100, ['11', '75', '99', '100', '7.5', '99.5'], ['0', '1', '7', '9', '10', '101', '75.']],
    [7.5, ['1', '7', '7.5'], ['0', '8', '75']],
    [1, ['1', '0.5'], ['0', '2', '1.5']],
    [0, ['0'], ['1', '']],
  ])('of %d', (max, complete, incomplete) => {
    expect(complete.filter((text) => !isCompleteMark(text, max))).toEqual([]);
    expect(incomplete.filter((text) => isCompleteMark(text, max))).toEqual([]);
  });

  test('only if it is valid and no digit gives another valid mark, for every mark of every maximum', () => {
    for (const max of [1, 5, 7.5, 10, 15, 20, 25, 30, 40, 50, 60, 99, 100])
      for (let mark = 0; mark <= max; mark += 0.5) {
        const longer = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => mark * 10 + digit <= max);
        const canGrow = Number.isInteger(mark) && longer.length > 0;
        expect([max, mark, isCompleteMark(String(mark), max)]).toEqual([max, mark, !canGrow]);
      }
  });
});

test('a half is added only to a whole mark below the maximum', () => {
  const halves = [
    ['7', 10, '7.5'],
    ['7.', 10, '7.5'],
    ['٧', 10, '7.5'],
    ['0', 10, '0.5'],
    ['9', 10, '9.5'],
    ['10', 10, null],
    ['7.5', 10, null],
    ['', 10, null],
    ['غ', 10, null],
    ['x', 10, null],
    ['7', 7.5, '7.5'],
  ] as const;
  for (const [text, max, expected] of halves) expect([text, addHalf(text, max)]).toEqual([text, expected]);
});

const keyKinds = { '½': 'half', '<': 'erase', F: 'full', غ: 'notRecorded' } as const;

/**
 * Presses keys in a column of students. `>` and `^` open the next and the previous student.
 * @returns the texts up to the open field
 */
function enterColumn(max: number, keys: string, stored: readonly string[] = Array(6).fill('')) {
  const texts = Object.fromEntries(stored.map((text, index) => [String(index), text]));
  let open = openField('0');
  for (const key of keys) {
    const index = Number(open.studentId);
    const field: MarkField = {
      text: texts[open.studentId] ?? '',
      isTyped: open.isTyped,
      completedText: open.completedId === null ? null : (texts[open.completedId] ?? ''),
    };
    if (key === '>' || key === '^') {
      open = openField(String(index + (key === '>' ? 1 : -1)));
      continue;
    }
    const kind = key === '.' ? 'point' : keyKinds[key as keyof typeof keyKinds];
    const pressedKey: MarkKey = kind ? { kind } : { kind: 'digit', digit: key };
    // Without a completed field, the browser types the decimal sign.
    const typedText = typeMark(`${field.isTyped ? field.text : ''}.`, max);
    const entry =
      key === '.' && field.completedText === null ? typedText : pressMarkKey(field, pressedKey, max);
    if (!entry) continue;
    texts[entry.field === 'open' ? open.studentId : (open.completedId ?? '')] = entry.text;
    open = followEntry(open, entry, index + 1 < stored.length ? String(index + 1) : null);
  }
  return Object.values(texts).slice(0, Number(open.studentId) + 1);
}

describe('keys enter the marks of a column', () => {
  test.each([
    ['a digit opens the next field, and 1 of 10 waits for «next»', 10, '781>9', ['7', '8', '1', '9', '']],
    ['10 of 10 is one mark', 10, '10910', ['10', '9', '10', '']],
    ['7 of 20 opens the next field, 1 and 2 wait', 20, '7152>9', ['7', '15', '2', '9', '']],
    [
      'two digits of 100 open the next field, 10 waits for a third',
      100,
      '7510010>9',
      ['75', '100', '10', '9'],
    ],
    ['every digit of 5 opens the next field, and 0 waits', 5, '350>', ['3', '5', '0', '']],
    ['a digit too many of a mark that waited is an error in its own field', 20, '225', ['225']],
    ['a half completes the field just closed', 10, '7½8', ['7.5', '8', '']],
    ['a half completes a waiting field', 10, '1½8', ['1.5', '8', '']],
    ['a second half changes nothing', 10, '7½½8', ['7.5', '8', '']],
    ['a half after a full mark changes nothing', 10, 'F½8', ['10', '8', '']],
    ['a half without a mark changes nothing', 10, '1>½8', ['1', '8', '']],
    ['a half of 100 completes a mark of one digit', 100, '7½75½9', ['7.5', '75.5', '9']],
    ['a decimal sign continues the field just closed', 10, '7.58', ['7.5', '8', '']],
    ['a decimal sign in a waiting field stays there', 10, '1.58', ['1.5', '8', '']],
    ['an impossible 10.5 stays an error in its own field', 10, '10.5', ['10.5']],
    ['erase corrects the field just closed', 10, '7<89', ['8', '9', '']],
    ['erase removes a half in one step', 10, '7½<>9', ['7', '9', '']],
    ['erase after 10 leaves 1', 10, '10<>9', ['1', '9', '']],
    ['erase in a typed field stays there', 20, '71<2>9', ['7', '2', '9', '']],
    ['a step back replaces the mark', 10, '7^89', ['8', '9', '']],
    ['the full mark opens the next field', 20, 'FF', ['20', '20', '']],
    ['«not recorded» waits, so that clearing and typing is safe', 10, 'غ78', ['7', '8', '']],
    ['the last student keeps the field open', 5, '1111111', ['1', '1', '1', '1', '1', '11']],
  ])('%s', (_, max, keys, texts) => {
    expect(enterColumn(max, keys)).toEqual(texts);
  });

  test('the first digit replaces a stored mark, and erase clears it', () => {
    const stored = ['3', '4', '5'];
    expect(enterColumn(10, '79', stored)).toEqual(['7', '9', '5']);
    expect(enterColumn(10, '<', stored)).toEqual(['']);
    // A half belongs to typed marks, so that it never changes a stored one.
    expect(enterColumn(10, '½7½', stored)).toEqual(['7.5', '4']);
  });
});

test('a hardware key reaches a completed field as half, decimal sign or erase only', () => {
  expect(['½', '.', ',', '٫', '،', 'Backspace'].map((key) => findMarkKey(key)?.kind)).toEqual([
    'half',
    'point',
    'point',
    'point',
    'point',
    'erase',
  ]);
  expect(['7', '٧', 'a', 'Tab', 'ArrowLeft', 'Enter'].map(findMarkKey)).toEqual(Array(6).fill(null));
});
