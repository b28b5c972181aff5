import type { DailyRecord, AyahRange, RecordFault } from '../../../contract/dailyRecords';
import type { HifzTask } from '../../../contract/hifz/plan';
import { type MushafRange, pagesOfRanges, parseAyahRanges } from '../../../contract/rules/mushaf';
import {
  type PerformanceLevel,
  performanceLevels,
  type ExcuseReason,
  type RecordKind,
  recordKinds,
  type RecordResult,
  recordResults,
} from '../../../contract/vocabulary';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import { recordKey } from '../../dataProvider/outbox/records';
import type { RecitationContent } from '../../dataProvider/teaching';
import type { RecitationItem } from '../../features/hearing/TodayRecitations';
import {
  formatFaults,
  hasFaultOutside,
  type AssessmentRules,
  proposeAssessment,
} from '../../features/hearing/hearing';
import { type QueuedRecord, hasRecordContent } from '../../features/hearing/queuedRecords';
import type { DaylessRecitation } from '../../features/hearing/useRecitations';
import { type Draft } from '../../ui/form/drafts';

/** The faults of a draft have the order of counting, so that the teacher can undo the last one. */
export interface SingleFault {
  kind: string;
  ayah: string | null;
}

/** A missing optional field keeps its stored value. */
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

/** An unsaved recitation of a student in one kind. Drafts store this object on the device. */
export interface RecitationDraft {
  ranges: readonly AyahRange[];
  faults: readonly SingleFault[];
  /** Null: the proposal of the rules applies. The same holds for `result`. */
  level: PerformanceLevel | null;
  result: RecordResult | null;
  /** The version of the record at the start of the draft. */
  version: number;
  /** The last request without a response; the server may have stored it. */
  lost?: { key: string; row: SentRow };
  /** True if the draft changed after the request in `lost`. */
  isChanged?: boolean;
  /** The queued row that the draft started from. */
  over?: QueuedRecord['row'];
  /** The outbox mark of a further recitation. */
  again?: string;
  /**
   * The content of the last request with this mark, if no response arrived. The server may have stored it.
   */
  tried?: DaylessRecitation | undefined;
  /** Fields of a further recitation from another screen; this screen has no inputs for them. */
  written?: Written | undefined;
  id?: number;
}
type Written = Pick<RecitationContent, 'recordContent' | 'pagesCount' | 'mistakesCount' | 'teacherNotes'>;
export type RecitationDrafts = Readonly<Record<string, RecitationDraft>>;

export const recitationKey = (studentId: string, kind: RecordKind) => `${kind}:${studentId}`;

export const taskKinds = ['new', 'near', 'far'] as const;

export interface HearingStudent {
  id: string;
  name: string;
  /** Stored records with queued changes applied. */
  records: Readonly<Partial<Record<RecordKind, DailyRecord>>>;
  queuedRows: Readonly<Partial<Record<RecordKind, QueuedRecord>>>;
  task: HifzTask | null;
  isAbsent: boolean;
  /** The reason of an accepted excuse for the day. */
  excuse?: ExcuseReason;
}

/** A record counts if it is stored or in the outbox. */
export function isRecorded(
  { records, queuedRows }: Pick<HearingStudent, 'records' | 'queuedRows'>,
  kind: RecordKind,
): boolean {
  const record = records[kind];
  return record !== undefined && (queuedRows[kind] ? hasRecordContent(record) : record.version > 0);
}

export const recordedKinds = (student: Pick<HearingStudent, 'records' | 'queuedRows'>): RecordKind[] =>
  recordKinds.filter((kind) => isRecorded(student, kind));

export const findTaskRanges = ({ task }: Pick<HearingStudent, 'task'>, kind: RecordKind): AyahRange[] =>
  kind === 'tilawa' || !task ? [] : task[kind].map(({ from, to }) => ({ from, to }));

/** A further recitation continues after the range of today. */
export const findLastRange = (
  { records }: Pick<HearingStudent, 'records'>,
  kind: RecordKind,
  { again }: Pick<RecitationDraft, 'again'>,
): MushafRange | null =>
  (again === undefined ? undefined : parseAyahRanges(records[kind]?.ranges ?? []).at(-1)) ??
  records[kind]?.lastRange ??
  null;

export const remainingKinds = (student: HearingStudent): RecordKind[] =>
  taskKinds.filter((kind) => findTaskRanges(student, kind).length > 0 && !isRecorded(student, kind));

export type ListSection = 'waiting' | 'partly' | 'heard' | 'absent';
export function findSection(student: HearingStudent): ListSection {
  if (recordedKinds(student).length > 0) return remainingKinds(student).length > 0 ? 'partly' : 'heard';
  return student.isAbsent ? 'absent' : 'waiting';
}
export const sections = ['waiting', 'partly', 'heard', 'absent'] as const;

