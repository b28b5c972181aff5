import { subtractPeriods, type MergeSide } from '../../../contract/rules/mergedFields';
import type { StudentStatus } from '../../../contract/vocabulary';
import type { RowChanges } from '../../db/log/unitOfWork';
import type { Row } from '../../db/schema';
import { emptyPlan, groupBy, type MergedPair, type TablePlan } from './tables';

type Enrolment = Row<'enrolments'>;

const laterEnd = (first: string | null, second: string | null) =>
  first === null || second === null ? null : first > second ? first : second;

export const shownEnrolment = (rows: readonly Enrolment[], studentId: number): Enrolment | undefined =>
  rows.find(({ student_row_id, is_shown }) => student_row_id === studentId && is_shown === 1);

export interface CurrentState {
  enrolment: Enrolment;
  status: StudentStatus;
}

/** The question which enrolment stays. Null: there is only one, or both are equal. */
export function compareStates(
  staying: CurrentState | null,
  merged: CurrentState | null,
): { proposed: MergeSide } | null {
  if (!staying || !merged) return null;
  const isSame = staying.enrolment.batch_id === merged.enrolment.batch_id && staying.status === merged.status;
  const isCurrent = ({ enrolment, status }: CurrentState) =>
    enrolment.to_date === null && status === 'active';
  return isSame ? null : { proposed: isCurrent(merged) && !isCurrent(staying) ? 'merged' : 'staying' };
}

export interface EnrolmentChoice extends MergedPair {
  /** The side whose enrolment and status stay. */
  state: MergeSide;
  today: string;
  /** The earliest day with a record in the batch, by student. */
  firstDays: ReadonlyMap<number, string>;
}

const isEarlier = (one: Enrolment, other: Enrolment): boolean =>
  one.from_date < other.from_date || (one.from_date === other.from_date && one.id < other.id);
const sortByDay = (rows: readonly Enrolment[]) => rows.toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));

/** Days before the first enrolment count for its batch. After a merge only one of both is the first. */
function extendFirst(rows: readonly Enrolment[], firstDays: EnrolmentChoice['firstDays']): Enrolment[] {
  const byDay = sortByDay(rows);
  const extended = byDay.map((row) => {
    const isFirst = row === byDay.find(({ student_row_id }) => student_row_id === row.student_row_id);
    const firstDay = firstDays.get(row.student_row_id);
    return isFirst && firstDay && firstDay < row.from_date ? { ...row, from_date: firstDay } : row;
  });
  const [first] = byDay;
  const staysFirst = first && extended.slice(1).every((row) => isEarlier(first, row));
  return sortByDay(staysFirst ? [first, ...extended.slice(1)] : extended);
}

/** `ended` comes first, because only one enrolment is shown, and `removed` last. */
export interface EnrolmentPlan extends TablePlan<'enrolments'> {
  ended: RowChanges<'enrolments'>[];
}

/** Enrolments in one batch that overlap or touch become one, because a roster has a student once. */
export function planEnrolments(
  rows: readonly Enrolment[],
  { stayingId, mergedId, state, today, firstDays }: EnrolmentChoice,
): EnrolmentPlan {
  const plan: EnrolmentPlan = { ...emptyPlan('enrolments', 'enrolments'), ended: [] };
  const [chosen, other] = state === 'staying' ? [stayingId, mergedId] : [mergedId, stayingId];
  const staying = shownEnrolment(rows, chosen) ?? shownEnrolment(rows, other);
  const ending = rows.find(({ id, is_shown }) => is_shown === 1 && id !== staying?.id);
  const endOf = (row: Enrolment): Partial<Enrolment> => {
    const day = row.from_date > today ? row.from_date : today;
    return { to_date: row.to_date ?? day, ended_as: row.ended_as ?? 'moved', is_shown: 0 };
  };
  if (ending) plan.ended.push({ id: ending.id, changes: endOf(ending) });
  const ended = extendFirst(rows, firstDays).map((row) =>
    row.id === ending?.id ? { ...row, ...endOf(row) } : row,
  );
  const byBatch = groupBy(ended, ({ batch_id }) => batch_id);
  for (const cluster of [...byBatch.values()].flatMap(clusterPeriods)) {
    const survivor =
      cluster.find(({ id }) => id === staying?.id) ??
      cluster.find(({ student_row_id }) => student_row_id === stayingId) ??
      cluster[0];
    if (!survivor) continue;
    const last = cluster.reduce((a, b) => (laterEnd(a.to_date, b.to_date) === a.to_date ? a : b));
    const { to_date, ended_as } = survivor.id === staying?.id ? survivor : last;
    const target = {
      student_row_id: stayingId,
      from_date: cluster.map(({ from_date }) => from_date).toSorted()[0] ?? survivor.from_date,
      to_date,
      ended_as,
    };
    plan.removed.push(...cluster.flatMap(({ id }) => (id === survivor.id ? [] : [id])));
    plan.moved.push({ id: survivor.id, changes: target });
  }
  return plan;
}

