import { ayahsOfRubs, lettersOfAyahs } from '../../contract/rules/hifz/letterData';
import { ayahsOfHizb, ayahsOfPages, ayahsOfSurahs } from '../../contract/rules/mushafData';

// Computes memorisation a second time, slowly and ayah by ayah, from the description in hifz.md. This file
// and the server share only the tables of the mushaf.

const countLetters = (ayah: number) => lettersOfAyahs[ayah - 1] ?? 0;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function splitAyahs(lengths: readonly number[]): number[][] {
  let last = 0;
  return lengths.map((length) => {
    last += length;
    return range(last - length + 1, last);
  });
}
const pages = splitAyahs(ayahsOfPages);
const rubs = splitAyahs(ayahsOfRubs);
const surahs = splitAyahs(ayahsOfSurahs);
const hizbs = splitAyahs(ayahsOfHizb);
const juz = range(0, 29).map((index) => [...(hizbs[2 * index] ?? []), ...(hizbs[2 * index + 1] ?? [])]);
/** The number of the part of each ayah, from 1. */
const numberByAyah = (groups: readonly number[][]) =>
  new Map(groups.flatMap((ayahs, index) => ayahs.map((ayah) => [ayah, index + 1])));
const pageByAyah = numberByAyah(pages);
const juzByAyah = numberByAyah(juz);
const lettersByPage = pages.map((ayahs) => sum(ayahs.map(countLetters)));

/** The end of each ayah as a position in parts, measured in letters. */
function positionByAyah(groups: readonly number[][]): Map<number, number> {
  const ends = new Map([[0, 0]]);
  for (const [index, ayahs] of groups.entries()) {
    let lettersBefore = 0;
    const allLetters = sum(ayahs.map(countLetters));
    for (const ayah of ayahs) ends.set(ayah, index + (lettersBefore += countLetters(ayah)) / allLetters);
  }
  return ends;
}
const positionInPages = positionByAyah(pages);
const positionInRubs = positionByAyah(rubs);
/** The number of pages, measured in letters. */
export const sumPages = (ayahs: Iterable<number>) =>
  sum([...ayahs].map((ayah) => countLetters(ayah) / (lettersByPage[(pageByAyah.get(ayah) ?? 0) - 1] ?? 0)));

export const parseDay = (date: string) => Date.parse(date) / 86_400_000;
const weekday = (day: number) => new Date(day * 86_400_000).getUTCDay();

/** A recitation or a declaration. `ranges` are in the order of recitation. */
export interface HifzEvent {
  day: number;
  kind: 'declared' | 'new' | 'near' | 'far' | 'sard';
  isAccepted: boolean;
  ranges: [from: number, to: number][];
  /** Weighted faults; `ayah` is null for faults without an ayah. */
  faults: { ayah: number | null; weight: number }[];
  /** Set only for declarations. */
  strength: number;
}

export const listAyahs = ({ ranges }: Pick<HifzEvent, 'ranges'>) =>
  ranges.flatMap(([from, to]) => range(from, to));
export const listJuzAyahs = (from: number, to: number) => juz.slice(from - 1, to).flat();
const listPages = (ayahs: readonly number[]) => [...new Set(ayahs.map((ayah) => pageByAyah.get(ayah) ?? 0))];

function applyEvents(events: readonly HifzEvent[]) {
  const memorised = new Set<number>();
  const heardOn = new Map<number, number>();
  const hearings = new Map<number, { faults: number; isRepeat: boolean }[]>();
  for (const event of events) {
    const addsMemorised = event.kind === 'declared' || (event.kind === 'new' && event.isAccepted);
    const ayahs =
      event.kind === 'sard' ? listAyahs(event).filter((ayah) => memorised.has(ayah)) : listAyahs(event);
    const eventPages = listPages(ayahs);
    const pageFaults = sum(event.faults.filter(({ ayah }) => ayah === null).map(({ weight }) => weight));
    for (const page of eventPages) {
      const ayahFaults = event.faults.filter(({ ayah }) => ayah !== null && pageByAyah.get(ayah) === page);
      const faults =
        event.kind === 'declared'
          ? 5 - event.strength
          : pageFaults / eventPages.length + sum(ayahFaults.map(({ weight }) => weight));
      hearings.set(page, [
        { faults, isRepeat: !event.isAccepted },
        ...(hearings.get(page) ?? []).slice(0, 1),
      ]);
    }
    for (const ayah of ayahs) {
      heardOn.set(ayah, event.day);
      if (addsMemorised) memorised.add(ayah);
    }
  }
  return { memorised, heardOn, hearings };
}
type Memorisation = ReturnType<typeof applyEvents>;

