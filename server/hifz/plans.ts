import { sql } from 'kysely';
import type { HifzPlan } from '../../contract/hifz/plan';
import type { BatchGroup } from '../../contract/rules/calendar';
import { dayNumber } from '../../contract/rules/hifz/days';
import { farRevision } from '../../contract/rules/hifz/far';
import { computeMemorisation, countMemorisedPages, type History } from '../../contract/rules/hifz/memorised';
import type { Plan } from '../../contract/rules/hifz/plan';
import type { Span } from '../../contract/rules/hifz/spans';
import { ayahFromNumber, ayahName } from '../../contract/rules/mushaf';
import type { DaysOff } from '../domain/calendar';
import { isMemberOn } from '../domain/circles';
import type { Db, Row } from '../db/schema';

export type PlanRow = Row<'hifz_plans'>;

export function nameOfAyah(number: number): string {
  const position = ayahFromNumber(number);
  if (!position) throw new Error(`no ayah has the number ${number}`);
  return ayahName(position);
}

export const namedRange = ({ from, to }: Span) => ({ from: nameOfAyah(from), to: nameOfAyah(to) });

const parseStoredSpans = (json: string | null): Span[] => (json === null ? [] : (JSON.parse(json) as Span[]));
const parseDays = (json: string) => JSON.parse(json) as number[];

const noDays: ReadonlySet<number> = new Set();

/** Without `daysOff`, the plan has tasks on holidays. */
export const toPlan = ({ daysOff = noDays, ...row }: PlanRow & Partial<FollowedPlan>): Plan => ({
  direction: row.direction,
  ranges: parseStoredSpans(row.ranges),
  startAyah: row.start_ayah,
  amount: { unit: row.amount_unit, value: row.amount_value },
  newDays: parseDays(row.new_days),
  revisionDays: parseDays(row.revision_days),
  near: { unit: row.near_unit, value: row.near_value },
  farCycleDays: row.far_cycle_days,
  farPagesPerDay: row.far_pages_per_day,
  juzTest: row.juz_test,
  firstDay: dayNumber(row.begin_date),
  lastDay: row.end_date === null ? null : dayNumber(row.end_date),
  daysOff,
});

/** @param history history of the student who follows the plan; null for a template */
export function toHifzPlan(
  row: StoredPlan,
  history: History | null,
): Omit<HifzPlan, 'version'> & { version: number } {
  const memorised = history === null ? 0 : countMemorisedPages(computeMemorisation(history).memorised);
  return {
    subject_code: row.subject_code,
    direction: row.direction,
    ranges: parseStoredSpans(row.ranges).map(namedRange),
    start: nameOfAyah(row.start_ayah),
    amount: { unit: row.amount_unit, value: row.amount_value },
    new_days: parseDays(row.new_days),
    revision_days: parseDays(row.revision_days),
    near: { unit: row.near_unit, value: row.near_value },
    far_cycle_days: row.far_cycle_days,
    far_pages_per_day: row.far_pages_per_day,
    juz_test: row.juz_test,
    begin: row.begin_date,
    end: row.end_date,
    is_template: row.student_row_id === null,
    circle_name: row.circle_name,
    resulting_cycle_days: history === null ? null : farRevision(toPlan(row), memorised).cycle,
    version: row.version,
  };
}

export const selectPlans = (db: Db) =>
  db
    .selectFrom('hifz_plans')
    .innerJoin('subjects', 'subjects.id', 'hifz_plans.subject_id')
    .leftJoin('circles', 'circles.id', 'hifz_plans.circle_id')
    .selectAll('hifz_plans')
    .select(['subjects.subject_code', 'subjects.name as subject_name', 'circles.name as circle_name']);

export type StoredPlan = PlanRow & { subject_code: string; subject_name: string; circle_name: string | null };

/** A plan with the days on which the batch is not taught. */
export type FollowedPlan = StoredPlan & { daysOff: ReadonlySet<number> };

/** For each subject: the student's own plan, else his circle's plan, else the subject's plan. */
export async function loadPlans(
  db: Db,
  students: readonly number[],
  day: string,
  daysOff: DaysOff,
): Promise<Map<number, FollowedPlan[]>> {
  const plansByStudent = new Map<number, FollowedPlan[]>(students.map((id) => [id, []]));
  if (students.length === 0) return plansByStudent;
  const { rows } = await sql<StoredPlan & BatchGroup & { roster_student_id: number }>`
    select hifz_plans.*, subjects.subject_code, subjects.name as subject_name, enrolments.student_row_id as roster_student_id,
      batches.section, programs.program_id, batches.id as batch_id,
      (select plan_circle.name from circles as plan_circle where plan_circle.id = hifz_plans.circle_id) as circle_name
    from enrolments join subjects on subjects.batch_id = enrolments.batch_id
      join batches on batches.id = enrolments.batch_id join programs on programs.id = batches.program_row_id
      join hifz_plans on hifz_plans.subject_id = subjects.id
    where enrolments.is_shown = 1 and enrolments.student_row_id in (${sql.join([...students])})
      and (hifz_plans.student_row_id is null or hifz_plans.student_row_id = enrolments.student_row_id)
      and (hifz_plans.circle_id is null or exists (select 1 from circle_members
        join circles on circles.id = circle_members.circle_id
        where circle_members.circle_id = hifz_plans.circle_id
          and circle_members.student_row_id = enrolments.student_row_id and ${isMemberOn(day)}))
    order by enrolments.student_row_id, subjects.id,
      case when hifz_plans.student_row_id is not null then 1 when hifz_plans.circle_id is not null then 2 else 3 end`.execute(
    db,
  );
  for (const { roster_student_id: studentId, section, program_id, batch_id, ...plan } of rows) {
    const plans = plansByStudent.get(studentId);
    if (plans && plans.at(-1)?.subject_id !== plan.subject_id)
      plans.push({ ...plan, daysOff: daysOff({ section, program_id, batch_id }) });
  }
  return plansByStudent;
}
