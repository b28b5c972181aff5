import { describe, expect, test } from 'vitest';
import { findTerm, termWeeks } from '../../contract/rules/terms';

const term = (start_date: string, end_date: string) => ({ name: 'الفصل الأول', start_date, end_date });

describe('the term of a day', () => {
  const terms = [term('2026-08-23', '2026-12-17'), term('2027-01-03', '2027-05-20')];

  test('the term includes its first and its last day', () => {
    expect(findTerm(terms, '2026-08-23')).toBe(terms[0]);
    expect(findTerm(terms, '2026-12-17')).toBe(terms[0]);
    expect(findTerm(terms, '2027-01-03')).toBe(terms[1]);
  });

  test('the term is null before, between and after the terms', () => {
    for (const day of ['2026-08-22', '2026-12-25', '2027-05-21'])
      expect(findTerm(terms, day)).toBeUndefined();
    expect(findTerm([], '2026-11-20')).toBeUndefined();
  });
});

describe('the weeks of a term', () => {
  const weeks = (days: [string, string], today: string) => Object.values(termWeeks(term(...days), today));

  test('the weeks are its days divided by seven, rounded up', () => {
    expect(weeks(['2026-11-01', '2026-11-14'], '2026-11-01')).toEqual([0, 2]);
    expect(weeks(['2026-11-01', '2026-11-15'], '2026-11-01')).toEqual([0, 3]);
    expect(weeks(['2026-11-01', '2026-11-01'], '2026-11-01')).toEqual([0, 1]);
  });

  test('the weeks are completed after seven days', () => {
    const twoWeeks: [string, string] = ['2026-11-01', '2026-11-14'];
    expect(weeks(twoWeeks, '2026-11-07')).toEqual([0, 2]);
    expect(weeks(twoWeeks, '2026-11-08')).toEqual([1, 2]);
    expect(weeks(twoWeeks, '2026-11-14')).toEqual([1, 2]);
  });

  test('the weeks are never below 0 and never above the total', () => {
    const short: [string, string] = ['2026-11-01', '2026-11-08'];
    expect(weeks(short, '2026-01-01')).toEqual([0, 2]);
    expect(weeks(short, '2026-11-09')).toEqual([2, 2]);
    expect(weeks(short, '2028-01-01')).toEqual([2, 2]);
  });
});