/** @param rows in the order of their first day */
function clusterPeriods(rows: readonly Enrolment[]): Enrolment[][] {
  const clusters: Enrolment[][] = [];
  let end: string | null = '';
  for (const row of rows) {
    const isJoined: boolean = clusters.length > 0 && (end === null || row.from_date <= end);
    if (isJoined) clusters.at(-1)?.push(row);
    else clusters.push([row]);
    end = isJoined ? laterEnd(end, row.to_date) : row.to_date;
  }
  return clusters;
}

/** The history of statuses belongs to the enrolment that stays. */
export function planStatuses(
  rows: readonly Row<'student_statuses'>[],
  { stayingId, mergedId }: MergedPair,
  state: MergeSide,
): TablePlan<'student_statuses'> {
  const plan = emptyPlan('student_statuses', 'statuses');
  const chosen = state === 'staying' ? stayingId : mergedId;
  for (const { id, student_row_id } of rows)
    if (student_row_id !== chosen) plan.removed.push(id);
    else if (chosen === mergedId) plan.moved.push({ id, changes: { student_row_id: stayingId } });
  plan.leftOut = plan.removed.length;
  return plan;
}

/** In each subject, the parts of the memberships in which the record that stays has no circle. */
export function planMembers(
  rows: readonly Row<'circle_members'>[],
  { stayingId }: MergedPair,
): TablePlan<'circle_members'> {
  const plan = emptyPlan('circle_members', 'circles');
  const toPeriod = (row: Row<'circle_members'>) => ({ from: row.from_date, to: row.to_date });
  for (const row of rows) {
    if (row.student_row_id === stayingId) continue;
    const own = rows.filter(
      ({ student_row_id, subject_id }) => student_row_id === stayingId && subject_id === row.subject_id,
    );
    const { subject_id, circle_id } = row;
    const [first, ...others] = subtractPeriods(toPeriod(row), own.map(toPeriod));
    if (first)
      plan.moved.push({
        id: row.id,
        changes: { student_row_id: stayingId, from_date: first.from, to_date: first.to },
      });
    else plan.removed.push(row.id);
    for (const { from, to } of others)
      plan.added.push({ subject_id, circle_id, student_row_id: stayingId, from_date: from, to_date: to });
  }
  plan.leftOut = plan.removed.length;
  return plan;
}

/** Ranges of ayahs include their end, periods do not. */
export function planPrior(
  rows: readonly Row<'hifz_prior'>[],
  { stayingId }: MergedPair,
): TablePlan<'hifz_prior'> {
  const plan = emptyPlan('hifz_prior', 'hifz');
  const toPeriod = (row: Row<'hifz_prior'>) => ({ from: row.from_ayah, to: row.to_ayah + 1 });
  const own = rows.filter(({ student_row_id }) => student_row_id === stayingId).map(toPeriod);
  for (const row of rows) {
    if (row.student_row_id === stayingId) continue;
    const { date, strength } = row;
    const [first, ...others] = subtractPeriods<number>(toPeriod(row), own);
    const toRange = (period: { from: number; to: number | null }) => ({
      student_row_id: stayingId,
      from_ayah: period.from,
      to_ayah: (period.to ?? row.to_ayah + 1) - 1,
    });
    if (first) plan.moved.push({ id: row.id, changes: toRange(first) });
    else plan.removed.push(row.id);
    plan.added.push(...others.map((period) => ({ ...toRange(period), date, strength })));
  }
  plan.leftOut = plan.removed.length;
  return plan;
}
