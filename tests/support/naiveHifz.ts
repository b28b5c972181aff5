import { ayahsOfRubs, lettersOfAyahs } from '../../contract/rules/hifz/letterData';
import { ayahsOfHizb, ayahsOfPages, ayahsOfSurahs } from '../../contract/rules/mushafData';

/*
 * Memorisation worked out once more, slowly and ayah by ayah, as hifz.md says it. It shares the tables of the mushaf with
 * the rules of the server, and nothing else: neither spans nor marks, no order that is kept, no query of theirs.
 */

const lettersOf = (ayah: number) => lettersOfAyahs[ayah - 1] ?? 0;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The ayahs of each part, from part 1 on. */
function parts(lengths: readonly number[]): number[][] {
  let last = 0;
  return lengths.map((length) => {
    last += length;
    return range(last - length + 1, last);
  });
}
const pages = parts(ayahsOfPages);
const rubs = parts(ayahsOfRubs);
const surahs = parts(ayahsOfSurahs);
const hizbs = parts(ayahsOfHizb);
const juz = range(0, 29).map((place) => [...(hizbs[2 * place] ?? []), ...(hizbs[2 * place + 1] ?? [])]);
/** The number of the part in which each ayah stands. */
const numbers = (of: readonly number[][]) =>
  new Map(of.flatMap((ayahs, place) => ayahs.map((ayah) => [ayah, place + 1])));
const pageOf = numbers(pages);
const juzOf = numbers(juz);
const lettersOfPage = pages.map((ayahs) => sum(ayahs.map(lettersOf)));

/** How far into the mushaf each ayah ends, in parts that are divided by letters. */
function places(of: readonly number[][]): Map<number, number> {
  const ends = new Map([[0, 0]]);
  for (const [place, ayahs] of of.entries()) {
    let before = 0;
    const all = sum(ayahs.map(lettersOf));
    for (const ayah of ayahs) ends.set(ayah, place + (before += lettersOf(ayah)) / all);
  }
  return ends;
}
const inPages = places(pages);
const inRubs = places(rubs);
/** Pages of ayahs, by letters. */
export const pagesOfAyahs = (ayahs: Iterable<number>) =>
  sum([...ayahs].map((ayah) => lettersOf(ayah) / (lettersOfPage[(pageOf.get(ayah) ?? 0) - 1] ?? 0)));

export const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const weekday = (day: number) => new Date(day * 86_400_000).getUTCDay();

/** Something heard or declared, with the ayahs in the order in which they were recited. */
export interface Happening {
  day: number;
  what: 'declared' | 'new' | 'near' | 'far' | 'sard';
  isAccepted: boolean;
  ranges: [from: number, to: number][];
  /** Weighted, on an ayah or on none. */
  faults: { ayah: number | null; weight: number }[];
  /** Of what was declared. */
  strength: number;
}

export const ayahsOf = ({ ranges }: Pick<Happening, 'ranges'>) =>
  ranges.flatMap(([from, to]) => range(from, to));
export const ayahsOfJuzs = (from: number, to: number) => juz.slice(from - 1, to).flat();
const pagesOf = (ayahs: readonly number[]) => [...new Set(ayahs.map((ayah) => pageOf.get(ayah) ?? 0))];

/** The memorisation after these happenings, in their order. */
function knowledge(all: readonly Happening[]) {
  const memorised = new Set<number>();
  const heardOn = new Map<number, number>();
  const hearings = new Map<number, { faults: number; isRepeat: boolean }[]>();
  for (const one of all) {
    const isKept = one.what === 'declared' || (one.what === 'new' && one.isAccepted);
    const ayahs = one.what === 'sard' ? ayahsOf(one).filter((ayah) => memorised.has(ayah)) : ayahsOf(one);
    const touched = pagesOf(ayahs);
    const unplaced = sum(one.faults.filter(({ ayah }) => ayah === null).map(({ weight }) => weight));
    for (const page of touched) {
      const placed = one.faults.filter(({ ayah }) => ayah !== null && pageOf.get(ayah) === page);
      const faults =
        one.what === 'declared'
          ? 5 - one.strength
          : unplaced / touched.length + sum(placed.map(({ weight }) => weight));
      hearings.set(page, [{ faults, isRepeat: !one.isAccepted }, ...(hearings.get(page) ?? []).slice(0, 1)]);
    }
    for (const ayah of ayahs) {
      heardOn.set(ayah, one.day);
      if (isKept) memorised.add(ayah);
    }
  }
  return { memorised, heardOn, hearings };
}
type Memorisation = ReturnType<typeof knowledge>;

