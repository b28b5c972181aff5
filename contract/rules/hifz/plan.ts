import type { amountUnits, directions, nearUnits } from '../../vocabulary';
import { totalAyahs } from '../mushaf';
import { ayahsOfSurahs } from '../mushafData';
import { dayOfWeek } from './days';
import {
  juzSpan,
  lastAyahOfRub,
  juzOfAyah,
  joinSpans,
  markSpans,
  createAyahMarks,
  pagesToAyahs,
  rubsToAyahs,
  type Span,
  spansWhere,
} from './spans';

export interface Amount {
  unit: (typeof amountUnits)[number];
  value: number;
}

/** How a student memorises and revises (hifz.md, "Plan"); days are numbers of days, ayahs numbers in the mushaf. */
export interface Plan {
  direction: (typeof directions)[number];
  /** Of the direction `ranges`, in the order in which they are memorised. */
  ranges: readonly Span[];
  /** The first ayah. */
  start: number;
  /** Of one lesson. */
  amount: Amount;
  /** Days of the week, 0 Sunday. */
  newDays: readonly number[];
  revisionDays: readonly number[];
  near: { unit: (typeof nearUnits)[number]; value: number };
  farCycleDays: number;
  /** Null: as proposed. */
  farPagesPerDay: number | null;
  /** A test after so many juz that were completed in the plan; 0: none. */
  juzTest: number;
  begin: number;
  /** The last day; null: none. */
  end: number | null;
}

/** Whether the plan has begun on a day, and has not ended. */
export const isPlanActive = ({ begin, end }: Pick<Plan, 'begin' | 'end'>, day: number): boolean =>
  begin <= day && (end === null || day <= end);

/** Whether the plan has a lesson on a day. */
export const isLessonDay = (plan: Plan, day: number): boolean =>
  isPlanActive(plan, day) && plan.newDays.includes(dayOfWeek(day));

const surahSpans: Span[] = [];
for (const ayahs of ayahsOfSurahs) {
  const from = (surahSpans.at(-1)?.to ?? 0) + 1;
  surahSpans.push({ from, to: from + ayahs - 1 });
}

/** All that a plan leads through, in its order: from its start to its end. */
export function planSpans({
  direction,
  ranges,
  start,
}: Pick<Plan, 'direction' | 'ranges' | 'start'>): Span[] {
  switch (direction) {
    case 'from_baqarah':
      return [{ from: start, to: totalAyahs }];
    case 'from_nas':
      return fromStart(surahSpans.toReversed(), start);
    case 'juz_descending': {
      const first = juzOfAyah(start);
      return fromStart(
        Array.from({ length: first }, (_, index) => juzSpan(first - index)),
        start,
      );
    }
    case 'ranges':
      return fromStart(ranges, start);
  }
}

/** The spans from the one in which the ayah lies, which is begun there; all of them where it lies in none. */
function fromStart(spans: readonly Span[], start: number): Span[] {
  const startIndex = spans.findIndex(({ from, to }) => from <= start && start <= to);
  return startIndex === -1
    ? [...spans]
    : spans.slice(startIndex).map((span, index) => (index === 0 ? { from: start, to: span.to } : span));
}

/** What is left of a plan, in its order, once these ayahs are memorised; each ayah once. */
export function remainingSpans(order: readonly Span[], memorised: Uint8Array): Span[] {
  const done = memorised.slice();
  return order.flatMap((span) => {
    const remaining = spansWhere(span, done, false);
    markSpans(done, remaining);
    return remaining;
  });
}

/** How far into the mushaf each ayah ends, in the unit of an amount. */
const unitsToAyahs: Record<Amount['unit'], Float64Array> = {
  page: pagesToAyahs,
  half: pagesToAyahs.map((pages) => pages * 2),
  rub: rubsToAyahs,
  ayah: pagesToAyahs.map((_, ayah) => ayah),
};

/** A beginning so near to a half page, or to a rub, is taken for it, so that lessons do not drift away from them. */
const snapDistance = 0.15;
const snapsPerUnit: Record<Amount['unit'], number> = { page: 2, half: 1, rub: 1, ayah: 1 };

/** Where the next lesson begins: in which span that is left, and its ayah. */
interface LessonStart {
  index: number;
  from: number;
}

