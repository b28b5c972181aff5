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
  pagesUpToAyah,
  rubsUpToAyah,
  type Span,
  spansWhere,
} from './spans';

export interface Amount {
  unit: (typeof amountUnits)[number];
  value: number;
}

/** A day is stored as a day number (see days.ts), an ayah as its index in the mushaf. hifz.md, "Plan". */
export interface Plan {
  direction: (typeof directions)[number];
  ranges: readonly Span[];
  startAyah: number;
  amount: Amount;
  newDays: readonly number[];
  revisionDays: readonly number[];
  near: { unit: (typeof nearUnits)[number]; value: number };
  farCycleDays: number;
  farPagesPerDay: number | null;
  /** The number of completed juz after which a test is due; 0: no tests. */
  juzTest: number;
  firstDay: number;
  lastDay: number | null;
  /** Days without teaching, which have no task. */
  daysOff: ReadonlySet<number>;
}

export const isPlanActive = (
  { firstDay, lastDay }: Pick<Plan, 'firstDay' | 'lastDay'>,
  day: number,
): boolean => firstDay <= day && (lastDay === null || day <= lastDay);

/** A day of the plan without teaching has neither a task nor a test. */
export const isPlanDay = (plan: Plan, day: number): boolean =>
  isPlanActive(plan, day) && !plan.daysOff.has(day);

const isTaskDay = (plan: Plan, weekdays: readonly number[], day: number): boolean =>
  isPlanDay(plan, day) && weekdays.includes(dayOfWeek(day));

export const isLessonDay = (plan: Plan, day: number): boolean => isTaskDay(plan, plan.newDays, day);

export const isRevisionDay = (plan: Plan, day: number): boolean => isTaskDay(plan, plan.revisionDays, day);

const surahSpans: Span[] = [];
for (const ayahs of ayahsOfSurahs) {
  const from = (surahSpans.at(-1)?.to ?? 0) + 1;
  surahSpans.push({ from, to: from + ayahs - 1 });
}

export function planSpans({
  direction,
  ranges,
  startAyah,
}: Pick<Plan, 'direction' | 'ranges' | 'startAyah'>): Span[] {
  switch (direction) {
    case 'from_baqarah':
      return [{ from: startAyah, to: totalAyahs }];
    case 'from_nas':
      return fromStart(surahSpans.toReversed(), startAyah);
    case 'juz_descending': {
      const first = juzOfAyah(startAyah);
      return fromStart(
        Array.from({ length: first }, (_, index) => juzSpan(first - index)),
        startAyah,
      );
    }
    case 'ranges':
      return fromStart(ranges, startAyah);
  }
}

/** Cuts the spans before `startAyah`. If no span has this ayah, all spans stay. */
function fromStart(spans: readonly Span[], startAyah: number): Span[] {
  const startIndex = spans.findIndex(({ from, to }) => from <= startAyah && startAyah <= to);
  return startIndex === -1
    ? [...spans]
    : spans.slice(startIndex).map((span, index) => (index === 0 ? { from: startAyah, to: span.to } : span));
}

export function remainingSpans(orderedSpans: readonly Span[], memorised: Uint8Array): Span[] {
  const done = memorised.slice();
  return orderedSpans.flatMap((span) => {
    const remaining = spansWhere(span, done, false);
    markSpans(done, remaining);
    return remaining;
  });
}

/** Maps an ayah to the number of units from the beginning of the mushaf to the end of the ayah. */
const unitsUpToAyah: Record<Amount['unit'], Float64Array> = {
  page: pagesUpToAyah,
  half: pagesUpToAyah.map((pages) => pages * 2),
  rub: rubsUpToAyah,
  ayah: pagesUpToAyah.map((_, ayah) => ayah),
};

/** A lesson that begins within this distance of a half page or rub is measured from that boundary. */
const snapDistance = 0.15;
/** Pages snap to halves, other units to whole numbers. */
const snapsPerUnit: Record<Amount['unit'], number> = { page: 2, half: 1, rub: 1, ayah: 1 };

interface LessonStart {
  index: number;
  from: number;
}

const firstLessonStart = (remaining: readonly Span[]): LessonStart => ({
  index: 0,
  from: remaining[0]?.from ?? 0,
});

/** Advances `next` past the lesson. The lesson ends at the ayah or rub that is nearest to its amount. */
function walkLesson(
  remaining: readonly Span[],
  { unit, value }: Amount,
  next: LessonStart,
  onPart: (from: number, to: number) => void,
): void {
  const ends = unitsUpToAyah[unit];
  let remainingAmount = value;
  for (
    let isFirst = true;
    next.index < remaining.length && (isFirst || remainingAmount > 0);
    isFirst = false
  ) {
    const { from } = next;
    const { to } = remaining[next.index] as Span;
    const end = lessonEnd(from, to, remainingAmount, unit);
    if (end < from && !isFirst) return;
    const last = Math.max(end, from);
    onPart(from, last);
    remainingAmount -= (ends[last] ?? 0) - (ends[from - 1] ?? 0);
    if (last < to) {
      next.from = last + 1;
      return;
    }
    next.index += 1;
    next.from = remaining[next.index]?.from ?? 0;
  }
}

export function* generateLessons(remaining: readonly Span[], amount: Amount): Generator<Span[]> {
  for (const next = firstLessonStart(remaining); next.index < remaining.length;) {
    const lesson: Span[] = [];
    walkLesson(remaining, amount, next, (from, to) => lesson.push({ from, to }));
    yield joinConsecutive(lesson);
  }
}

/** Builds no spans, because the progress needs the pages of all lessons of a plan. */
export function* generateLessonPages(remaining: readonly Span[], amount: Amount): Generator<number> {
  let pages = 0;
  const add = (from: number, to: number) => {
    pages += (pagesUpToAyah[to] ?? 0) - (pagesUpToAyah[from - 1] ?? 0);
  };
  for (const next = firstLessonStart(remaining); next.index < remaining.length;) {
    pages = 0;
    walkLesson(remaining, amount, next, add);
    yield pages;
  }
}

export function* generateLessonMarks(
  remaining: readonly Span[],
  amount: Amount,
  marks: Uint8Array,
): Generator<boolean> {
  let isLessonMarked = true;
  const checkMarks = (from: number, to: number) => {
    for (let ayah = from; isLessonMarked && ayah <= to; ayah += 1) isLessonMarked = marks[ayah] === 1;
  };
  for (const next = firstLessonStart(remaining); next.index < remaining.length;) {
    isLessonMarked = true;
    walkLesson(remaining, amount, next, checkMarks);
    yield isLessonMarked;
  }
}

/** Returns the last ayah of the lesson in this span, or `from - 1` if the lesson ends before the span. */
function lessonEnd(from: number, to: number, amount: number, unit: Amount['unit']): number {
  const ends = unitsUpToAyah[unit];
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

function joinConsecutive(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && last.to + 1 === span.from) last.to = span.to;
    else merged.push({ ...span });
  }
  return merged;
}

export const clipToPlan = (orderedSpans: readonly Span[], spans: readonly Span[]): Span[] => {
  const marks = markSpans(createAyahMarks(), orderedSpans);
  return joinSpans(spans).flatMap((span) => spansWhere(span, marks, true));
};
