import type { DailyRecord, AyahRange, RecordFault } from '../../../contract/dailyRecords';
import type { HifzTask } from '../../../contract/hifz/plan';
import { pagesOfRanges, parseAyahRanges } from '../../../contract/rules/mushaf';
import {
  type PerformanceLevel,
  performanceLevels,
  type RecordKind,
  recordKinds,
  type RecordResult,
  recordResults,
} from '../../../contract/vocabulary';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import { recordKey } from '../../dataProvider/outbox/records';
import type { RecitationContent } from '../../dataProvider/teaching';
import type { HeardOne } from '../../features/hearing/TodayRecitations';
import { faultsText, hasFaultOutside, type Judging, judge } from '../../features/hearing/hearing';
import { type OnWay, saysAnything } from '../../features/hearing/recordsOnWay';
import type { HeardContent } from '../../features/hearing/useRecitations';
import { type Draft } from '../../ui/form/drafts';

/** One fault, in the order in which they were counted. */
export interface OneFault {
  kind: string;
  ayah: string | null;
}

/** What a save sends of a student and kind; what is left out stays as it is stored. */
export interface SentRow {
  studentId: string;
  kind: RecordKind;
  performanceLevel: PerformanceLevel | null;
  result: RecordResult;
  faults: RecordFault[];
  version: number;
  ranges?: AyahRange[];
  pagesCount?: null;
  recordContent?: null;
}

/** What is heard of a student in a kind, and not saved yet; kept on the device. */
export interface Heard {
  ranges: readonly AyahRange[];
  faults: readonly OneFault[];
  /** As the teacher decided; null: as the rules propose. */
  level: PerformanceLevel | null;
  result: RecordResult | null;
  /** Of the record that it was begun over. */
  version: number;
  /** It was sent so, and no answer came: the server may have it. */
  lost?: { key: string; row: SentRow };
  /** Something was changed after it was lost. */
  isChanged?: boolean;
  /** What this person had saved, and was on its way, when this was begun over it. */
  over?: OnWay['row'];
  /** A further recitation of the day: its mark in the outbox. */
  again?: string;
  /** What was sent by this mark and not answered: the server may have it. */
  tried?: HeardContent | undefined;
  /** What was written elsewhere of a further recitation, and has no field here. */
  written?: Written | undefined;
  /** Of several recitations, the row number of the one that is corrected. */
  id?: number;
}
type Written = Pick<RecitationContent, 'recordContent' | 'pagesCount' | 'mistakesCount' | 'teacherNotes'>;
/** By `keyOf`. */
export type Hearings = Readonly<Record<string, Heard>>;

export const keyOf = (student: string, kind: RecordKind) => `${kind}:${student}`;

/** The kinds of which a plan has tasks. */
export const taskKinds = ['new', 'near', 'far'] as const;

/** A student on the day. */
export interface Pupil {
  /** The academic number. */
  id: string;
  name: string;
  /** Of each kind, as they will be once what was saved here has arrived. */
  records: Readonly<Partial<Record<RecordKind, DailyRecord>>>;
  /** What was saved here and is on its way. */
  onWay: Readonly<Partial<Record<RecordKind, OnWay>>>;
  /** Null without a plan. */
  task: HifzTask | null;
  isAbsent: boolean;
}

/** Whether a record of this kind is stored, or was saved here. */
export function isHeard({ records, onWay }: Pick<Pupil, 'records' | 'onWay'>, kind: RecordKind): boolean {
  const record = records[kind];
  return record !== undefined && (onWay[kind] ? saysAnything(record) : record.version > 0);
}

export const heardKinds = (pupil: Pick<Pupil, 'records' | 'onWay'>): RecordKind[] =>
  recordKinds.filter((kind) => isHeard(pupil, kind));

/** The ranges of today's task of a kind. */
export const taskRanges = ({ task }: Pick<Pupil, 'task'>, kind: RecordKind): AyahRange[] =>
  kind === 'tilawa' || !task ? [] : task[kind].map(({ from, to }) => ({ from, to }));

/** The kinds of today's task that are not heard yet. */
export const openKinds = (pupil: Pupil): RecordKind[] =>
  taskKinds.filter((kind) => taskRanges(pupil, kind).length > 0 && !isHeard(pupil, kind));

/** Where a student stands in the list. */
export type Place = 'waiting' | 'partly' | 'heard' | 'absent';
export function placeOf(pupil: Pupil): Place {
  if (heardKinds(pupil).length > 0) return openKinds(pupil).length > 0 ? 'partly' : 'heard';
  return pupil.isAbsent ? 'absent' : 'waiting';
}
/** In the order of the list. */
export const places = ['waiting', 'partly', 'heard', 'absent'] as const;

/**
 * The kind to begin with: what was refused and needs the person, then what was heard and is not saved, then the first of
 * the task that is not heard, else what is stored, else the first.
 */
