import { sql } from 'kysely';
import { dayNumber } from '../../contract/rules/hifz/days';
import { dueJuzTest, type JuzTest } from '../../contract/rules/hifz/juzTest';
import type { Recitation } from '../../contract/rules/hifz/memorised';
import { isPlanDay, type Plan } from '../../contract/rules/hifz/plan';
import { chunks } from '../db/engine/chunks';
import { Yielder } from '../db/engine/yielder';
import type { Db } from '../db/schema';
import type { Condition } from '../db/search/matching';
import type { Call } from '../mount';
import { loadDaysOff } from '../domain/calendar';
import { computationQueue } from './computing';
import { loadHistories } from './history';
import { loadPlans, toPlan } from './plans';

/** The lessons of two years of these students need some megabytes. */
const studentsAtOnce = 100;

/**
 * The first test of juz that is due for each student of the condition, in one of the subjects.
 * @throws TOO_MANY, BUSY as `TurnQueue`; the reason of `call.signal`
 */
export function loadDueJuzTests(
  call: Pick<Call, 'data' | 'user' | 'signal'>,
  { today, onRoster, subjects }: { today: string; onRoster: Condition; subjects: Condition },
): Promise<Map<number, JuzTest>> {
  const db = call.data.read;
  const yielder = new Yielder(undefined, 1, call.signal);
  const run = async () => {
    const due = new Map<number, JuzTest>();
    const daysOff = await loadDaysOff(db);
    const { rows } = await sql<{ id: number }>`
      select students.id from students
      where ${onRoster} and exists (select 1 from enrolments join subjects on subjects.batch_id = enrolments.batch_id
        join hifz_plans on hifz_plans.subject_id = subjects.id
        where enrolments.student_row_id = students.id and enrolments.is_shown = 1
          and hifz_plans.juz_test > 0 and ${subjects})
      order by students.id`.execute(db);
    const inScope = await sql<{ id: number }>`select subjects.id from subjects where ${subjects}`.execute(db);
    const subjectIds = new Set(inScope.rows.map(({ id }) => id));
    for (const ids of chunks(
      rows.map(({ id }) => id),
      studentsAtOnce,
    )) {
      const plans = await loadPlans(db, ids, today, daysOff);
      const histories = await loadHistories(db, ids, 'lessons');
      const passed = await loadPassedTests(db, ids);
      for (const id of ids) {
        await yielder.yieldIfDue();
        const { recitations = [], declared = [] } = histories.get(id) ?? {};
        const history = { recitations: [...recitations, ...(passed.get(id) ?? [])], declared };
        const test = (plans.get(id) ?? [])
          .filter(({ subject_id }) => subjectIds.has(subject_id))
          .map((row): JuzTest | null => findDueTest(toPlan(row), history, dayNumber(today)))
          .find((one) => one !== null);
        if (test) due.set(id, test);
      }
    }
    return due;
  };
  return computationQueue.run(call.user, run, { signal: call.signal });
}

const findDueTest = (plan: Plan, history: Parameters<typeof dueJuzTest>[1], day: number): JuzTest | null =>
  isPlanDay(plan, day) ? dueJuzTest(plan, history) : null;

/** The histories of lessons have no tests. */
async function loadPassedTests(db: Db, students: readonly number[]): Promise<Map<number, Recitation[]>> {
  const rows = await db
    .selectFrom('sard')
    .select(['student_row_id', 'date', 'from_juz', 'to_juz'])
    .where('passed', '=', 1)
    .where('student_row_id', 'in', students)
    .execute();
  const byStudent = new Map<number, Recitation[]>();
  for (const { student_row_id, date, from_juz, to_juz } of rows) {
    const test: Recitation = {
      day: dayNumber(date),
      isNew: false,
      isLesson: false,
      isRepeat: false,
      spans: [],
      faults: [],
      sard: { fromJuz: from_juz, toJuz: to_juz, isPassed: true },
    };
    byStudent.set(student_row_id, [...(byStudent.get(student_row_id) ?? []), test]);
  }
  return byStudent;
}