function pageFacts({ memorised, heardOn, hearings }: Memorisation, page: number) {
  const ayahs = (pages[page - 1] ?? []).filter((ayah) => memorised.has(ayah));
  const share = sum(ayahs.map(lettersOf)) / (lettersOfPage[page - 1] ?? 0);
  const lastHeard = ayahs.length > 0 ? Math.min(...ayahs.map((ayah) => heardOn.get(ayah) ?? 0)) : null;
  const [last, older] = hearings.get(page) ?? [];
  return { page, ayahs, share, lastHeard, last, older };
}
const allPages = (memorisation: Memorisation) => range(1, 604).map((page) => pageFacts(memorisation, page));

/** The map of a day. @param cycle in days */
export function naiveMap(all: readonly Happening[], today: number, cycle: number) {
  const memorisation = knowledge(all);
  const cells = allPages(memorisation).map(({ page, share, lastHeard, last }) => {
    const days = lastHeard === null ? 0 : today - lastHeard;
    const isWeak = last !== undefined && (last.isRepeat || last.faults > 2);
    const byAge = days <= 0.7 * cycle ? 1 : days <= cycle ? 2 : 3;
    const state = share < 1 ? 0 : isWeak ? 4 : byAge;
    return { page, state, share, lastHeard, faults: share > 0 ? (last?.faults ?? 0) : 0 };
  });
  return {
    pages: cells.map(({ page: _page, ...cell }) => cell),
    juz: juz.map((ayahs, place) => {
      const begun = cells.filter(({ page }) => juzOf.get(pages[page - 1]?.[0] ?? 0) === place + 1);
      return {
        memorised: pagesOfAyahs(ayahs.filter((ayah) => memorisation.memorised.has(ayah))),
        due: begun.filter(({ state }) => state === 2 || state === 3).length,
        weak: begun.filter(({ state }) => state === 4).length,
      };
    }),
    memorised_pages: pagesOfAyahs(memorisation.memorised),
  };
}

