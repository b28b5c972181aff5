import { juzCount, pageCount } from '../mushaf';
import {
  ayahNumbers,
  ayahsOfJuz,
  ayahsOfPage,
  juzOfAyah,
  lettersOf,
  mark,
  markedLettersOf,
  noAyahs,
  pageOfAyah,
  pagesOfSpans,
  type Span,
  spansWhere,
} from './spans';

/** Something that a student recited before a teacher: a daily record of a kind but tilawa, or a sard. */
export interface Hearing {
  /** As a number of days. */
  day: number;
  /** A record of the kind `new`. */
  isNew: boolean;
  /** It makes what was recited memorised: a new record that was accepted. */
  isLesson: boolean;
  /** It is to be recited again. */
  isRepeat: boolean;
  spans: readonly Span[];
  /** Weighted; one without an ayah (null) belongs to all pages of the hearing alike. */
  faults: readonly { ayah: number | null; weight: number }[];
  /** Of a test of whole juz: which, and how it ended. Of its juz only what is memorised then was heard. */
  sard?: { fromJuz: number; toJuz: number; isPassed: boolean };
}

/** A span that was memorised before, as somebody declared on a day; strength 1 (weak) to 5. */
export interface Declared extends Span {
  day: number;
  strength: number;
}

/** What is known of a student's memorisation, the hearings by day. */
export interface History {
  hearings: readonly Hearing[];
  declared: readonly Declared[];
}

/** A hearing of one page. */
export interface PageHearing {
  day: number;
  /** Weighted faults on the page. */
  faults: number;
  isRepeat: boolean;
}

/** What a student has memorised, and when it was heard. */
export interface Memorisation {
  /** A mark for each ayah. */
  memorised: Uint8Array;
  /** The day on which each ayah was last heard. */
  lastHeard: Int32Array;
  /** The last two hearings of each page, the newest first; at the place of the page's number. */
  hearings: readonly (readonly PageHearing[])[];
}

const never = -1;
/** Of a page that was not heard. */
const notHeard: readonly PageHearing[] = [];
const withoutFaults = () => 0;

/** A declared range, as something that was heard. */
interface DeclaredOnce extends Hearing {
  /** Weighted faults on each page. */
  faultsOfPage: number;
}

type Heard = Hearing | DeclaredOnce;

/**
 * What follows from a history (hifz.md, "What is memorised"): accepted new ranges and declared ones are memorised; the
 * pages of a declared range count as heard on its day with 5 − strength weighted faults each.
 */
export function memorisationOf(history: History): Memorisation {
  const memorised = noAyahs();
  const lastHeard = ayahNumbers(never);
  const all = inTheirOrder(history);
  /** Of a sard: what of its juz was memorised. */
  const recited = new Map<number, readonly Span[]>();
  const newest = new Int32Array(pageCount + 1).fill(never);
  const older = new Int32Array(pageCount + 1).fill(never);
  for (let place = 0; place < all.length; place += 1) {
    const heard = all[place] as Heard;
    let spans = heard.spans;
    if (heard.sard) {
      spans = spans.flatMap((span) => spansWhere(span, memorised, true));
      recited.set(place, spans);
    }
    if (heard.isLesson) mark(memorised, spans);
    for (const { from, to } of spans) {
      lastHeard.fill(heard.day, from, to + 1);
      const last = pageOfAyah(to);
      for (let page = pageOfAyah(from); page <= last; page += 1) {
        const known = newest[page] ?? never;
        // A page on which two ranges of a hearing lie is heard once.
        if (known === place) continue;
        older[page] = known;
        newest[page] = place;
      }
    }
  }
  const faultsOf = (place: number, heard: Heard) =>
    'faultsOfPage' in heard
      ? () => heard.faultsOfPage
      : faultsByPage(recited.get(place) ?? heard.spans, heard.faults);
  return { memorised, lastHeard, hearings: lastTwoOfPages(faultsOf, all, { newest, older }) };
}

/** A declaration goes before what was heard on its day. */
function inTheirOrder({ hearings, declared }: History): readonly Heard[] {
  if (declared.length === 0) return hearings;
  const all: Heard[] = declared.map((one) => ({
    day: one.day,
    spans: [one],
    isNew: false,
    isLesson: true,
    isRepeat: false,
    faults: [],
    faultsOfPage: 5 - one.strength,
  }));
  return [...all, ...hearings].toSorted((a, b) => a.day - b.day);
}

/** @param newest the place of the last hearing of each page, `older` of the one before it */
function lastTwoOfPages(
  faultsOf: (place: number, heard: Heard) => (page: number) => number,
  all: readonly Heard[],
  { newest, older }: { newest: Int32Array; older: Int32Array },
): (readonly PageHearing[])[] {
  const known: (((page: number) => number) | null)[] = all.map(() => null);
  const hearingOn = (page: number, place = never): PageHearing | null => {
    const heard = all[place];
    if (!heard) return null;
    const faults = (known[place] ??= faultsOf(place, heard));
    return { day: heard.day, faults: faults(page), isRepeat: heard.isRepeat };
  };
  const pages = [notHeard];
  for (let page = 1; page <= pageCount; page += 1) {
    const last = hearingOn(page, newest[page]);
    const before = hearingOn(page, older[page]);
    pages.push(last && before ? [last, before] : last ? [last] : notHeard);
  }
  return pages;
}

