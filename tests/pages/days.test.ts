import { describe, expect, it } from 'vitest';
import { gregorianDate, hijriDate } from '../../contract/rules/hijri';
import { buildDay, daysOfMonth, isDay, readDay, addStep, weekdayIndex } from '../../contract/rules/days';

describe('a typed day', () => {
  it.each([
    ['23/11/2026', '2026-11-23'],
    ['23-11-2026', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['٢٣/١١/٢٠٢٦', '2026-11-23'],
    ['۲۳/۱۱/۲۰۲۶', '2026-11-23'],
    ['3/4/2026', '2026-04-03'],
    ['23 نوفمبر 2026', '2026-11-23'],
    ['23 تشرين الثاني 2026', '2026-11-23'],
    ['الاثنين 23 نوفمبر 2026 م', '2026-11-23'],
    ['13/6/1448', '2026-11-23'],
    ['١٣/٦/١٤٤٨ هـ', '2026-11-23'],
    ['1448/06/13', '2026-11-23'],
    ['13 جمادى الآخرة 1448 هـ', '2026-11-23'],
    ['13 جمادى الثانية 1448', '2026-11-23'],
    ['الإثنين، 13 جُمادى الآخِرة 1448هـ', '2026-11-23'],
    ['23/11', '2026-11-23'],
    ['1 رمضان', '2026-02-18'],
    ['29/2/2028', '2028-02-29'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text, '2026-03-01')?.day).toBe(day);
  });

  it.each([
    'غداً',
    '31/2/2026',
    '29/2/2026',
    '30/6/1448',
    '0/1/2026',
    '1/13/2026',
    '13/13/1448',
    '1/1/26',
    '1/1/1700',
    '1/1/1899',
    '1 رمضان 2026',
    '1 نوفمبر 1448',
    '5',
    '2026',
    '1/2/3/2026',
    '20261123',
    '11/23/2026',
    '-',
    '1e3/1/2026',
    '9'.repeat(40),
  ])('%s is not a day', (text) => {
    expect(readDay(text, '2026-03-01')).toBeNull();
  });

  it('a typed day is complete if no further digit is possible', () => {
    const isComplete = (text: string) => readDay(text, '2026-03-01')?.isComplete;
    expect(['1/1/2026', '2026-01-15', '13 رجب 1448', '2026-1-1', '1/1', '1 رجب'].map(isComplete)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('every month of Umm al-Qura from 1318 to 1599 starts after the previous month, and has as many days as the calendar shows', () => {
  const wrong: string[] = [];
  let expected = '1900-04-30';
  for (let months = 1318 * 12; months < 1600 * 12; months += 1) {
    const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
    const first = buildDay('islamic-umalqura', year, month, 1) ?? '';
    if (first !== expected) wrong.push(`${year}/${month} begins on ${first}, not ${expected}`);
    const has30 = buildDay('islamic-umalqura', year, month, 30) !== null;
    const last = addStep(first, { days: has30 ? 29 : 28 }, 'gregory');
    if (!hijriDate(first).startsWith('1 ') || !hijriDate(last).startsWith(has30 ? '30 ' : '29 '))
      wrong.push(`${first} to ${last} is ${hijriDate(first)} to ${hijriDate(last)}`);
    expected = addStep(last, { days: 1 }, 'gregory');
  }
  expect(wrong).toEqual([]);
});

it('the text of a day is parsed as that day, in both calendars', () => {
  const days = Array.from({ length: 400 }, (_, index) =>
    addStep('1950-01-01', { days: index * 199 }, 'gregory'),
  );
  const read = (format: (day: string) => string) =>
    days.map((day) => readDay(format(day), '2026-03-01')?.day);
  expect(read(hijriDate)).toEqual(days);
  expect(read(gregorianDate)).toEqual(days);
});

it('a step of months or years leads to the same day number, or to the last day of a shorter month', () => {
  expect(addStep('2026-01-31', { months: 1 }, 'gregory')).toBe('2026-02-28');
  expect(addStep('2028-02-29', { years: -1 }, 'gregory')).toBe('2027-02-28');
  expect(addStep('2026-12-31', { months: 2 }, 'gregory')).toBe('2027-02-28');
  const [lastDay, lastDayOfNextMonth] = [
    buildDay('islamic-umalqura', 1447, 6, 29),
    buildDay('islamic-umalqura', 1447, 7, 29),
  ];
  expect(addStep(lastDay ?? '', { months: 1 }, 'islamic-umalqura')).toBe(lastDayOfNextMonth);
  expect(hijriDate(addStep('2026-11-23', { years: 1 }, 'islamic-umalqura'))).toBe('13 جمادى الآخرة 1449 هـ');
  expect(daysOfMonth('2026-11-23', 'islamic-umalqura')).toHaveLength(29);
  expect(daysOfMonth('2026-02-10', 'gregory')).toHaveLength(28);
});

it('a text is a day only if it is complete and the day exists', () => {
  const days = ['2026-02-28', '1900-01-01', '2026-02-30', '0002-01-01', '2026-2-3', '', '2026-13-01', 'غد'];
  expect(days.filter(isDay)).toEqual(['2026-02-28', '1900-01-01']);
  expect([weekdayIndex('2026-11-22'), weekdayIndex('2026-11-27'), weekdayIndex('2026-11-28')]).toEqual([
    0, 5, 6,
  ]);
});
