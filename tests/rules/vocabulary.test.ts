import { expect, test } from 'vitest';
import { cleanText } from '../../contract/rules/arabicText';
import * as vocabulary from '../../contract/vocabulary';

test('every Arabic value is in its stored form, so that comparisons work', () => {
  const texts = JSON.stringify(vocabulary).match(/"[^"]*"/g) ?? [];
  expect(texts.length).toBeGreaterThan(60);
  for (const text of texts) expect(cleanText(text)).toBe(text);
});
test('the nine letters have the sign before the letter', () => {
  expect(vocabulary.letters.map((letter) => [...letter][0])).toEqual([
    '+',
    'أ',
    '+',
    'ب',
    '+',
    'ج',
    '+',
    'د',
    'ل',
  ]);
});
test('grade settings exist for every type except the daily record', () => {
  const others = vocabulary.allSubjectTypes.filter((type) => type !== vocabulary.dailyRecordType);
  expect(vocabulary.gradedSubjectTypes).toEqual(others);
});
test('every level from 1 to 8 has a different name', () => {
  expect(new Set(vocabulary.levels.map((level) => vocabulary.levelNames[level])).size).toBe(8);
});
