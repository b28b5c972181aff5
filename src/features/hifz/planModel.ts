import type { AyahRange } from '../../../contract/dailyRecords';
import type { PastRecitation } from '../../../contract/hifz/map';
import type { HifzPlan } from '../../../contract/hifz/plan';
import { foldDigits } from '../../../contract/rules/arabicText';
import { farRevision } from '../../../contract/rules/hifz/far';
import type { Span } from '../../../contract/rules/hifz/spans';
import {
  ayahCount,
  ayahName,
  ayahNumber,
  parseAyah,
  type AyahPosition,
  positionProblem,
} from '../../../contract/rules/mushaf';
import { surahName } from '../../../contract/rules/mushafText';
import { hifzPlan as say } from '../../i18n/ar/hifzPlan';
import { isDay } from '../../ui/form/days';

/** A plan as it is typed: numbers as text. */
export interface PlanDraft {
  direction: HifzPlan['direction'];
  ranges: readonly AyahRange[];
  surah: number | null;
  ayah: string;
  amount: string;
  unit: HifzPlan['amount']['unit'];
  newDays: readonly number[];
  revisionDays: readonly number[];
  near: string;
  nearUnit: HifzPlan['near']['unit'];
  cycle: string;
  /** Empty: as proposed. */
  cap: string;
  test: HifzPlan['juz_test'];
  begin: string;
  /** Empty: none. */
  end: string;
}

/** What a save sends, besides the version. */
export type PlanValues = Omit<
  HifzPlan,
  'subject_code' | 'is_template' | 'circle_name' | 'resulting_cycle_days' | 'version'
>;

/** The plan with which a form begins where there is none to begin with: short surahs, half a page a day. */
export const freshDraft = (today: string, daysOff: readonly number[]): PlanDraft => {
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => !daysOff.includes(day));
  return {
    direction: 'from_nas',
    ranges: [],
    surah: 114,
    ayah: '1',
    amount: '0.5',
    unit: 'page',
    newDays: days,
    revisionDays: days,
    near: '7',
    nearUnit: 'lessons',
    cycle: '30',
    cap: '',
    test: 0,
    begin: today,
    end: '',
  };
};

export function draftOf(plan: HifzPlan): PlanDraft {
  const start = parseAyah(plan.start);
  return {
    direction: plan.direction,
    ranges: plan.ranges,
    surah: start?.surah ?? null,
    ayah: start ? String(start.ayah) : '',
    amount: String(plan.amount.value),
    unit: plan.amount.unit,
    newDays: plan.new_days,
    revisionDays: plan.revision_days,
    near: String(plan.near.value),
    nearUnit: plan.near.unit,
    cycle: String(plan.far_cycle_days),
    cap: plan.far_pages_per_day === null ? '' : String(plan.far_pages_per_day),
    test: plan.juz_test,
    begin: plan.begin,
    end: plan.end ?? '',
  };
}

/** A typed number in any digits; NaN for anything else. */
function numberIn(text: string): number {
  const typed = foldDigits(text).trim();
  return /^\d{1,4}(\.\d{1,3})?$/.test(typed) ? Number(typed) : Number.NaN;
}

const isWholeWithin = (text: string, least: number, most: number) => {
  const value = numberIn(text);
  return Number.isInteger(value) && value >= least && value <= most;
};

/** The beginning as it is typed; null while it is not an ayah. */
export function startOf({ surah, ayah }: Pick<PlanDraft, 'surah' | 'ayah'>): AyahPosition | null {
  const position = { surah: surah ?? 0, ayah: numberIn(ayah) };
  return positionProblem(position) === null ? position : null;
}

export function spanOf({ from, to }: AyahRange): Span {
  const numberOf = (name: string) => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });
  return { from: numberOf(from), to: numberOf(to) };
}

type Field = 'ranges' | 'start' | 'amount' | 'near' | 'cycle' | 'cap' | 'begin' | 'end';
export type PlanProblems = Partial<Record<Field, string>>;

/** No plan begins before it. */
const firstDay = '2000-01-01';

/** What is wrong with what is typed, by field; the server refuses the same. */
export function problemsOf(draft: PlanDraft): PlanProblems {
  const found: Record<Field, string | false> = {
    ranges: draft.direction === 'ranges' && draft.ranges.length === 0 && say.rangesNeeded,
    start: startProblem(draft),
    amount: amountProblem(draft),
    near: !isWholeWithin(draft.near, 0, 604) && say.nearWrong,
    cycle: !isWholeWithin(draft.cycle, 1, 365) && say.cycleWrong,
    cap: draft.cap.trim() !== '' && !isWholeWithin(draft.cap, 1, 604) && say.capWrong,
    begin: beginProblem(draft.begin),
    end: endProblem(draft),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== false));
}

function startProblem({ direction, ranges, surah, ayah }: PlanDraft): string | false {
  if (surah === null || ayah.trim() === '') return say.startMissing;
  const start = startOf({ surah, ayah });
  if (!start) return say.ayahMissing(surahName(surah), ayahCount(surah));
  if (direction !== 'ranges' || ranges.length === 0) return false;
  const first = ayahNumber(start);
  const isWithin = ranges.map(spanOf).some(({ from, to }) => from <= first && first <= to);
  return !isWithin && say.startOutside;
}

function amountProblem({ amount, unit }: PlanDraft): string | false {
  const value = numberIn(amount);
  if (!(value >= 0.5 && value <= 300 && Number.isInteger(value * 2))) return say.amountWrong;
  return unit !== 'page' && !Number.isInteger(value) && say.notWholeAmount;
}

function beginProblem(begin: string): string | false {
  if (begin === '') return say.beginMissing;
  if (!isDay(begin)) return say.dateWrong;
  return begin < firstDay && say.tooEarly;
}

function endProblem({ begin, end }: PlanDraft): string | false {
  if (end === '') return false;
  if (!isDay(end)) return say.dateWrong;
  return end < begin && say.datesReversed;
}

/** What is sent of a draft without problems. */
export const valuesOf = (draft: PlanDraft): PlanValues => ({
  direction: draft.direction,
  ranges: draft.direction === 'ranges' ? [...draft.ranges] : [],
  start: ayahName(startOf(draft) ?? { surah: 1, ayah: 1 }),
  amount: { unit: draft.unit, value: numberIn(draft.amount) },
  new_days: [...draft.newDays],
  revision_days: [...draft.revisionDays],
  near: { unit: draft.nearUnit, value: numberIn(draft.near) },
  far_cycle_days: numberIn(draft.cycle),
  far_pages_per_day: draft.cap.trim() === '' ? null : numberIn(draft.cap),
  juz_test: draft.test,
  begin: draft.begin,
  end: draft.end === '' ? null : draft.end,
});

/** What of a student's memorisation decides what comes next; of nobody: nothing memorised. */
export interface Known {
  memorised: readonly AyahRange[];
  memorisedPages: number;
  /** New lessons, the newest first. */
  lessons: readonly Pick<PastRecitation, 'date' | 'ranges' | 'result'>[];
}
export const nothingKnown: Known = { memorised: [], memorisedPages: 0, lessons: [] };

/** The pages of far revision a day and the days of the cycle that they come to; null with nothing memorised. */
export function capFor(values: PlanValues, { memorisedPages }: Known): { cap: number; cycle: number } | null {
  const plan = {
    farCycleDays: values.far_cycle_days,
    farPagesPerDay: values.far_pages_per_day,
    revisionDays: values.revision_days,
  };
  const { cap, cycle } = farRevision(plan, memorisedPages);
  return cycle === null ? null : { cap, cycle };
}
