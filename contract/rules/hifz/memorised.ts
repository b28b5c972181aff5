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

/** A recitation before a teacher: a sard, or a daily record that is not tilawa. */
export interface Recitation {
  /** Day number (see days.ts). */
  day: number;
  isNew: boolean;
  /** True for an accepted new record. Its spans then count as memorised. */
  isLesson: boolean;
  isRepeat: boolean;
  spans: readonly Span[];
  /** Weights of the fault kinds. A fault without an ayah is shared by all pages of the recitation. */
  faults: readonly { ayah: number | null; weight: number }[];
  /** Only for a sard, which counts only for ayahs that were memorised on its day. */
  sard?: { fromJuz: number; toJuz: number; isPassed: boolean };
}

/** A span that the student had memorised before `day`. Strength is 1 (weak) to 5. */
export interface DeclaredSpan extends Span {
  day: number;
  strength: number;
}

export interface History {
  recitations: readonly Recitation[];
  declared: readonly DeclaredSpan[];
}

export interface PageRecitation {
  day: number;
  faults: number;
  isRepeat: boolean;
}

export interface Memorisation {
  /** The index is the ayah's number; 1 means memorised. */
  memorised: Uint8Array;
  lastHeard: Int32Array;
  /** The index is the page number. A page has its last two recitations, newest first. */
  recitations: readonly (readonly PageRecitation[])[];
}

const never = -1;
const noRecitations: readonly PageRecitation[] = [];
const noFaults = () => 0;

interface DeclaredRecitation extends Recitation {
  faultsOfPage: number;
}

type RecitationOrDeclaration = Recitation | DeclaredRecitation;

/** A declared span counts as a recitation on its day, with 5 − strength faults per page. */
export function computeMemorisation(history: History): Memorisation {
  const memorised = createAyahMarks();
  const lastHeard = createAyahNumbers(never);
  const recitations = sortByDay(history);
  /** Maps the index of a sard to its ayahs that were memorised on its day. */
  const sardSpans = new Map<number, readonly Span[]>();
  const newest = new Int32Array(pageCount + 1).fill(never);
  const older = new Int32Array(pageCount + 1).fill(never);
  for (let index = 0; index < recitations.length; index += 1) {
    const recitation = recitations[index] as RecitationOrDeclaration;
    let spans = recitation.spans;
    if (recitation.sard) {
      spans = spans.flatMap((span) => spansWhere(span, memorised, true));
      sardSpans.set(index, spans);
    }
    if (recitation.isLesson) markSpans(memorised, spans);
    for (const { from, to } of spans) {
      lastHeard.fill(recitation.day, from, to + 1);
      const last = pageOfAyah(to);
      for (let page = pageOfAyah(from); page <= last; page += 1) {
        const lastIndex = newest[page] ?? never;
        // Two ranges of one recitation on the same page count once.
        if (lastIndex === index) continue;
        older[page] = lastIndex;
        newest[page] = index;
      }
    }
  }
  const getFaultCounter = (index: number, recitation: RecitationOrDeclaration) =>
    'faultsOfPage' in recitation
      ? () => recitation.faultsOfPage
      : faultsByPage(sardSpans.get(index) ?? recitation.spans, recitation.faults);
  return {
    memorised,
    lastHeard,
    recitations: lastTwoRecitations(getFaultCounter, recitations, { newest, older }),
  };
}

function sortByDay({ recitations, declared }: History): readonly RecitationOrDeclaration[] {
  if (declared.length === 0) return recitations;
  const declarations: RecitationOrDeclaration[] = declared.map((span) => ({
    day: span.day,
    spans: [span],
    isNew: false,
    isLesson: true,
    isRepeat: false,
    faults: [],
    faultsOfPage: 5 - span.strength,
  }));
  return [...declarations, ...recitations].toSorted((a, b) => a.day - b.day);
}