function describePage({ memorised, heardOn, hearings }: Memorisation, page: number) {
  const ayahs = (pages[page - 1] ?? []).filter((ayah) => memorised.has(ayah));
  const share = sum(ayahs.map(countLetters)) / (lettersByPage[page - 1] ?? 0);
  const lastHeard = ayahs.length > 0 ? Math.min(...ayahs.map((ayah) => heardOn.get(ayah) ?? 0)) : null;
  const [last, older] = hearings.get(page) ?? [];
  return { page, ayahs, share, lastHeard, last, older };
}
const describePages = (memorisation: Memorisation) =>
  range(1, 604).map((page) => describePage(memorisation, page));

/** @param cycle in days */
export function naiveMap(events: readonly HifzEvent[], today: number, cycle: number) {
  const memorisation = applyEvents(events);
  const cells = describePages(memorisation).map(({ page, share, lastHeard, last }) => {
    const days = lastHeard === null ? 0 : today - lastHeard;
    const isWeak = last !== undefined && (last.isRepeat || last.faults > 2);
    const byAge = days <= 0.7 * cycle ? 1 : days <= cycle ? 2 : 3;
    const state = share < 1 ? 0 : isWeak ? 4 : byAge;
    return { page, state, share, lastHeard, faults: share > 0 ? (last?.faults ?? 0) : 0 };
  });
  return {
    pages: cells.map(({ page: _page, ...cell }) => cell),
    juz: juz.map((ayahs, index) => {
      const juzPages = cells.filter(({ page }) => juzByAyah.get(pages[page - 1]?.[0] ?? 0) === index + 1);
      return {
        memorised: sumPages(ayahs.filter((ayah) => memorisation.memorised.has(ayah))),
        due: juzPages.filter(({ state }) => state === 2 || state === 3).length,
        weak: juzPages.filter(({ state }) => state === 4).length,
      };
    }),
    memorised_pages: sumPages(memorisation.memorised),
  };
}

/** The memorised share of each juz, in letters. */
export function naiveShares(events: readonly HifzEvent[]): number[] {
  const { memorised } = applyEvents(events);
  return juz.map(
    (ayahs) =>
      sum(ayahs.filter((ayah) => memorised.has(ayah)).map(countLetters)) / sum(ayahs.map(countLetters)),
  );
}

export interface NaivePlan {
  direction: string;
  ranges: [from: number, to: number][];
  start: number;
  unit: 'page' | 'half' | 'rub' | 'ayah';
  value: number;
  newDays: number[];
  revisionDays: number[];
  near: { unit: string; value: number };
  cycle: number;
  cap: number | null;
  begin: number;
  end: number | null;
}

const isActive = ({ begin, end }: NaivePlan, day: number) => begin <= day && (end === null || day <= end);

/** The ranges of a plan as lists of ayahs, from its start. */
function listStretches({ direction, ranges, start }: NaivePlan): number[][] {
  const stretchesByDirection: Record<string, number[][]> = {
    from_baqarah: [range(1, 6236)],
    from_nas: surahs.toReversed(),
    juz_descending: juz.toReversed(),
    ranges: ranges.map(([from, to]) => range(from, to)),
  };
  const ordered = stretchesByDirection[direction] ?? [];
  const first = ordered.findIndex((ayahs) => ayahs.includes(start));
  return ordered
    .slice(first)
    .map((ayahs, index) => (index === 0 ? ayahs.filter((ayah) => ayah >= start) : ayahs));
}

function groupConsecutive(ayahs: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const ayah of ayahs)
    if (groups.at(-1)?.at(-1) === ayah - 1) groups.at(-1)?.push(ayah);
    else groups.push([ayah]);
  return groups;
}
const groupSorted = (ayahs: Iterable<number>) =>
  groupConsecutive([...new Set(ayahs)].toSorted((a, b) => a - b));

/** The parts of a plan that are not memorised, split at gaps. Each ayah occurs once. */
function listRemainingPieces(plan: NaivePlan, memorised: ReadonlySet<number>): number[][] {
  const done = new Set(memorised);
  return listStretches(plan).flatMap((ayahs) => {
    const remaining = ayahs.filter((ayah) => !done.has(ayah));
    for (const ayah of remaining) done.add(ayah);
    return groupConsecutive(remaining);
  });
}

/**
 * The lessons of a plan. A lesson that starts within 0.15 of a half page or rub is measured from that
 * boundary.
 */
