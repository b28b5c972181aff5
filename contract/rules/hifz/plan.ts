import type { amountUnits, directions, nearUnits } from '../../vocabulary';
import { allAyahs } from '../mushaf';
import { ayahsOfSurahs } from '../mushafData';
import { weekdayOf } from './days';
import {
  ayahsOfJuz,
  endOfRub,
  juzOfAyah,
  joined,
  mark,
  noAyahs,
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
export const isDuring = ({ begin, end }: Pick<Plan, 'begin' | 'end'>, day: number): boolean =>
  begin <= day && (end === null || day <= end);

/** Whether the plan has a lesson on a day. */
export const isLessonDay = (plan: Plan, day: number): boolean =>
  isDuring(plan, day) && plan.newDays.includes(weekdayOf(day));

const surahSpans: Span[] = [];
for (const ayahs of ayahsOfSurahs) {
  const from = (surahSpans.at(-1)?.to ?? 0) + 1;
  surahSpans.push({ from, to: from + ayahs - 1 });
}

/** All that a plan leads through, in its order: from its start to its end. */
export function planOrder({
  direction,
  ranges,
  start,
}: Pick<Plan, 'direction' | 'ranges' | 'start'>): Span[] {
  switch (direction) {
    case 'from_baqarah':
      return [{ from: start, to: allAyahs }];
    case 'from_nas':
      return fromStart(surahSpans.toReversed(), start);
    case 'juz_descending': {
      const first = juzOfAyah(start);
      return fromStart(
        Array.from({ length: first }, (_, place) => ayahsOfJuz(first - place)),
        start,
      );
    }
    case 'ranges':
      return fromStart(ranges, start);
  }
}

/** The spans from the one in which the ayah lies, which is begun there; all of them where it lies in none. */
function fromStart(spans: readonly Span[], start: number): Span[] {
  const at = spans.findIndex(({ from, to }) => from <= start && start <= to);
  return at === -1
    ? [...spans]
    : spans.slice(at).map((span, place) => (place === 0 ? { from: start, to: span.to } : span));
}

/** What is left of a plan, in its order, once these ayahs are memorised; each ayah once. */
export function leftOf(order: readonly Span[], memorised: Uint8Array): Span[] {
  const done = memorised.slice();
  return order.flatMap((span) => {
    const left = spansWhere(span, done, false);
    mark(done, left);
    return left;
  });
}

/** How far into the mushaf each ayah ends, in the unit of an amount. */
const upTo: Record<Amount['unit'], Float64Array> = {
  page: pagesToAyahs,
  half: pagesToAyahs.map((pages) => pages * 2),
  rub: rubsToAyahs,
  ayah: pagesToAyahs.map((_, ayah) => ayah),
};

/** A beginning so near to a half page, or to a rub, is taken for it, so that lessons do not drift away from them. */
const nearby = 0.15;
const halvesIn: Record<Amount['unit'], number> = { page: 2, half: 1, rub: 1, ayah: 1 };

/** Where the next lesson begins: in which span that is left, and its ayah. */
interface Next {
  place: number;
  from: number;
}

const firstOf = (left: readonly Span[]): Next => ({ place: 0, from: left[0]?.from ?? 0 });

/**
 * Goes through one lesson. It ends at the ayah nearest to its amount (one of rubs at the end of a rub, where one is near),
 * and has at least one ayah; one that reaches the end of a surah or juz goes on in the next of the plan.
 * @param next is moved behind it
 * @param take gets each of its parts
 */
function passLesson(
  left: readonly Span[],
  { unit, value }: Amount,
  next: Next,
  take: (from: number, to: number) => void,
): void {
  const places = upTo[unit];
  let rest = value;
  for (let isFirst = true; next.place < left.length && (isFirst || rest > 0); isFirst = false) {
    const { from } = next;
    const { to } = left[next.place] as Span;
    const end = endOfLesson(from, to, rest, unit);
    if (end < from && !isFirst) return;
    const last = Math.max(end, from);
    take(from, last);
    rest -= (places[last] ?? 0) - (places[from - 1] ?? 0);
    if (last < to) {
      next.from = last + 1;
      return;
    }
    next.place += 1;
    next.from = left[next.place]?.from ?? 0;
  }
}

/** Lessons of an amount through what is left of a plan. */
export function* lessonsOf(left: readonly Span[], amount: Amount): Generator<Span[]> {
  for (const next = firstOf(left); next.place < left.length;) {
    const lesson: Span[] = [];
    passLesson(left, amount, next, (from, to) => lesson.push({ from, to }));
    yield joinedInOrder(lesson);
  }
}

/** The pages of the same lessons. They are not made for it: where a student stands is asked of all lessons of his plan. */
export function* pagesOfLessons(left: readonly Span[], amount: Amount): Generator<number> {
  let pages = 0;
  const add = (from: number, to: number) => {
    pages += (pagesToAyahs[to] ?? 0) - (pagesToAyahs[from - 1] ?? 0);
  };
  for (const next = firstOf(left); next.place < left.length;) {
    pages = 0;
    passLesson(left, amount, next, add);
    yield pages;
  }
}

/** Whether all ayahs are marked of each of the same lessons. */
export function* areLessonsMarked(
  left: readonly Span[],
  amount: Amount,
  marks: Uint8Array,
): Generator<boolean> {
  let areMarked = true;
  const look = (from: number, to: number) => {
    for (let ayah = from; areMarked && ayah <= to; ayah += 1) areMarked = marks[ayah] === 1;
  };
  for (const next = firstOf(left); next.place < left.length;) {
    areMarked = true;
    passLesson(left, amount, next, look);
    yield areMarked;
  }
}

/** The last ayah of a span that belongs to a lesson of which so much is left; the one before the span for none of it. */
function endOfLesson(from: number, to: number, rest: number, unit: Amount['unit']): number {
  const places = upTo[unit];
  const begin = places[from - 1] ?? 0;
  const even = Math.round(begin * halvesIn[unit]) / halvesIn[unit];
  const wanted = (Math.abs(begin - even) <= nearby ? even : begin) + rest;
  const rub = unit === 'rub' ? endOfRub(Math.round(wanted)) : undefined;
  if (rub !== undefined && rub >= from && rub <= to) return rub;
  let [low, high] = [from - 1, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const isNearer = low >= from && wanted - (places[low - 1] ?? 0) < (places[low] ?? 0) - wanted;
  return isNearer ? low - 1 : low;
}

/** Neighbours are one span; the order of the plan stays. */
function joinedInOrder(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last && last.to + 1 === span.from) last.to = span.to;
    else found.push({ ...span });
  }
  return found;
}

/** The ayahs of spans that a plan leads through. */
export const withinPlan = (order: readonly Span[], spans: readonly Span[]): Span[] => {
  const marks = mark(noAyahs(), order);
  return joined(spans).flatMap((span) => spansWhere(span, marks, true));
};