/** The pages on which spans lie, each once. */
export function pagesTouched(spans: readonly Span[]): Set<number> {
  const touched = new Set<number>();
  for (const { from, to } of spans) {
    const last = pageOfAyah(to);
    for (let page = pageOfAyah(from); page <= last; page += 1) touched.add(page);
  }
  return touched;
}

/** The faults of an ayah count for its page, all others are divided evenly over the pages of the hearing. */
function faultsByPage(spans: readonly Span[], faults: Hearing['faults']): (page: number) => number {
  if (faults.length === 0) return withoutFaults;
  let others = 0;
  for (const { ayah, weight } of faults) if (ayah === null) others += weight;
  const each = others === 0 ? 0 : others / Math.max(pagesTouched(spans).size, 1);
  return (page) => {
    let placed = 0;
    for (const { ayah, weight } of faults) if (ayah !== null && pageOfAyah(ayah) === page) placed += weight;
    return each + placed;
  };
}

/** 0 not (wholly) memorised, 1 fresh, 2 due, 3 overdue, 4 weak. */
export type PageState = 0 | 1 | 2 | 3 | 4;

export interface MapPage {
  state: PageState;
  /** The memorised part of the page, by letters, 0 to 1. */
  share: number;
  /** Of the memorised ayah that was not heard for the longest time, as a number of days; null without one. */
  lastHeard: number | null;
  /** Weighted faults of its last hearing. */
  faults: number;
}

export interface HifzMap {
  /** 604. */
  pages: MapPage[];
  /** 30: memorised pages, by letters; and pages that are due or overdue, and weak, by the juz in which they begin. */
  juz: { memorised: number; due: number; weak: number }[];
  /** By letters. */
  memorisedPages: number;
}

/** The cycle of somebody without a plan, in days. */
export const defaultCycle = 30;
/** More weighted faults on a page than this make it weak. */
const weakFrom = 2;
const freshPart = 0.7;

/** The memorised part of a page or juz, by letters, 0 to 1. */
export const shareOf = (span: Span, memorised: Uint8Array): number =>
  markedLettersOf(span, memorised) / lettersOf(span);

/** The memorised part of each of the 30 juz, by letters, 0 to 1. */
export const sharesOfJuz = (memorised: Uint8Array): number[] =>
  Array.from({ length: juzCount }, (_, place) => shareOf(ayahsOfJuz(place + 1), memorised));

/** A page of the map on a day; hifz.md, "State of a page". @param cycle in days */
export function mapPage(known: Memorisation, page: number, day: number, cycle: number): MapPage {
  const { memorised, lastHeard, hearings } = known;
  const span = ayahsOfPage(page);
  const share = shareOf(span, memorised);
  const last = hearings[page]?.[0];
  const oldest = oldestHeard(span, memorised, lastHeard);
  const state = share < 1 || oldest === null ? 0 : stateOf(last, day - oldest, cycle);
  return { state, share, lastHeard: oldest, faults: share > 0 && last ? last.faults : 0 };
}

/** Of a page that is wholly memorised. @param days since it was heard */
function stateOf(last: PageHearing | undefined, days: number, cycle: number): PageState {
  if (last && (last.isRepeat || last.faults > weakFrom)) return 4;
  return days <= freshPart * cycle ? 1 : days <= cycle ? 2 : 3;
}

/** The map of a student on a day. @param cycle in days, of his plan */
export function mapOf(known: Memorisation, day: number, cycle = defaultCycle): HifzMap {
  const pages = Array.from({ length: pageCount }, (_, place) => mapPage(known, place + 1, day, cycle));
  const juz = Array.from({ length: juzCount }, (_, place) => ({
    memorised: pagesOfSpans(spansWhere(ayahsOfJuz(place + 1), known.memorised, true)),
    due: 0,
    weak: 0,
  }));
  for (const [place, { state }] of pages.entries()) {
    const own = juz[juzOfAyah(ayahsOfPage(place + 1).from) - 1];
    if (own && (state === 2 || state === 3)) own.due += 1;
    if (own && state === 4) own.weak += 1;
  }
  return { pages, juz, memorisedPages: pages.reduce((sum, { share }) => sum + share, 0) };
}

/** Memorised pages, by letters. */
export function memorisedPagesOf(memorised: Uint8Array): number {
  let sum = 0;
  for (let page = 1; page <= pageCount; page += 1) sum += shareOf(ayahsOfPage(page), memorised);
  return sum;
}

function oldestHeard({ from, to }: Span, memorised: Uint8Array, lastHeard: Int32Array): number | null {
  let oldest: number | null = null;
  for (let ayah = from; ayah <= to; ayah += 1) {
    if (memorised[ayah] !== 1) continue;
    const heard = lastHeard[ayah] ?? never;
    if (oldest === null || heard < oldest) oldest = heard;
  }
  return oldest;
}
