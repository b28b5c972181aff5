import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../contract/rules/hifz/days';
import { buildHifzMap, computeMemorisation } from '../../contract/rules/hifz/memorised';
import { buildTask } from '../../contract/rules/hifz/task';
import type { Data } from '../../server/db/data';
import { fillDemo } from '../../server/demo/index';
import { loadHistories } from '../../server/hifz/history';
import { toPlan, loadPlans } from '../../server/hifz/plans';
import { openTestData } from '../support/database';

/** A Monday; the offering with circles meets on it. */
const today = '2026-11-23';

async function withDemo<T>(hasYear: boolean, look: (data: Data) => Promise<T>): Promise<T> {
  const data = await openTestData();
  try {
    await fillDemo(data, { today, passwordHash: 'none', hasYear });
    return await look(data);
  } finally {
    await data.close();
  }
}

/** Map and task of the members of the circles, by row number. */
async function studentsOf({ read }: Data) {
  const members = await read.selectFrom('circle_members').select('student_row_id').execute();
  const ids = members.map(({ student_row_id }) => student_row_id).toSorted((a, b) => a - b);
  const plans = await loadPlans(read, ids, today);
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
  ['with the last weeks alone', false],
  ['with its year', true],
])('the demo %s', (_name, hasYear) => {
  test('has plans, full maps, tasks, tests of whole juz and their hearings in its circles', () =>
    withDemo(hasYear, async (data) => {
      const students = await studentsOf(data);
      const circles = await data.read.selectFrom('circles').select('id').execute();
      const plans = await data.read.selectFrom('hifz_plans').selectAll().execute();
      expect(plans.filter(({ circle_id }) => circle_id !== null)).toHaveLength(circles.length);
      expect(plans.filter(({ student_row_id }) => student_row_id !== null)).toHaveLength(2);
      // The account `student` is of the first.
      expect(students[0]?.map.memorisedPages).toBeGreaterThan(550);
      const states = students.flatMap(({ map }) => map.pages.map(({ state }) => state));
      // What was declared six weeks ago is not yet overdue.
      expect([...new Set(states)].toSorted()).toEqual(hasYear ? [0, 1, 2, 3, 4] : [0, 1, 2, 4]);
      for (const { id, map, task } of students) {
        const pages = map.pages.filter(({ share }) => share === 1).length;
        // Without gaps, and never a part of a page.
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
