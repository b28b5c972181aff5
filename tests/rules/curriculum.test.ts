import { expect, test } from 'vitest';
import { parseDefaultPages, parsePastedItems } from '../../contract/rules/curriculum';

test('each line of a pasted list becomes an item; empty lines are dropped', () => {
  expect(parsePastedItems(' الورد الأول \r\n\r\n\tالورد  الثاني\n \u200F\nالورد الثالث')).toEqual([
    'الورد الأول',
    'الورد الثاني',
    'الورد الثالث',
  ]);
});
test('an item pasted twice is kept twice', () => {
  expect(parsePastedItems('مراجعة\nمراجعة')).toEqual(['مراجعة', 'مراجعة']);
});
test('an empty paste has no items', () => {
  expect(parsePastedItems('')).toEqual([]);
  expect(parsePastedItems(' \n \r\n')).toEqual([]);
});
test.each([null, undefined, '', '  '])('no number of pages (%j) means one page', (value) => {
  expect(parseDefaultPages(value)).toBe(1);
});
test.each([
  [0, 0],
  [2.5, 2.5],
  ['٢٫٥', 2.5],
  [' 3 ', 3],
  ['.5', 0.5],
])('%j pages are accepted', (value, pages) => {
  expect(parseDefaultPages(value)).toBe(pages);
});
test.each([-1, -0.5, 0.3, '1.25', 'صفحة', '1e3', '0x10', Number.NaN, Infinity])(
  '%s pages are not accepted',
  (value) => {
    expect(parseDefaultPages(value)).toBeNull();
  },
);