/** Priority: refused in the outbox, unsaved draft, unrecorded task, stored record, `new`. */
export const chooseFirstKind = (student: HearingStudent, drafts: RecitationDrafts): RecordKind =>
  recordKinds.find((kind) => student.queuedRows[kind]?.entry.state === 'refused') ??
  recordKinds.find((kind) => drafts[recitationKey(student.id, kind)]) ??
  remainingKinds(student)[0] ??
  recordedKinds(student)[0] ??
  'new';

/**
 * Returns the next student without a recitation, or the next one with an unfinished task; null if there is
 * none.
 */
export function findNextStudent(
  students: readonly HearingStudent[],
  studentId: string,
): HearingStudent | null {
  const index = students.findIndex(({ id }) => id === studentId);
  const otherStudents = [...students.slice(index + 1), ...students.slice(0, Math.max(index, 0))];
  const findFirst = (section: ListSection) => otherStudents.find((one) => findSection(one) === section);
  return findFirst('waiting') ?? findFirst('partly') ?? null;
}

export function buildStudents(
  records: readonly DailyRecord[],
  tasks: ReadonlyMap<string, HifzTask | null>,
  absentIds: ReadonlySet<string>,
  queuedByKey: ReadonlyMap<string, QueuedRecord>,
  excuses: ReadonlyMap<string, ExcuseReason> = new Map(),
): HearingStudent[] {
  const studentsById = new Map<string, HearingStudent>();
  for (const record of records) {
    const { studentId: id, studentName: name, kind } = record;
    const excuse = excuses.get(id);
    const student = studentsById.get(id) ?? {
      id,
      name,
      records: {},
      queuedRows: {},
      task: tasks.get(id) ?? null,
      isAbsent: absentIds.has(id),
      ...(excuse && { excuse }),
    };
    const queuedRow = queuedByKey.get(recordKey(record));
    studentsById.set(id, {
      ...student,
      records: { ...student.records, [kind]: record },
      ...(queuedRow && { queuedRows: { ...student.queuedRows, [kind]: queuedRow } }),
    });
  }
  return [...studentsById.values()];
}

export function startDraft(
  student: HearingStudent,
  kind: RecordKind,
  assessmentRules: AssessmentRules,
): RecitationDraft {
  const record = student.records[kind];
  const version = record?.version ?? 0;
  if (!record || !isRecorded(student, kind))
    return { ranges: findTaskRanges(student, kind), faults: [], level: null, result: null, version };
  const queuedRow = student.queuedRows[kind]?.row;
  return { ...toDraft(record, assessmentRules), version, ...(queuedRow && { over: queuedRow }) };
}

export const furtherDraft = (mark: string): RecitationDraft => ({
  ranges: [],
  faults: [],
  level: null,
  result: null,
  version: 0,
  again: mark,
});

export const correctionDraft = (
  recitation: RecitationItem,
  assessmentRules: AssessmentRules,
): RecitationDraft => ({
  ...toDraft(recitation, assessmentRules),
  ...(recitation.id !== null && { id: recitation.id }),
});

/** Creates the draft of a refused recitation. A second save replaces the refused entry. */
export function refusedDraft({
  mark,
  recitation,
}: Pick<FurtherRecitation, 'mark' | 'recitation'>): RecitationDraft {
  const { ranges = [], faults = [], performanceLevel, result } = recitation;
  const { recordContent, pagesCount, mistakesCount, teacherNotes } = recitation;
  const written = Object.fromEntries(
    Object.entries({ recordContent, pagesCount, mistakesCount, teacherNotes }).filter(
      ([, value]) => (value ?? '') !== '',
    ),
  ) as Written;
  return {
    ...furtherDraft(mark),
    ranges,
    faults: expandFaults(faults),
    level: performanceLevels.find((level) => level === performanceLevel) ?? null,
    result: result ?? null,
    ...(Object.keys(written).length > 0 && { written }),
  };
}

const expandFaults = (faults: readonly RecordFault[]): SingleFault[] =>
  faults.flatMap(({ kind, ayah, count }) => Array.from({ length: count }, () => ({ kind, ayah })));

/** A level or result that equals the proposal becomes null. */
function toDraft(
  {
    ranges,
    faults,
    version,
    performanceLevel,
    result,
  }: Pick<RecitationItem, 'ranges' | 'faults' | 'version' | 'performanceLevel' | 'result'>,
  assessmentRules: AssessmentRules,
): RecitationDraft {
  const draft = {
    ranges: ranges ?? [],
    faults: expandFaults(faults ?? []),
    level: null,
    result: null,
    version,
  };
  const proposal = judgeDraft(draft, assessmentRules);
  return {
    ...draft,
    level: performanceLevel === proposal.performanceLevel ? null : performanceLevel,
    result: result === proposal.result ? null : result,
  };
}

/** Returns the request body of a single recitation, for adding and for correcting. */
export function buildContent(draft: RecitationDraft, assessmentRules: AssessmentRules) {
  const { mistakesCount, ...written } = draft.written ?? {};
  const faults = countFaults(draft.faults);
  return {
    ...written,
    // If there are faults by kind, the server computes the mistakes.
    ...(faults.length === 0 && mistakesCount !== undefined && { mistakesCount }),
    ranges: [...draft.ranges],
    faults,
    ...judgeDraft(draft, assessmentRules),
  };
}