export const kindToHear = (pupil: Pupil, drafts: Hearings): RecordKind =>
  recordKinds.find((kind) => pupil.onWay[kind]?.entry.state === 'refused') ??
  recordKinds.find((kind) => drafts[keyOf(pupil.id, kind)]) ??
  openKinds(pupil)[0] ??
  heardKinds(pupil)[0] ??
  'new';

/** Who comes after a student: first those of whom nothing is heard, then those with something left; null: nobody. */
export function nextPupil(pupils: readonly Pupil[], after: string): Pupil | null {
  const at = pupils.findIndex(({ id }) => id === after);
  const others = [...pupils.slice(at + 1), ...pupils.slice(0, Math.max(at, 0))];
  const firstWith = (wanted: Place) => others.find((one) => placeOf(one) === wanted);
  return firstWith('waiting') ?? firstWith('partly') ?? null;
}

/** The students by name, each with the records of all kinds. */
export function pupilsOf(
  records: readonly DailyRecord[],
  tasks: ReadonlyMap<string, HifzTask | null>,
  absent: ReadonlySet<string>,
  onWay: ReadonlyMap<string, OnWay>,
): Pupil[] {
  const found = new Map<string, Pupil>();
  for (const record of records) {
    const { studentId: id, studentName: name, kind } = record;
    const known = found.get(id) ?? {
      id,
      name,
      records: {},
      onWay: {},
      task: tasks.get(id) ?? null,
      isAbsent: absent.has(id),
    };
    const saved = onWay.get(recordKey(record));
    found.set(id, {
      ...known,
      records: { ...known.records, [kind]: record },
      ...(saved && { onWay: { ...known.onWay, [kind]: saved } }),
    });
  }
  return [...found.values()];
}

/** What the screen begins with: what is stored, else today's task. */
export function begunHearing(pupil: Pupil, kind: RecordKind, judging: Judging): Heard {
  const record = pupil.records[kind];
  const version = record?.version ?? 0;
  if (!record || !isHeard(pupil, kind))
    return { ranges: taskRanges(pupil, kind), faults: [], level: null, result: null, version };
  const over = pupil.onWay[kind]?.row;
  return { ...hearingOf(record, judging), version, ...(over && { over }) };
}

/** A further recitation of the day: nothing of what was heard before stands in it. */
export const furtherHearing = (mark: string): Heard => ({
  ranges: [],
  faults: [],
  level: null,
  result: null,
  version: 0,
  again: mark,
});

/** One of several recitations, to correct it. */
export const correctedHearing = (one: HeardOne, judging: Judging): Heard => ({
  ...hearingOf(one, judging),
  ...(one.id !== null && { id: one.id }),
});

/** A recitation that the server has refused, whole; saved anew it takes the place of the refused one. */
export function refusedHearing({ mark, recitation }: Pick<FurtherRecitation, 'mark' | 'recitation'>): Heard {
  const { ranges = [], faults = [], performanceLevel, result } = recitation;
  const { recordContent, pagesCount, mistakesCount, teacherNotes } = recitation;
  const written = Object.fromEntries(
    Object.entries({ recordContent, pagesCount, mistakesCount, teacherNotes }).filter(
      ([, value]) => (value ?? '') !== '',
    ),
  ) as Written;
  return {
    ...furtherHearing(mark),
    ranges,
    faults: oneByOne(faults),
    level: performanceLevels.find((level) => level === performanceLevel) ?? null,
    result: result ?? null,
    ...(Object.keys(written).length > 0 && { written }),
  };
}

const oneByOne = (faults: readonly RecordFault[]): OneFault[] =>
  faults.flatMap(({ kind, ayah, count }) => Array.from({ length: count }, () => ({ kind, ayah })));

/** What is stored of a recitation; level and result only where they are not as proposed. */
function hearingOf(
  {
    ranges,
    faults,
    version,
    performanceLevel,
    result,
  }: Pick<HeardOne, 'ranges' | 'faults' | 'version' | 'performanceLevel' | 'result'>,
  judging: Judging,
): Heard {
  const begun = { ranges: ranges ?? [], faults: oneByOne(faults ?? []), level: null, result: null, version };
  const proposed = judgedOf(begun, judging);
  return {
    ...begun,
    level: performanceLevel === proposed.performanceLevel ? null : performanceLevel,
    result: result === proposed.result ? null : result,
  };
}

/** What the call for a further recitation, or for one of several, is sent. */
export function contentOf(heard: Heard, judging: Judging) {
  const { mistakesCount, ...written } = heard.written ?? {};
  const faults = countedFaults(heard.faults);
  return {
    ...written,
    // Counted by kind, their number is the sum.
    ...(faults.length === 0 && mistakesCount !== undefined && { mistakesCount }),
    ranges: [...heard.ranges],
    faults,
    ...judgedOf(heard, judging),
  };
}

