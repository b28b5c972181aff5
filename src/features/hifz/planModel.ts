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
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
import { isDay } from '../../../contract/rules/days';

/** The values of the form. Numbers are typed text. */
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
  /** Empty: the server computes the limit. */
  cap: string;
  test: HifzPlan['juz_test'];
  begin: string;
  end: string;
}

export type PlanValues = Omit<
  HifzPlan,
  'subject_code' | 'is_template' | 'circle_name' | 'resulting_cycle_days' | 'version'
>;

export const createDraft = (today: string, daysOff: readonly number[]): PlanDraft => {
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

export function toDraft(plan: HifzPlan): PlanDraft {
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

/** Accepts Arabic and ASCII digits. NaN if the text is not a number. */
function parseNumber(text: string): number {
  const digits = foldDigits(text).trim();
  return /^\d{1,4}(\.\d{1,3})?$/.test(digits) ? Number(digits) : Number.NaN;
}

const isIntegerBetween = (text: string, min: number, max: number) => {
  const value = parseNumber(text);
  return Number.isInteger(value) && value >= min && value <= max;
};

/** Null if the typed start is not an ayah. */
export function parseStart({ surah, ayah }: Pick<PlanDraft, 'surah' | 'ayah'>): AyahPosition | null {
  const position = { surah: surah ?? 0, ayah: parseNumber(ayah) };
  return positionProblem(position) === null ? position : null;
}

export function toSpan({ from, to }: AyahRange): Span {
  const ayahIndex = (name: string) => ayahNumber(parseAyah(name) ?? { surah: 0, ayah: 0 });
  return { from: ayahIndex(from), to: ayahIndex(to) };
}

type Field = 'ranges' | 'start' | 'amount' | 'near' | 'cycle' | 'cap' | 'begin' | 'end';
export type PlanProblems = Partial<Record<Field, string>>;

/** The server refuses an earlier first day. */
const earliestBegin = '2000-01-01';

/** These checks equal the checks of the server. */
export function findProblems(draft: PlanDraft): PlanProblems {
  const problemByField: Record<Field, string | false> = {
    ranges: draft.direction === 'ranges' && draft.ranges.length === 0 && labels.rangesNeeded,
    start: startProblem(draft),
    amount: amountProblem(draft),
    near: !isIntegerBetween(draft.near, 0, 604) && labels.nearWrong,
    cycle: !isIntegerBetween(draft.cycle, 1, 365) && labels.cycleWrong,
    cap: draft.cap.trim() !== '' && !isIntegerBetween(draft.cap, 1, 604) && labels.capWrong,
    begin: beginProblem(draft.begin),
    end: endProblem(draft),
  };
  return Object.fromEntries(Object.entries(problemByField).filter(([, problem]) => problem !== false));
}

function startProblem({ direction, ranges, surah, ayah }: PlanDraft): string | false {
  if (surah === null || ayah.trim() === '') return labels.startMissing;
  const start = parseStart({ surah, ayah });
  if (!start) return labels.ayahMissing(surahName(surah), ayahCount(surah));
  if (direction !== 'ranges' || ranges.length === 0) return false;
  const startIndex = ayahNumber(start);
  const isWithin = ranges.map(toSpan).some(({ from, to }) => from <= startIndex && startIndex <= to);
  return !isWithin && labels.startOutside;
}

function amountProblem({ amount, unit }: PlanDraft): string | false {
  const value = parseNumber(amount);
  if (!(value >= 0.5 && value <= 300 && Number.isInteger(value * 2))) return labels.amountWrong;
  return unit !== 'page' && !Number.isInteger(value) && labels.notWholeAmount;
}

function beginProblem(begin: string): string | false {
  if (begin === '') return labels.beginMissing;
  if (!isDay(begin)) return labels.dateWrong;
  return begin < earliestBegin && labels.tooEarly;
}

function endProblem({ begin, end }: PlanDraft): string | false {
  if (end === '') return false;
  if (!isDay(end)) return labels.dateWrong;
  return end < begin && labels.datesReversed;
}

/** Call it only for a draft without problems. */
export const toValues = (draft: PlanDraft): PlanValues => ({
  direction: draft.direction,
  ranges: draft.direction === 'ranges' ? [...draft.ranges] : [],
  start: ayahName(parseStart(draft) ?? { surah: 1, ayah: 1 }),
  amount: { unit: draft.unit, value: parseNumber(draft.amount) },
  new_days: [...draft.newDays],
  revision_days: [...draft.revisionDays],
  near: { unit: draft.nearUnit, value: parseNumber(draft.near) },
  far_cycle_days: parseNumber(draft.cycle),
  far_pages_per_day: draft.cap.trim() === '' ? null : parseNumber(draft.cap),
  juz_test: draft.test,
  begin: draft.begin,
  end: draft.end === '' ? null : draft.end,
});

export interface StudentProgress {
  memorised: readonly AyahRange[];
  memorisedPages: number;
  /** The newest first. */
  lessons: readonly Pick<PastRecitation, 'date' | 'ranges' | 'result'>[];
}
export const noProgress: StudentProgress = { memorised: [], memorisedPages: 0, lessons: [] };

/** Pages of far revision a day, and days until all pages are revised. Null if nothing is memorised. */
export function computeCap(
  values: PlanValues,
  { memorisedPages }: StudentProgress,
): { cap: number; cycle: number } | null {
  const plan = {
    farCycleDays: values.far_cycle_days,
    farPagesPerDay: values.far_pages_per_day,
    revisionDays: values.revision_days,
  };
  const { cap, cycle } = farRevision(plan, memorisedPages);
  return cycle === null ? null : { cap, cycle };
}