function naiveLessons(pieces: readonly number[][], { unit, value }: NaivePlan): number[][] {
  const steps = { page: 2, half: 1, rub: 1, ayah: 1 }[unit];
  const findPosition = (ayah: number) =>
    unit === 'ayah'
      ? ayah
      : unit === 'rub'
        ? (positionInRubs.get(ayah) ?? 0)
        : (positionInPages.get(ayah) ?? 0) * (unit === 'half' ? 2 : 1);
  const remainingPieces = pieces.map((piece) => [...piece]);
  const lessons: number[][] = [];
  while (remainingPieces.length > 0) {
    const lesson: number[] = [];
    let remainingAmount = value;
    while (remainingPieces[0] && (lesson.length === 0 || remainingAmount > 0)) {
      const [piece] = remainingPieces;
      const previousAyah = (piece[0] ?? 0) - 1;
      const rounded = Math.round(findPosition(previousAyah) * steps) / steps;
      const target =
        (Math.abs(findPosition(previousAyah) - rounded) <= 0.15 ? rounded : findPosition(previousAyah)) +
        remainingAmount;
      const rubEnd = unit === 'rub' ? rubs[Math.round(target) - 1]?.at(-1) : undefined;
      let end = previousAyah;
      for (const ayah of piece) {
        if (Math.abs(findPosition(ayah) - target) > Math.abs(findPosition(end) - target)) break;
        end = ayah;
      }
      if (rubEnd !== undefined && rubEnd > previousAyah && rubEnd <= (piece.at(-1) ?? 0)) end = rubEnd;
      if (end === previousAyah && lesson.length > 0) break;
      const ayahs = piece.splice(0, Math.max(end - previousAyah, 1));
      lesson.push(...ayahs);
      remainingAmount -= findPosition(ayahs.at(-1) ?? 0) - findPosition(previousAyah);
      if (piece.length > 0) break;
      remainingPieces.shift();
    }
    lessons.push(lesson);
  }
  return lessons;
}

const isLesson = ({ kind, isAccepted }: HifzEvent) => kind === 'new' && isAccepted;

function nearAyahs({ near }: NaivePlan, earlier: readonly HifzEvent[], day: number): number[] {
  const newest = earlier.filter(isLesson).toReversed();
  if (near.unit === 'lessons') return newest.slice(0, near.value).flatMap(listAyahs);
  if (near.unit === 'days') return newest.filter((event) => day - event.day <= near.value).flatMap(listAyahs);
  const ayahs = new Set<number>();
  for (const [from, to] of newest.flatMap(({ ranges }) => ranges.toReversed()))
    if (sumPages(ayahs) < near.value - 1e-9) for (const ayah of range(from, to)) ayahs.add(ayah);
  return [...ayahs];
}

function farLines(
  plan: NaivePlan,
  memorisation: Memorisation,
  day: number,
  excludedAyahs: readonly number[],
) {
  const revisionDaysIn = (days: number) => (days * plan.revisionDays.length * 0.8) / 7;
  const memorisedPages = sumPages(memorisation.memorised);
  const hasRevision = memorisation.memorised.size > 0 && plan.revisionDays.length > 0;
  const cap =
    plan.cap ?? (hasRevision ? Math.ceil((1.3 * memorisedPages) / revisionDaysIn(plan.cycle) - 1e-9) : 0);
  const cycle = Math.max(
    plan.cycle,
    hasRevision ? Math.ceil((1.3 * memorisedPages) / revisionDaysIn(cap) - 1e-9) : 0,
  );
  const excludedPages = listPages(excludedAyahs);
  const candidates = describePages(memorisation)
    .filter(({ page, lastHeard }) => !excludedPages.includes(page) && lastHeard !== null && lastHeard < day)
    .map((cell) => {
      const days = day - (cell.lastHeard ?? 0);
      const recentFaults = (cell.last?.faults ?? 0) + (cell.older?.faults ?? 0);
      return { ...cell, days, rank: days >= cycle ? 1_000_000 + days : (days / cycle) * (1 + recentFaults) };
    })
    .toSorted((a, b) => b.rank - a.rank || a.page - b.page);
  const chosen: typeof candidates = [];
  for (const cell of candidates) {
    if (chosen.length > 0 && sum([...chosen, cell].map(({ share }) => share)) > cap + 1e-9) break;
    chosen.push(cell);
  }
  const findRank = (ayah: number) => chosen.findIndex(({ ayahs }) => ayahs.includes(ayah));
  const lines = groupSorted(chosen.flatMap(({ ayahs }) => ayahs)).map((ayahs) => {
    const ranks = [...new Set(ayahs.map(findRank))];
    const cells = ranks.map((rank) => chosen[rank]).filter((cell) => cell !== undefined);
    // A page in several pieces counts its faults in the first piece.
    const firstPieceCells = cells.filter((cell) => ayahs.includes(cell.ayahs[0] ?? 0));
    const faults = sum(firstPieceCells.map(({ last }) => last?.faults ?? 0));
    const lastHeard = Math.min(...cells.map((cell) => cell.lastHeard ?? 0));
    return { ayahs, rank: Math.min(...ranks), lastHeard, faults };
  });
  return cap > 0 ? lines.toSorted((a, b) => a.rank - b.rank) : [];
}

