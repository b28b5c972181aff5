import { expect, test } from 'vitest';
import { excuseMessages } from '../../contract/families/excusesMessages';
import {
  findDaysProblem,
  maxDaysAhead,
  maxExcuseAge,
  maxExcuseDays,
} from '../../contract/rules/families/excuses';
import { daysAfter } from '../../contract/rules/retention';

const today = '2026-11-20';
const after = (days: number) => daysAfter(today, days);

test.each([
  ['one day', 0, 0, null],
  ['the longest excuse', 0, maxExcuseDays - 1, null],
  ['a day more', 0, maxExcuseDays, 'too long'],
  ['the oldest beginning', -maxExcuseAge, -maxExcuseAge, null],
  ['an older beginning', -maxExcuseAge - 1, 0, 'too old'],
  ['the latest end', maxDaysAhead, maxDaysAhead, null],
  ['a later end', maxDaysAhead, maxDaysAhead + 1, 'too far'],
  ['an end before the beginning', 1, 0, 'reversed'],
] as const)('the days of an excuse have limits: %s', (_, from, to, problem) => {
  expect(findDaysProblem({ from: after(from), to: after(to) }, today)).toBe(problem);
});

test('the message of an acceptance counts the changed absences', () => {
  expect([0, 1, 2, 3, 11, 100].map((count) => excuseMessages.accepted(count))).toEqual([
    'قُبل العذر',
    'قُبل العذر، وصار غياب واحد بعذر',
    'قُبل العذر، وصار غيابان بعذر',
    'قُبل العذر، وصارت 3 غيابات بعذر',
    'قُبل العذر، وصار 11 غياباً بعذر',
    'قُبل العذر، وصار 100 غياب بعذر',
  ]);
});
