import { describe, expect, test } from 'vitest';
import {
  type BatchGroup,
  type Calendar,
  findDayOff,
  type HolidayDays,
  hijriYearDays,
  isTeachingDay,
  listDaysOff,
  listDaysOutsideTerms,
  proposeHolidays,
} from '../../contract/rules/calendar';
import { dayNumber, dayToDate } from '../../contract/rules/hifz/days';
import { hijriDate } from '../../contract/rules/hijri';

const boys: BatchGroup = { section: 'boys', program_id: 'QRN', batch_id: 1 };
const girls: BatchGroup = { section: 'girls', program_id: 'QRN', batch_id: 2 };
const mixed: BatchGroup = { section: 'mixed', program_id: 'SHR', batch_id: 3 };

const holiday = (changes: Partial<HolidayDays>): HolidayDays => ({
  from: '2026-10-04',
  to: '2026-10-06',
  name: 'رحلة',
  kind: 'holiday',
  section: null,
  program_id: null,
  batch_id: null,
  ...changes,
});
const calendar = (changes: Partial<Calendar>): Calendar => ({
  weekend_days: [5, 6],
  terms: [],
  confirmed_years: [],
  holidays: [],
  ...changes,
});
/** 1448 is 2026-06-16 to 2027-06-05. */
const terms = [
  { name: 'الثاني', start_date: '2027-01-10', end_date: '2027-05-27' },
  { name: 'الأول', start_date: '2026-08-23', end_date: '2026-12-31' },
];

describe('a holiday', () => {
  test.each<[string, Partial<HolidayDays>, BatchGroup[], BatchGroup[]]>([
    ['of the institute', {}, [boys, girls, mixed], []],
    ['of a section', { section: 'girls' }, [girls], [boys, mixed]],
    ['of a programme', { program_id: 'QRN' }, [boys, girls], [mixed]],
    ['of a section in a programme', { program_id: 'QRN', section: 'boys' }, [boys], [girls, mixed]],
    ['of a batch', { batch_id: 3 }, [mixed], [boys, girls]],
  ])('%s has no teaching for these students only', (_name, owner, off, taught) => {
    const days = calendar({ holidays: [holiday(owner)] });
    for (const group of off) expect(isTeachingDay(days, group, '2026-10-05')).toBe(false);
    for (const group of taught) expect(isTeachingDay(days, group, '2026-10-05')).toBe(true);
  });

  test('has its first and last day, and no others', () => {
    const days = calendar({ holidays: [holiday({ kind: 'suspended' })] });
    const isOff = (day: string) => findDayOff(days, boys, day);
    expect([isOff('2026-10-03'), isOff('2026-10-07')]).toEqual([null, null]);
    expect(isOff('2026-10-04')).toEqual({ name: 'رحلة', kind: 'suspended' });
    expect(isOff('2026-10-06')).toEqual({ name: 'رحلة', kind: 'suspended' });
  });

  test('that overlaps another one changes nothing on the shared days', () => {
    const overlapping = [holiday({}), holiday({ from: '2026-10-06', to: '2026-10-07', name: 'عيد' })];
    const days = [...listDaysOff(calendar({ holidays: overlapping }), boys)].map(dayToDate);
    expect(days).toEqual(['2026-10-04', '2026-10-05', '2026-10-06', '2026-10-07']);
  });
});

describe('a teaching day', () => {
  test('is outside of the weekend, or on a weekday of the circle', () => {
    const days = calendar({});
    const [thursday, friday] = ['2026-10-08', '2026-10-09'];
    expect([isTeachingDay(days, boys, thursday), isTeachingDay(days, boys, friday)]).toEqual([true, false]);
    expect(isTeachingDay(days, boys, friday, [5])).toBe(true);
    expect(isTeachingDay(days, boys, thursday, [5])).toBe(false);
    expect(isTeachingDay(calendar({ holidays: [holiday({ to: friday })] }), boys, friday, [5])).toBe(false);
  });
});

describe('the days outside of the terms', () => {
  test('have no teaching in a confirmed year only', () => {
    const confirmed = calendar({ terms, confirmed_years: ['1448'] });
    const between = '2027-01-04';
    expect(findDayOff(confirmed, boys, between)).toEqual({ name: null, kind: 'outside_terms' });
    expect(findDayOff(confirmed, boys, '2026-12-31')).toBeNull();
    expect(findDayOff(calendar({ terms }), boys, between)).toBeNull();
    // 1449 is not confirmed.
    expect(findDayOff(confirmed, boys, '2027-06-07')).toBeNull();
  });

  test('are the gaps of the year before, between and after the terms', () => {
    expect(hijriYearDays('1448')).toEqual({ from: '2026-06-16', to: '2027-06-05' });
    expect(listDaysOutsideTerms({ terms, confirmed_years: ['1448'] })).toEqual([
      { from: '2026-06-16', to: '2026-08-22' },
      { from: '2027-01-01', to: '2027-01-09' },
      { from: '2027-05-28', to: '2027-06-05' },
    ]);
  });

  test('are none in a year without a term', () => {
    expect(listDaysOutsideTerms({ terms, confirmed_years: ['1460'] })).toEqual([]);
    const days = calendar({ terms, confirmed_years: ['1460'] });
    expect(findDayOff(days, boys, hijriYearDays('1460')?.from ?? '')).toBeNull();
  });

  test('are the same days as those that have no teaching', () => {
    const days = calendar({ terms, confirmed_years: ['1447', '1448'], holidays: [holiday({})] });
    const listed = listDaysOff(days, boys);
    for (let day = dayNumber('2025-06-01'); day < dayNumber('2027-08-01'); day += 1)
      expect(listed.has(day), dayToDate(day)).toBe(findDayOff(days, boys, dayToDate(day)) !== null);
  });
});

test('the proposed holidays are the first days of Shawwal and the days of Dhu al-Hijja', () => {
  const proposed = proposeHolidays(1448).map(({ key, from, to }) => [key, hijriDate(from), hijriDate(to)]);
  expect(proposed).toEqual([
    ['fitr', '1 شوال 1448 هـ', '3 شوال 1448 هـ'],
    ['adha', '9 ذو الحجة 1448 هـ', '13 ذو الحجة 1448 هـ'],
  ]);
});