function plannedBefore(plan: NaivePlan, events: readonly HifzEvent[], day: number) {
  const earlier = events.filter(
    (event) => event.kind === 'declared' || (isLesson(event) && event.day < plan.begin),
  );
  const lessons = naiveLessons(listRemainingPieces(plan, new Set(earlier.flatMap(listAyahs))), plan);
  const days = range(plan.begin, day - 1).filter(
    (planDay) => isActive(plan, planDay) && plan.newDays.includes(weekday(planDay)),
  );
  return {
    lessons,
    planned: days
      .slice(0, lessons.length)
      .map((planDay, index) => ({ day: planDay, ayahs: lessons[index] ?? [] })),
  };
}

/** Ayahs by the day of their first acceptance. */
function listFirstAccepted(events: readonly HifzEvent[]) {
  const earlier = new Set(events.filter(({ kind }) => kind === 'declared').flatMap(listAyahs));
  return events.filter(isLesson).map((event) => {
    const ayahs = [...new Set(listAyahs(event))].filter((ayah) => !earlier.has(ayah));
    for (const ayah of ayahs) earlier.add(ayah);
    return { day: event.day, ayahs };
  });
}

/** The task of a day, with ayahs instead of ranges. */
export function naiveTask(plan: NaivePlan, events: readonly HifzEvent[], day: number, skipped: number[]) {
  const earlier = events.filter((event) => (event.kind === 'declared' ? event.day <= day : event.day < day));
  const memorisation = applyEvents(earlier);
  const planAyahs = new Set(listStretches(plan).flat());
  const lastLesson = earlier
    .filter(({ kind, day: eventDay }) => kind === 'new' && eventDay >= plan.begin)
    .at(-1);
  const isFailed =
    lastLesson &&
    !lastLesson.isAccepted &&
    listAyahs(lastLesson).some((ayah) => !memorisation.memorised.has(ayah));
  const repeated = isFailed ? groupSorted(listAyahs(lastLesson).filter((ayah) => planAyahs.has(ayah))) : [];
  const buildNextLesson = () =>
    groupConsecutive(naiveLessons(listRemainingPieces(plan, memorisation.memorised), plan)[0] ?? []);
  const isRevision = isActive(plan, day) && plan.revisionDays.includes(weekday(day));
  const near = isRevision ? nearAyahs(plan, earlier, day) : [];
  const { lessons, planned } = plannedBefore(plan, earlier, day);
  const isAccepted = (ayahs: readonly number[]) => ayahs.every((ayah) => accepted.has(ayah));
  const accepted = new Set(
    earlier.filter((event) => event.kind === 'declared' || isLesson(event)).flatMap(listAyahs),
  );
  const missing = planned.filter(({ ayahs }) => !isAccepted(ayahs)).length;
  return {
    new:
      isActive(plan, day) && plan.newDays.includes(weekday(day))
        ? repeated.length > 0
          ? repeated
          : buildNextLesson()
        : [],
    near: groupSorted(near),
    far: isRevision ? farLines(plan, memorisation, day, [...near, ...skipped]) : [],
    behind_days: missing - lessons.slice(planned.length).filter(isAccepted).length,
  };
}

/** Planned and accepted pages of each week, from the first Sunday with one of them. */
export function naiveProgress(plans: readonly NaivePlan[], events: readonly HifzEvent[], today: number) {
  const planned = plans.flatMap((plan) => plannedBefore(plan, events, today + 1).planned);
  const accepted = listFirstAccepted(events).filter(({ day, ayahs }) => day <= today && ayahs.length > 0);
  const weekOf = (day: number) => day - weekday(day);
  const first = Math.min(...[...planned, ...accepted].map(({ day }) => weekOf(day)));
  if (first === Infinity) return [];
  return range(0, (weekOf(today) - first) / 7).map((index) => {
    const week = first + 7 * index;
    const countPages = (days: typeof planned) =>
      sumPages(days.filter(({ day }) => weekOf(day) === week).flatMap(({ ayahs }) => ayahs));
    return { week, planned_pages: countPages(planned), heard_pages: countPages(accepted) };
  });
}