/** The memorised part of each juz, by letters. */
export function naiveShares(all: readonly Happening[]): number[] {
  const { memorised } = knowledge(all);
  return juz.map(
    (ayahs) => sum(ayahs.filter((one) => memorised.has(one)).map(lettersOf)) / sum(ayahs.map(lettersOf)),
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

const isIn = ({ begin, end }: NaivePlan, day: number) => begin <= day && (end === null || day <= end);

/** The stretches through which a plan leads, from its start. */
function stretches({ direction, ranges, start }: NaivePlan): number[][] {
  const all: Record<string, number[][]> = {
    from_baqarah: [range(1, 6236)],
    from_nas: surahs.toReversed(),
    juz_descending: juz.toReversed(),
    ranges: ranges.map(([from, to]) => range(from, to)),
  };
  const ordered = all[direction] ?? [];
  const first = ordered.findIndex((ayahs) => ayahs.includes(start));
  return ordered.slice(first).map((ayahs, at) => (at === 0 ? ayahs.filter((ayah) => ayah >= start) : ayahs));
}

/** Consecutive ayahs, in the order of the list. */
function runs(ayahs: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const ayah of ayahs)
    if (groups.at(-1)?.at(-1) === ayah - 1) groups.at(-1)?.push(ayah);
    else groups.push([ayah]);
  return groups;
}
const inOrder = (ayahs: Iterable<number>) => runs([...new Set(ayahs)].toSorted((a, b) => a - b));

/** What a plan has still to lead through, in pieces without a gap; each ayah once. */
function piecesLeft(plan: NaivePlan, memorised: ReadonlySet<number>): number[][] {
  const done = new Set(memorised);
  return stretches(plan).flatMap((ayahs) => {
    const remaining = ayahs.filter((ayah) => !done.has(ayah));
    for (const ayah of remaining) done.add(ayah);
    return runs(remaining);
  });
}

/** The lessons through these pieces. A beginning within 0.15 of a half page, or of a rub, is taken for it. */
function naiveLessons(pieces: readonly number[][], { unit, value }: NaivePlan): number[][] {
  const steps = { page: 2, half: 1, rub: 1, ayah: 1 }[unit];
  const placeOf = (ayah: number) =>
    unit === 'ayah'
      ? ayah
      : unit === 'rub'
        ? (inRubs.get(ayah) ?? 0)
        : (inPages.get(ayah) ?? 0) * (unit === 'half' ? 2 : 1);
  const rest = pieces.map((piece) => [...piece]);
  const lessons: number[][] = [];
  while (rest.length > 0) {
    const lesson: number[] = [];
    let remaining = value;
    while (rest[0] && (lesson.length === 0 || remaining > 0)) {
      const [piece] = rest;
      const before = (piece[0] ?? 0) - 1;
      const even = Math.round(placeOf(before) * steps) / steps;
      const target = (Math.abs(placeOf(before) - even) <= 0.15 ? even : placeOf(before)) + remaining;
      const rub = unit === 'rub' ? rubs[Math.round(target) - 1]?.at(-1) : undefined;
      let end = before;
      for (const ayah of piece) {
        if (Math.abs(placeOf(ayah) - target) > Math.abs(placeOf(end) - target)) break;
        end = ayah;
      }
      if (rub !== undefined && rub > before && rub <= (piece.at(-1) ?? 0)) end = rub;
      if (end === before && lesson.length > 0) break;
      const ayahs = piece.splice(0, Math.max(end - before, 1));
      lesson.push(...ayahs);
      remaining -= placeOf(ayahs.at(-1) ?? 0) - placeOf(before);
      if (piece.length > 0) break;
      rest.shift();
    }
    lessons.push(lesson);
  }
  return lessons;
}

const isLesson = ({ what, isAccepted }: Happening) => what === 'new' && isAccepted;

function nearAyahs({ near }: NaivePlan, before: readonly Happening[], day: number): number[] {
  const newest = before.filter(isLesson).toReversed();
  if (near.unit === 'lessons') return newest.slice(0, near.value).flatMap(ayahsOf);
  if (near.unit === 'days') return newest.filter((one) => day - one.day <= near.value).flatMap(ayahsOf);
  const ayahs = new Set<number>();
  for (const [from, to] of newest.flatMap(({ ranges }) => ranges.toReversed()))
    if (pagesOfAyahs(ayahs) < near.value - 1e-9) for (const ayah of range(from, to)) ayahs.add(ayah);
  return [...ayahs];
}

function farLines(plan: NaivePlan, memorisation: Memorisation, day: number, without: readonly number[]) {
  const aDay = (days: number) => (days * plan.revisionDays.length * 0.8) / 7;
  const all = pagesOfAyahs(memorisation.memorised);
  const isAny = memorisation.memorised.size > 0 && plan.revisionDays.length > 0;
  const cap = plan.cap ?? (isAny ? Math.ceil((1.3 * all) / aDay(plan.cycle) - 1e-9) : 0);
  const cycle = Math.max(plan.cycle, isAny ? Math.ceil((1.3 * all) / aDay(cap) - 1e-9) : 0);
  const excluded = pagesOf(without);
  const candidates = allPages(memorisation)
    .filter(({ page, lastHeard }) => !excluded.includes(page) && lastHeard !== null && lastHeard < day)
    .map((cell) => {
      const days = day - (cell.lastHeard ?? 0);
      const ofTwo = (cell.last?.faults ?? 0) + (cell.older?.faults ?? 0);
      return { ...cell, days, rank: days >= cycle ? 1_000_000 + days : (days / cycle) * (1 + ofTwo) };
    })
    .toSorted((a, b) => b.rank - a.rank || a.page - b.page);
  const chosen: typeof candidates = [];
  for (const cell of candidates) {
    if (chosen.length > 0 && sum([...chosen, cell].map(({ share }) => share)) > cap + 1e-9) break;
    chosen.push(cell);
  }
  const of = (ayah: number) => chosen.findIndex(({ ayahs }) => ayahs.includes(ayah));
  const lines = inOrder(chosen.flatMap(({ ayahs }) => ayahs)).map((ayahs) => {
    const ranks = [...new Set(ayahs.map(of))];
    const cells = ranks.map((rank) => chosen[rank]).filter((cell) => cell !== undefined);
    // The faults of a page that lies in several pieces are told with the first one.
    const own = cells.filter((cell) => ayahs.includes(cell.ayahs[0] ?? 0));
    const faults = sum(own.map(({ last }) => last?.faults ?? 0));
    const lastHeard = Math.min(...cells.map((cell) => cell.lastHeard ?? 0));
    return { ayahs, rank: Math.min(...ranks), lastHeard, faults };
  });
  return cap > 0 ? lines.toSorted((a, b) => a.rank - b.rank) : [];
}

/** Lessons that are planned before a day, with their days. */
function plannedBefore(plan: NaivePlan, all: readonly Happening[], day: number) {
  const before = all.filter((one) => one.what === 'declared' || (isLesson(one) && one.day < plan.begin));
  const lessons = naiveLessons(piecesLeft(plan, new Set(before.flatMap(ayahsOf))), plan);
  const days = range(plan.begin, day - 1).filter(
    (one) => isIn(plan, one) && plan.newDays.includes(weekday(one)),
  );
  return {
    lessons,
    planned: days.slice(0, lessons.length).map((one, at) => ({ day: one, ayahs: lessons[at] ?? [] })),
  };
}

/** What was accepted for the first time, by day. */
function firstAccepted(all: readonly Happening[]) {
  const earlier = new Set(all.filter(({ what }) => what === 'declared').flatMap(ayahsOf));
  return all.filter(isLesson).map((one) => {
    const ayahs = [...new Set(ayahsOf(one))].filter((ayah) => !earlier.has(ayah));
    for (const ayah of ayahs) earlier.add(ayah);
    return { day: one.day, ayahs };
  });
}

/** The task of a day, from all that is known of the student; ayahs instead of ranges. */
export function naiveTask(plan: NaivePlan, everything: readonly Happening[], day: number, skipped: number[]) {
  const before = everything.filter((one) => (one.what === 'declared' ? one.day <= day : one.day < day));
  const memorisation = knowledge(before);
  const through = new Set(stretches(plan).flat());
  const last = before.filter(({ what, day: on }) => what === 'new' && on >= plan.begin).at(-1);
  const isFailed =
    last && !last.isAccepted && ayahsOf(last).some((ayah) => !memorisation.memorised.has(ayah));
  const again = isFailed ? inOrder(ayahsOf(last).filter((ayah) => through.has(ayah))) : [];
  const next = () => runs(naiveLessons(piecesLeft(plan, memorisation.memorised), plan)[0] ?? []);
  const isRevision = isIn(plan, day) && plan.revisionDays.includes(weekday(day));
  const near = isRevision ? nearAyahs(plan, before, day) : [];
  const { lessons, planned } = plannedBefore(plan, before, day);
  const isAccepted = (ayahs: readonly number[]) => ayahs.every((ayah) => accepted.has(ayah));
  const accepted = new Set(before.filter((one) => one.what === 'declared' || isLesson(one)).flatMap(ayahsOf));
  const missing = planned.filter(({ ayahs }) => !isAccepted(ayahs)).length;
  return {
    new: isIn(plan, day) && plan.newDays.includes(weekday(day)) ? (again.length > 0 ? again : next()) : [],
    near: inOrder(near),
    far: isRevision ? farLines(plan, memorisation, day, [...near, ...skipped]) : [],
    behind_days: missing - lessons.slice(planned.length).filter(isAccepted).length,
  };
}

/** Planned and accepted pages by week, from the first Sunday with either to that of today. */
export function naiveProgress(plans: readonly NaivePlan[], all: readonly Happening[], today: number) {
  const planned = plans.flatMap((plan) => plannedBefore(plan, all, today + 1).planned);
  const accepted = firstAccepted(all).filter(({ day, ayahs }) => day <= today && ayahs.length > 0);
  const weekOf = (day: number) => day - weekday(day);
  const first = Math.min(...[...planned, ...accepted].map(({ day }) => weekOf(day)));
  if (first === Infinity) return [];
  return range(0, (weekOf(today) - first) / 7).map((at) => {
    const week = first + 7 * at;
    const pagesIn = (days: typeof planned) =>
      pagesOfAyahs(days.filter(({ day }) => weekOf(day) === week).flatMap(({ ayahs }) => ayahs));
    return { week, planned_pages: pagesIn(planned), heard_pages: pagesIn(accepted) };
  });
}