const firstLessonStart = (remaining: readonly Span[]): LessonStart => ({
  index: 0,
  from: remaining[0]?.from ?? 0,
});

/**
 * Goes through one lesson. It ends at the ayah nearest to its amount (one of rubs at the end of a rub, where one is near),
 * and has at least one ayah; one that reaches the end of a surah or juz goes on in the next of the plan.
 * @param next is moved behind it
 * @param onPart gets each of its parts
 */
function walkLesson(
  remaining: readonly Span[],
  { unit, value }: Amount,
  next: LessonStart,
  onPart: (from: number, to: number) => void,
): void {
  const ends = unitsToAyahs[unit];
  let restAmount = value;
  for (let isFirst = true; next.index < remaining.length && (isFirst || restAmount > 0); isFirst = false) {
    const { from } = next;
    const { to } = remaining[next.index] as Span;
    const end = lessonEnd(from, to, restAmount, unit);
    if (end < from && !isFirst) return;
    const last = Math.max(end, from);
    onPart(from, last);
    restAmount -= (ends[last] ?? 0) - (ends[from - 1] ?? 0);
    if (last < to) {
      next.from = last + 1;
      return;
    }
    next.index += 1;
    next.from = remaining[next.index]?.from ?? 0;
  }
}

/** Lessons of an amount through what is left of a plan. */
export function* generateLessons(remaining: readonly Span[], amount: Amount): Generator<Span[]> {
  for (const next = firstLessonStart(remaining); next.index < remaining.length;) {
    const lesson: Span[] = [];
    walkLesson(remaining, amount, next, (from, to) => lesson.push({ from, to }));
    yield joinNeighbours(lesson);
  }
}

/** The pages of the same lessons. They are not made for it: where a student stands is asked of all lessons of his plan. */
export function* generateLessonPages(remaining: readonly Span[], amount: Amount): Generator<number> {
  let pages = 0;
  const add = (from: number, to: number) => {
    pages += (pagesToAyahs[to] ?? 0) - (pagesToAyahs[from - 1] ?? 0);
  };
  for (const next = firstLessonStart(remaining); next.index < remaining.length;) {
    pages = 0;
    walkLesson(remaining, amount, next, add);
    yield pages;
  }
}

/** Whether all ayahs are marked of each of the same lessons. */
export function* generateLessonMarks(
  remaining: readonly Span[],
  amount: Amount,
  marks: Uint8Array,
): Generator<boolean> {
  let areMarked = true;
  const checkMarks = (from: number, to: number) => {
    for (let ayah = from; areMarked && ayah <= to; ayah += 1) areMarked = marks[ayah] === 1;
  };
  for (const next = firstLessonStart(remaining); next.index < remaining.length;) {
    areMarked = true;
    walkLesson(remaining, amount, next, checkMarks);
    yield areMarked;
  }
}

/** The last ayah of a span that belongs to a lesson of which so much is left; the one before the span for none of it. */
function lessonEnd(from: number, to: number, amount: number, unit: Amount['unit']): number {
  const ends = unitsToAyahs[unit];
  const begin = ends[from - 1] ?? 0;
  const snapped = Math.round(begin * snapsPerUnit[unit]) / snapsPerUnit[unit];
  const target = (Math.abs(begin - snapped) <= snapDistance ? snapped : begin) + amount;
  const rub = unit === 'rub' ? lastAyahOfRub(Math.round(target)) : undefined;
  if (rub !== undefined && rub >= from && rub <= to) return rub;
  let [low, high] = [from - 1, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  const isNearer = low >= from && target - (ends[low - 1] ?? 0) < (ends[low] ?? 0) - target;
  return isNearer ? low - 1 : low;
}

/** Neighbours are one span; the order of the plan stays. */
function joinNeighbours(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && last.to + 1 === span.from) last.to = span.to;
    else merged.push({ ...span });
  }
  return merged;
}

/** The ayahs of spans that a plan leads through. */
export const clipToPlan = (order: readonly Span[], spans: readonly Span[]): Span[] => {
  const marks = markSpans(createAyahMarks(), order);
  return joinSpans(spans).flatMap((span) => spansWhere(span, marks, true));
};
