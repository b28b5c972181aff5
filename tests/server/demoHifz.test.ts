import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../contract/rules/hifz/days';
import { buildHifzMap, computeMemorisation } from '../../contract/rules/hifz/memorised';
import { buildTask } from '../../contract/rules/hifz/task';
import type { Data } from '../../server/db/data';
import { fillDemo } from '../../server/demo/index';
import { loadDaysOff } from '../../server/domain/calendar';
import { loadHistories } from '../../server/hifz/history';
import { toPlan, loadPlans } from '../../server/hifz/plans';
import { openTestData } from '../support/database';

/** A Monday, on which the offering with circles meets. */
const today = '2026-11-23';

async function withDemo<T>(hasYear: boolean, work: (data: Data) => Promise<T>): Promise<T> {
  const data = await openTestData();
  try {
    await fillDemo(data, { today, passwordHash: 'none', hasYear });
    return await work(data);
  } finally {
    await data.close();
  }
}

/** Loads map and task of the members of the circles, by row number. */
async function studentsOf({ read }: Data) {
  const members = await read.selectFrom('circle_members').select('student_row_id').execute();
  const ids = members.map(({ student_row_id }) => student_row_id).toSorted((a, b) => a - b);
  const plans = await loadPlans(read, ids, today, await loadDaysOff(read));
  const histories = await loadHistories(read, ids);
  const day = dayNumber(today);
  return ids.map((id) => {
    const [row] = plans.get(id) ?? [];
    const history = histories.get(id);
    if (!row || !history) throw new Error(`student ${id} has no plan`);
    const plan = toPlan(row);
    const task = buildTask({ plan, history, day, skipped: [] });
    return { id, row, task, map: buildHifzMap(computeMemorisation(history), day, plan.farCycleDays) };
  });
}

describe.each([
  ['with only the last weeks', false],
  ['with a whole year', true],
])('the demo %s', (_name, hasYear) => {
  test('the circles have plans, full maps, tasks, sard and their recitations', () =>
    withDemo(hasYear, async (data) => {
      const students = await studentsOf(data);
      const circles = await data.read.selectFrom('circles').select('id').execute();
      const plans = await data.read.selectFrom('hifz_plans').selectAll().execute();
      expect(plans.filter(({ circle_id }) => circle_id !== null)).toHaveLength(circles.length);
      expect(plans.filter(({ student_row_id }) => student_row_id !== null)).toHaveLength(2);
      // The account `student` belongs to the first student.
      expect(students[0]?.map.memorisedPages).toBeGreaterThan(550);
      const states = students.flatMap(({ map }) => map.pages.map(({ state }) => state));
      // Pages declared six weeks ago are not yet overdue.
      expect([...new Set(states)].toSorted()).toEqual(hasYear ? [0, 1, 2, 3, 4] : [0, 1, 2, 4]);
      for (const { id, map, task } of students) {
        const pages = map.pages.filter(({ share }) => share === 1).length;
        // The memorised pages have no gaps, and are whole pages.
        expect([id, map.pages.findLastIndex(({ share }) => share > 0) + 1]).toEqual([id, pages]);
        expect(pages).toBeGreaterThan(100);
        expect([task.new.length, task.near.length > 0, task.far.length > 0]).toEqual([1, true, true]);
        expect(Math.abs(task.behindDays)).toBeLessThan(40);
      }
      const sard = await data.read.selectFrom('sard').selectAll().execute();
      expect(new Set(sard.map(({ passed }) => passed))).toEqual(new Set([0, 1]));
      expect(sard.every(({ date }) => date <= today)).toBe(true);
      const due = students.filter(({ task }) => task.test !== null).length;
      expect(due).toBeGreaterThan(0);
      expect(due).toBeLessThan(students.length);
      const { first, subject_id } = await data.read
        .selectFrom('hifz_plans')
        .innerJoin('daily_records', 'daily_records.subject_id', 'hifz_plans.subject_id')
        .select(({ fn }) => ['hifz_plans.subject_id', fn.min('daily_records.date').as('first')])
        .groupBy('hifz_plans.subject_id')
        .executeTakeFirstOrThrow();
      const days = dayNumber(today) - dayNumber(first);
      expect([days > 355, days > 35]).toEqual([hasYear, true]);
      const kinds = await data.read.selectFrom('daily_record_faults').select('kind_id').distinct().execute();
      expect(kinds).toHaveLength(5);
      const repeated = await data.read
        .selectFrom('daily_records')
        .select('kind')
        .distinct()
        .where('subject_id', '=', subject_id)
        .where('result', '=', 'repeat')
        .execute();
      expect(repeated.length).toBeGreaterThan(2);
    }));
});