/** Returns true if a further recitation can be saved. */
export const hasContent = ({ ranges, written }: RecitationDraft): boolean =>
  ranges.length > 0 || (written?.recordContent ?? '') !== '';

export function countFaults(faults: readonly SingleFault[]): RecordFault[] {
  const countsByKey = new Map<string, RecordFault>();
  for (const { kind, ayah } of faults) {
    const faultKey = `${kind}@${ayah}`;
    countsByKey.set(faultKey, { kind, ayah, count: (countsByKey.get(faultKey)?.count ?? 0) + 1 });
  }
  return [...countsByKey.values()];
}

export const countPages = ({ ranges, written }: Pick<RecitationDraft, 'ranges' | 'written'>): number | null =>
  written?.pagesCount ?? pagesOfRanges(parseAyahRanges(ranges));

/** Returns the teacher's level and result, or the proposal of the rules. */
export function judgeDraft(draft: RecitationDraft, assessmentRules: AssessmentRules) {
  const proposal = proposeAssessment(countFaults(draft.faults), countPages(draft), assessmentRules);
  return {
    performanceLevel: draft.level ?? proposal?.performanceLevel ?? null,
    result: draft.result ?? proposal?.result ?? ('accepted' as const),
  };
}

/** A fault outside of the new ranges loses its ayah. The text about other ranges is removed. */
export function replaceRanges(draft: RecitationDraft, ranges: readonly AyahRange[]): RecitationDraft {
  const mushafRanges = parseAyahRanges(ranges);
  const faults = draft.faults.map((fault) =>
    hasFaultOutside([{ ...fault, count: 1 }], mushafRanges) ? { ...fault, ayah: null } : fault,
  );
  const { recordContent, pagesCount: _pages, ...written } = draft.written ?? {};
  const text = draft.ranges.length === 0 && recordContent !== undefined ? { recordContent } : {};
  return { ...draft, ranges, faults, ...(draft.written && { written: { ...written, ...text } }) };
}

export function buildRow(
  student: HearingStudent,
  kind: RecordKind,
  draft: RecitationDraft,
  assessmentRules: AssessmentRules,
): SentRow {
  const stored = student.records[kind];
  const { faults, performanceLevel, result } = buildContent(draft, assessmentRules);
  return {
    studentId: student.id,
    kind,
    performanceLevel,
    result,
    faults,
    version: draft.version,
    ...(hasOtherRanges(stored, draft) && { ranges: [...draft.ranges], ...clearedFields(stored, draft) }),
  };
}

type StoredContent = Pick<DailyRecord, 'ranges' | 'recordContent'>;

const hasOtherRanges = (stored: StoredContent | undefined, { ranges }: RecitationDraft): boolean =>
  rangesText(stored?.ranges ?? []) !== rangesText(ranges);

/** New ranges clear the text about the old ranges, and the server counts the pages again. */
export const clearedFields = (stored: StoredContent | undefined, draft: RecitationDraft) =>
  hasOtherRanges(stored, draft)
    ? { pagesCount: null, ...(stored?.recordContent && { recordContent: null }) }
    : {};

const rangesText = (ranges: readonly AyahRange[]) => ranges.map(({ from, to }) => `${from}-${to}`).join(' ');

/**
 * Returns the record version that a draft is based on. After an unresolved refusal this is the refused
 * version. The next save then asks again, and does not replace the record of another user.
 */
export function baseVersion(
  { queuedRows }: Pick<HearingStudent, 'queuedRows'>,
  kind: RecordKind,
  draft: RecitationDraft,
): number {
  if (draft.id !== undefined) return draft.version;
  const queuedRecord = queuedRows[kind];
  return (queuedRecord?.entry.state === 'refused' ? queuedRecord.row.version : undefined) ?? draft.version;
}

export function isSameAsSent(
  stored: DailyRecord,
  { ranges, faults, performanceLevel, result }: QueuedRecord['row'] | SentRow,
): boolean {
  return (
    (ranges === undefined || rangesText(stored.ranges ?? []) === rangesText(ranges)) &&
    (faults === undefined || formatFaults(stored.faults ?? []) === formatFaults(faults)) &&
    stored.performanceLevel === performanceLevel &&
    stored.result === result
  );
}

export const parseDrafts = (draft: Draft | null): RecitationDrafts =>
  Object.fromEntries(
    Object.entries(draft?.values ?? {}).filter(([, value]) => isDraft(value)),
  ) as RecitationDrafts;

function isDraft(value: unknown): value is RecitationDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { ranges, faults, level, result, version } = value as Partial<Record<keyof RecitationDraft, unknown>>;
  return (
    Array.isArray(ranges) &&
    Array.isArray(faults) &&
    (level === null || performanceLevels.some((one) => one === level)) &&
    (result === null || recordResults.some((one) => one === result)) &&
    typeof version === 'number'
  );
}
