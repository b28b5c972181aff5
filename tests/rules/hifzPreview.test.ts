import { expect, test } from 'vitest';
import { dayNumber, dayOfWeek } from '../../contract/rules/hifz/days';
import { farRevision } from '../../contract/rules/hifz/far';
import type { Recitation, History } from '../../contract/rules/hifz/memorised';
import type { Plan } from '../../contract/rules/hifz/plan';
import { previewPlan } from '../../contract/rules/hifz/preview';
import { juzSpan, pageSpan } from '../../contract/rules/hifz/spans';
import { buildTask } from '../../contract/rules/hifz/task';

/** A Sunday. */
const from = dayNumber('2026-11-22');
const plan: Plan = {
  direction: 'juz_descending',
  ranges: [],
  startAyah: juzSpan(30).from,
  amount: { unit: 'page', value: 1 },
  newDays: [0, 1, 2, 3],
  revisionDays: [0, 1, 2, 3, 4],
  near: { unit: 'lessons', value: 3 },
  farCycleDays: 30,
  farPagesPerDay: null,
  daysOff: new Set(),
  juzTest: 0,
  firstDay: from,
  lastDay: null,
};
const lesson = (day: number, page: number): Recitation => ({
  day,
  isNew: true,
  isLesson: true,
  isRepeat: false,
  spans: [pageSpan(page)],
  faults: [],
});
const past: History = {
  recitations: [lesson(from - 3, 582), lesson(from - 2, 583)],
  declared: [{ ...juzSpan(29), day: from - 20, strength: 4 }],
};

test.each([
  ['lessons', plan],
  ['days', { ...plan, near: { unit: 'days', value: 5 } }],
  ['pages', { ...plan, near: { unit: 'pages', value: 2 }, direction: 'from_nas', startAyah: 6236 }],
  ['a plan that ends', { ...plan, lastDay: from + 6, amount: { unit: 'rub', value: 1 } }],
] as const)(
  'the preview of two weeks equals the tasks of each day if each lesson is accepted: %s',
  (_, examplePlan) => {
    const preview = previewPlan(examplePlan, past, from, 14);
    const hearings = [...past.recitations];
    for (let day = from; day < from + 14; day += 1) {
      const task = buildTask({
        plan: examplePlan,
        history: { ...past, recitations: hearings },
        day,
        skipped: [],
      });
      const previewDay = preview.find((one) => one.day === day);
      expect(previewDay?.new ?? [], String(day)).toEqual(task.new);
      expect(previewDay?.near ?? [], String(day)).toEqual(task.near);
      if (task.new.length > 0) hearings.push({ ...lesson(day, 1), spans: task.new });
    }
    expect(preview.length).toBeGreaterThan(4);
  },
);

test('the preview has the planned pages of far revision, and omits days without tasks', () => {
  const preview = previewPlan(plan, past, from, 14);
  expect(preview.map(({ day }) => dayOfWeek(day))).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
  expect(preview[0]?.farPages).toBe(farRevision(plan, 22).cap);
  expect(previewPlan({ ...plan, revisionDays: [], newDays: [] }, past, from, 14)).toEqual([]);
  expect(previewPlan({ ...plan, firstDay: from + 20 }, past, from, 14)).toEqual([]);
});