/** Whether a further recitation says anything yet. */
export const isAnyHeard = ({ ranges, written }: Heard): boolean =>
  ranges.length > 0 || (written?.recordContent ?? '') !== '';

/** Faults of the same kind on the same ayah, counted. */
export function countedFaults(faults: readonly OneFault[]): RecordFault[] {
  const counted = new Map<string, RecordFault>();
  for (const { kind, ayah } of faults) {
    const place = `${kind}@${ayah}`;
    counted.set(place, { kind, ayah, count: (counted.get(place)?.count ?? 0) + 1 });
  }
  return [...counted.values()];
}

export const pagesHeard = ({ ranges, written }: Pick<Heard, 'ranges' | 'written'>): number | null =>
  written?.pagesCount ?? pagesOfRanges(parseAyahRanges(ranges));

/** Level and result: as the teacher decided, else as the rules of the institute propose. */
export function judgedOf(heard: Heard, judging: Judging) {
  const proposed = judge(countedFaults(heard.faults), pagesHeard(heard), judging);
  return {
    performanceLevel: heard.level ?? proposed?.performanceLevel ?? null,
    result: heard.result ?? proposed?.result ?? ('accepted' as const),
  };
}

/** With other ranges; a fault on an ayah outside of them keeps its kind alone, and a text that named others goes. */
export function withRanges(heard: Heard, ranges: readonly AyahRange[]): Heard {
  const now = parseAyahRanges(ranges);
  const faults = heard.faults.map((fault) =>
    hasFaultOutside([{ ...fault, count: 1 }], now) ? { ...fault, ayah: null } : fault,
  );
  const { recordContent, pagesCount: _pages, ...written } = heard.written ?? {};
  const text = heard.ranges.length === 0 && recordContent !== undefined ? { recordContent } : {};
  return { ...heard, ranges, faults, ...(heard.written && { written: { ...written, ...text } }) };
}

/** What a save sends. */
export function rowOf(pupil: Pupil, kind: RecordKind, heard: Heard, judging: Judging): SentRow {
  const stored = pupil.records[kind];
  const { faults, performanceLevel, result } = contentOf(heard, judging);
  return {
    studentId: pupil.id,
    kind,
    performanceLevel,
    result,
    faults,
    version: heard.version,
    ...(areOther(stored, heard) && { ranges: [...heard.ranges], ...textWithRanges(stored, heard) }),
  };
}

type StoredContent = Pick<DailyRecord, 'ranges' | 'recordContent'>;

const areOther = (stored: StoredContent | undefined, { ranges }: Heard): boolean =>
  rangesText(stored?.ranges ?? []) !== rangesText(ranges);

/** With other ranges a text that named those of before would not be true any more, and the pages are counted anew. */
export const textWithRanges = (stored: StoredContent | undefined, heard: Heard) =>
  areOther(stored, heard) ? { pagesCount: null, ...(stored?.recordContent && { recordContent: null }) } : {};

const rangesText = (ranges: readonly AyahRange[]) => ranges.map(({ from, to }) => `${from}-${to}`).join(' ');

/**
 * The version of the record that a hearing is over. What was refused and has not been decided about stays over the record
 * of that time: saved again it is asked about again, instead of going over what somebody else has stored.
 */
export function versionOver({ onWay }: Pick<Pupil, 'onWay'>, kind: RecordKind, heard: Heard): number {
  if (heard.id !== undefined) return heard.version;
  const before = onWay[kind];
  return (before?.entry.state === 'refused' ? before.row.version : undefined) ?? heard.version;
}

/** Whether a stored record is what was sent. */
export function isAsSent(
  stored: DailyRecord,
  { ranges, faults, performanceLevel, result }: OnWay['row'] | SentRow,
): boolean {
  return (
    (ranges === undefined || rangesText(stored.ranges ?? []) === rangesText(ranges)) &&
    (faults === undefined || faultsText(stored.faults ?? []) === faultsText(faults)) &&
    stored.performanceLevel === performanceLevel &&
    stored.result === result
  );
}

/** Reads a draft, which may be of another version of the app, or damaged. */
export const hearingsOf = (draft: Draft | null): Hearings =>
  Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([, heard]) => isHearing(heard))) as Hearings;

function isHearing(value: unknown): value is Heard {
  if (typeof value !== 'object' || value === null) return false;
  const { ranges, faults, level, result, version } = value as Partial<Record<keyof Heard, unknown>>;
  return (
    Array.isArray(ranges) &&
    Array.isArray(faults) &&
    (level === null || performanceLevels.some((one) => one === level)) &&
    (result === null || recordResults.some((one) => one === result)) &&
    typeof version === 'number'
  );
}
