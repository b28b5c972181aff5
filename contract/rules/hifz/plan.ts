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
  pagesUpTo,
  rubsUpTo,
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

/** How far into the mushaf an ayah ends, in the unit of an amount. */
const upTo: Record<Amount['unit'], (ayah: number) => number> = {
  page: pagesUpTo,
  half: (ayah) => pagesUpTo(ayah) * 2,
  rub: rubsUpTo,
  ayah: (ayah) => ayah,
};

/** A beginning so near to a half page, or to a rub, is taken for it, so that lessons do not drift away from them. */
const nearby = 0.15;
const halvesIn: Record<Amount['unit'], number> = { page: 2, half: 1, rub: 1, ayah: 1 };

/**
 * Lessons of an amount through what is left of a plan. A lesson ends at the ayah nearest to its amount (one of rubs at
 * the end of a rub, where one is near), and has at least one ayah; one that reaches the end of a surah or juz goes on in
 * the next of the plan.
 */
export function* lessonsOf(left: readonly Span[], { unit, value }: Amount): Generator<Span[]> {
  let [place, from] = [0, left[0]?.from ?? 0];
  while (place < left.length) {
    const lesson: Span[] = [];
    let rest = value;
    while (place < left.length && (lesson.length === 0 || rest > 0)) {
      const { to } = left[place] as Span;
      const end = endOfLesson({ from, to }, rest, unit);
      if (end < from && lesson.length > 0) break;
      const part = { from, to: Math.max(end, from) };
      lesson.push(part);
      rest -= upTo[unit](part.to) - upTo[unit](part.from - 1);
      if (part.to < to) {
        from = part.to + 1;
        break;
      }
      place += 1;
      from = left[place]?.from ?? 0;
    }
    yield joinedInOrder(lesson);
  }
}

/** The last ayah of a span that belongs to a lesson of which so much is left; the one before the span for none of it. */
function endOfLesson({ from, to }: Span, rest: number, unit: Amount['unit']): number {
  const placeOf = upTo[unit];
  const begin = placeOf(from - 1);
  const even = Math.round(begin * halvesIn[unit]) / halvesIn[unit];
  const wanted = (Math.abs(begin - even) <= nearby ? even : begin) + rest;
  const rub = unit === 'rub' ? endOfRub(Math.round(wanted)) : undefined;
  if (rub !== undefined && rub >= from && rub <= to) return rub;
  let [low, high] = [from - 1, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  const isNearer = low >= from && wanted - placeOf(low - 1) < placeOf(low) - wanted;
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