/** Per page, `newest` has the index of the last recitation, `older` the index of the one before. */
function lastTwoRecitations(
  getFaultCounter: (index: number, recitation: RecitationOrDeclaration) => (page: number) => number,
  recitations: readonly RecitationOrDeclaration[],
  { newest, older }: { newest: Int32Array; older: Int32Array },
): (readonly PageRecitation[])[] {
  const counters: (((page: number) => number) | null)[] = recitations.map(() => null);
  const recitationOn = (page: number, index = never): PageRecitation | null => {
    const recitation = recitations[index];
    if (!recitation) return null;
    const countFaults = (counters[index] ??= getFaultCounter(index, recitation));
    return { day: recitation.day, faults: countFaults(page), isRepeat: recitation.isRepeat };
  };
  const pages = [noRecitations];
  for (let page = 1; page <= pageCount; page += 1) {
    const last = recitationOn(page, newest[page]);
    const previous = recitationOn(page, older[page]);
    pages.push(last && previous ? [last, previous] : last ? [last] : noRecitations);
  }
  return pages;
}

export function pagesTouched(spans: readonly Span[]): Set<number> {
  const touched = new Set<number>();
  for (const { from, to } of spans) {
    const last = pageOfAyah(to);
    for (let page = pageOfAyah(from); page <= last; page += 1) touched.add(page);
  }
  return touched;
}

function faultsByPage(spans: readonly Span[], faults: Recitation['faults']): (page: number) => number {
  if (faults.length === 0) return noFaults;
  let faultsWithoutAyah = 0;
  for (const { ayah, weight } of faults) if (ayah === null) faultsWithoutAyah += weight;
  const faultsPerPage =
    faultsWithoutAyah === 0 ? 0 : faultsWithoutAyah / Math.max(pagesTouched(spans).size, 1);
  return (page) => {
    let faultsOnPage = 0;
    for (const { ayah, weight } of faults)
      if (ayah !== null && pageOfAyah(ayah) === page) faultsOnPage += weight;
    return faultsPerPage + faultsOnPage;
  };
}

/** 0 not fully memorised, 1 fresh, 2 due, 3 overdue, 4 weak. */
export type PageState = 0 | 1 | 2 | 3 | 4;

export interface MapPage {
  state: PageState;
  share: number;
  /** Day number of the latest recitation of the ayah that was recited longest ago. Null without one. */
  lastHeard: number | null;
  faults: number;
}

export interface HifzMap {
  pages: MapPage[];
  /** All 30 juz. A due or weak page belongs to the juz in which it begins. */
  juz: { memorised: number; due: number; weak: number }[];
  memorisedPages: number;
}

/** Days. For students without a plan. */
export const defaultCycle = 30;
/** A page with more weighted faults is weak. */
const maxStrongFaults = 2;
/** A page is fresh in this share of its cycle. */
const freshShare = 0.7;

/** The share is 0 to 1, measured in letters. */
export const memorisedShare = (span: Span, memorised: Uint8Array): number =>
  markedLetters(span, memorised) / spanLetters(span);

export const juzShares = (memorised: Uint8Array): number[] =>
  Array.from({ length: juzCount }, (_, index) => memorisedShare(juzSpan(index + 1), memorised));

/** The cycle is in days. Source: hifz.md, "State of a page". */
export function buildMapPage(memorisation: Memorisation, page: number, day: number, cycle: number): MapPage {
  const { memorised, lastHeard, recitations } = memorisation;
  const span = pageSpan(page);
  const share = memorisedShare(span, memorised);
  const last = recitations[page]?.[0];
  const oldest = oldestRecitationDay(span, memorised, lastHeard);
  const state = share < 1 || oldest === null ? 0 : pageState(last, day - oldest, cycle);
  return { state, share, lastHeard: oldest, faults: share > 0 && last ? last.faults : 0 };
}

function pageState(last: PageRecitation | undefined, days: number, cycle: number): PageState {
  if (last && (last.isRepeat || last.faults > maxStrongFaults)) return 4;
  return days <= freshShare * cycle ? 1 : days <= cycle ? 2 : 3;
}

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

export function countMemorisedPages(memorised: Uint8Array): number {
  let sum = 0;
  for (let page = 1; page <= pageCount; page += 1) sum += memorisedShare(pageSpan(page), memorised);
  return sum;
}

function oldestRecitationDay(
  { from, to }: Span,
  memorised: Uint8Array,
  lastHeard: Int32Array,
): number | null {
  let oldest: number | null = null;
  for (let ayah = from; ayah <= to; ayah += 1) {
    if (memorised[ayah] !== 1) continue;
    const day = lastHeard[ayah] ?? never;
    if (oldest === null || day < oldest) oldest = day;
  }
  return oldest;
}
