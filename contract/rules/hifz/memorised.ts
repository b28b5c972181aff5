import { juzCount, pageCount } from '../mushaf';
import {
  createAyahNumbers,
  juzSpan,
  pageSpan,
  juzOfAyah,
  spanLetters,
  markSpans,
  markedLetters,
  createAyahMarks,
  pageOfAyah,
  sumSpanPages,
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
export interface DeclaredSpan extends Span {
  day: number;
  strength: number;
}

/** What is known of a student's memorisation, the hearings by day. */
export interface History {
  hearings: readonly Hearing[];
  declared: readonly DeclaredSpan[];
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
const noHearings: readonly PageHearing[] = [];
const noFaults = () => 0;

/** A declared range, as something that was heard. */
interface DeclaredHearing extends Hearing {
  /** Weighted faults on each page. */
  faultsOfPage: number;
}

type HearingOrDeclaration = Hearing | DeclaredHearing;

/**
 * What follows from a history (hifz.md, "What is memorised"): accepted new ranges and declared ones are memorised; the
 * pages of a declared range count as heard on its day with 5 − strength weighted faults each.
 */
export function computeMemorisation(history: History): Memorisation {
  const memorised = createAyahMarks();
  const lastHeard = createAyahNumbers(never);
  const hearings = sortByDay(history);
  /** Of a sard: what of its juz was memorised. */
  const sardSpans = new Map<number, readonly Span[]>();
  const newest = new Int32Array(pageCount + 1).fill(never);
  const older = new Int32Array(pageCount + 1).fill(never);
  for (let index = 0; index < hearings.length; index += 1) {
    const hearing = hearings[index] as HearingOrDeclaration;
    let spans = hearing.spans;
    if (hearing.sard) {
      spans = spans.flatMap((span) => spansWhere(span, memorised, true));
      sardSpans.set(index, spans);
    }
    if (hearing.isLesson) markSpans(memorised, spans);
    for (const { from, to } of spans) {
      lastHeard.fill(hearing.day, from, to + 1);
      const last = pageOfAyah(to);
      for (let page = pageOfAyah(from); page <= last; page += 1) {
        const lastIndex = newest[page] ?? never;
        // A page on which two ranges of a hearing lie is heard once.
        if (lastIndex === index) continue;
        older[page] = lastIndex;
        newest[page] = index;
      }
    }
  }
  const getFaultCounter = (index: number, hearing: HearingOrDeclaration) =>
    'faultsOfPage' in hearing
      ? () => hearing.faultsOfPage
      : faultsByPage(sardSpans.get(index) ?? hearing.spans, hearing.faults);
  return { memorised, lastHeard, hearings: lastTwoHearings(getFaultCounter, hearings, { newest, older }) };
}

/** A declaration goes before what was heard on its day. */
function sortByDay({ hearings, declared }: History): readonly HearingOrDeclaration[] {
  if (declared.length === 0) return hearings;
  const all: HearingOrDeclaration[] = declared.map((span) => ({
    day: span.day,
    spans: [span],
    isNew: false,
    isLesson: true,
    isRepeat: false,
    faults: [],
    faultsOfPage: 5 - span.strength,
  }));
  return [...all, ...hearings].toSorted((a, b) => a.day - b.day);
}

/** @param newest the place of the last hearing of each page, `older` of the one before it */
function lastTwoHearings(
  getFaultCounter: (index: number, hearing: HearingOrDeclaration) => (page: number) => number,
  hearings: readonly HearingOrDeclaration[],
  { newest, older }: { newest: Int32Array; older: Int32Array },
): (readonly PageHearing[])[] {
  const counters: (((page: number) => number) | null)[] = hearings.map(() => null);
  const hearingOn = (page: number, index = never): PageHearing | null => {
    const hearing = hearings[index];
    if (!hearing) return null;
    const countFaults = (counters[index] ??= getFaultCounter(index, hearing));
    return { day: hearing.day, faults: countFaults(page), isRepeat: hearing.isRepeat };
  };
  const pages = [noHearings];
  for (let page = 1; page <= pageCount; page += 1) {
    const last = hearingOn(page, newest[page]);
    const before = hearingOn(page, older[page]);
    pages.push(last && before ? [last, before] : last ? [last] : noHearings);
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
  if (faults.length === 0) return noFaults;
  let others = 0;
  for (const { ayah, weight } of faults) if (ayah === null) others += weight;
  const faultsPerPage = others === 0 ? 0 : others / Math.max(pagesTouched(spans).size, 1);
  return (page) => {
    let faultsOnPage = 0;
    for (const { ayah, weight } of faults)
      if (ayah !== null && pageOfAyah(ayah) === page) faultsOnPage += weight;
    return faultsPerPage + faultsOnPage;
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
const maxStrongFaults = 2;
const freshShare = 0.7;

/** The memorised part of a page or juz, by letters, 0 to 1. */
export const memorisedShare = (span: Span, memorised: Uint8Array): number =>
  markedLetters(span, memorised) / spanLetters(span);

/** The memorised part of each of the 30 juz, by letters, 0 to 1. */
export const juzShares = (memorised: Uint8Array): number[] =>
  Array.from({ length: juzCount }, (_, index) => memorisedShare(juzSpan(index + 1), memorised));

/** A page of the map on a day; hifz.md, "State of a page". @param cycle in days */
export function buildMapPage(memorisation: Memorisation, page: number, day: number, cycle: number): MapPage {
  const { memorised, lastHeard, hearings } = memorisation;
  const span = pageSpan(page);
  const share = memorisedShare(span, memorised);
  const last = hearings[page]?.[0];
  const oldest = oldestHearingDay(span, memorised, lastHeard);
  const state = share < 1 || oldest === null ? 0 : pageState(last, day - oldest, cycle);
  return { state, share, lastHeard: oldest, faults: share > 0 && last ? last.faults : 0 };
}

/** Of a page that is wholly memorised. @param days since it was heard */
function pageState(last: PageHearing | undefined, days: number, cycle: number): PageState {
  if (last && (last.isRepeat || last.faults > maxStrongFaults)) return 4;
  return days <= freshShare * cycle ? 1 : days <= cycle ? 2 : 3;
}

/** The map of a student on a day. @param cycle in days, of his plan */
export function buildHifzMap(memorisation: Memorisation, day: number, cycle = defaultCycle): HifzMap {
  const pages = Array.from({ length: pageCount }, (_, index) =>
    buildMapPage(memorisation, index + 1, day, cycle),
  );
  const juz = Array.from({ length: juzCount }, (_, index) => ({
    memorised: sumSpanPages(spansWhere(juzSpan(index + 1), memorisation.memorised, true)),
    due: 0,
    weak: 0,
  }));
  for (const [index, { state }] of pages.entries()) {
    const juzEntry = juz[juzOfAyah(pageSpan(index + 1).from) - 1];
    if (juzEntry && (state === 2 || state === 3)) juzEntry.due += 1;
    if (juzEntry && state === 4) juzEntry.weak += 1;
  }
  return { pages, juz, memorisedPages: pages.reduce((sum, { share }) => sum + share, 0) };
}

/** Memorised pages, by letters. */
export function countMemorisedPages(memorised: Uint8Array): number {
  let sum = 0;
  for (let page = 1; page <= pageCount; page += 1) sum += memorisedShare(pageSpan(page), memorised);
  return sum;
}

function oldestHearingDay({ from, to }: Span, memorised: Uint8Array, lastHeard: Int32Array): number | null {
  let oldest: number | null = null;
  for (let ayah = from; ayah <= to; ayah += 1) {
    if (memorised[ayah] !== 1) continue;
    const day = lastHeard[ayah] ?? never;
    if (oldest === null || day < oldest) oldest = day;
  }
  return oldest;
}
