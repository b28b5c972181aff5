import type { DailyRecord } from '../../../contract/dailyRecords';
import { defaultRecordKind, type RecordKind } from '../../../contract/vocabulary';
import { type Sheet, teaching } from '../teaching';
import {
  type ServerAnswer,
  takeEarliestOrder,
  type JoinResult,
  type Kind,
  offeringLane,
  type QueuedNames,
  orderAfter,
  entryOrder,
  type Queued,
} from './kind';

/** Missing fields keep their stored values. */
export type RecordRow = Partial<
  Pick<
    DailyRecord,
    | 'studentId'
    | 'studentName'
    | 'kind'
    | 'recordContent'
    | 'pagesCount'
    | 'performanceLevel'
    | 'mistakesCount'
    | 'teacherNotes'
    | 'result'
    | 'ranges'
    | 'faults'
    | 'version'
  >
>;

/** `base` contains the stored values at the start of typing. */
interface TypedRow {
  texts: Record<string, string>;
  base: Record<string, string>;
}

export interface QueuedRecords extends Sheet, Queued {
  kind: 'records';
  date: string;
  /** Undefined: the whole subject. */
  circle?: number;
  named: QueuedNames;
  rows: readonly RecordRow[];
  /** Names by academic number. */
  students: Record<string, string>;
  /** Undefined for the daily screen. */
  hearing?: { student: string; kind: RecordKind; kindName: string };
  /** Typed texts for the dialog after a stale save. */
  edits?: Record<string, TypedRow>;
}

type RecordsDay = Pick<QueuedRecords, 'batchName' | 'subjectCode' | 'date'>;

export const isOfDay = (entry: RecordsDay, { batchName, subjectCode, date }: RecordsDay): boolean =>
  entry.batchName === batchName && entry.subjectCode === subjectCode && entry.date === date;

/** A server stores one record of each student and kind on a day. */
export const recordKey = ({ studentId, studentName, kind = defaultRecordKind }: RecordRow) =>
  `${kind}:${studentId ?? studentName ?? ''}`;

const findRow = ({ rows }: QueuedRecords, key: string): RecordRow | undefined =>
  rows.find((row) => recordKey(row) === key);

const buildTargetKey = ({
  batchName,
  subjectCode,
  date,
  circle,
  hearing,
}: Pick<QueuedRecords, 'batchName' | 'subjectCode' | 'date' | 'circle' | 'hearing'>): string =>
  JSON.stringify([
    batchName,
    subjectCode,
    date,
    ...(hearing ? [hearing.student, hearing.kind] : [circle ?? null]),
  ]);

export const recordsKind: Kind<QueuedRecords> = {
  targetKey: buildTargetKey,
  lane: offeringLane,
  isForAnyServer: false,
  isPlainTextAllowed: true,
  deliver: ({ id, batchName, subjectCode, date, rows }) =>
    teaching.saveDailyRecords({ batchName, subjectCode, recordDate: date, records: [...rows] }, id),
  join: joinRecords,
  afterDelivery: afterRecordsDelivery,
};

/** A new row extends the queued row of its student. An entry with `isTried` is not replaced. */
function joinRecords(newEntry: QueuedRecords, queued: readonly QueuedRecords[]): JoinResult<QueuedRecords> {
  const entriesOfDay = queued.filter((one) => isOfDay(one, newEntry));
  const hasSameTarget = (one: QueuedRecords) => buildTargetKey(one) === buildTargetKey(newEntry);
  const isRefused = ({ state }: QueuedRecords) => state === 'refused';
  const hasTriedEntry =
    !newEntry.hearing && entriesOfDay.some((one) => hasSameTarget(one) && one.isTried && !isRefused(one));
  const replaced = entriesOfDay.filter(
    (one) => hasSameTarget(one) && (isRefused(one) ? !hasTriedEntry : !one.isTried),
  );
  // The user decides about a refused entry on the screen of that entry. A second hearing is a decision too.
  const shouldMerge = (one: QueuedRecords) => !isRefused(one) || (!newEntry.hearing && hasSameTarget(one));
  const rows = newEntry.rows.map((row): RecordRow => {
    const earlierEntry = entriesOfDay.findLast(
      (one) => shouldMerge(one) && findRow(one, recordKey(row)) !== undefined,
    );
    const earlierRow = earlierEntry && findRow(earlierEntry, recordKey(row));
    return earlierRow
      ? { ...earlierRow, ...row, ...(earlierRow.version !== undefined && { version: earlierRow.version }) }
      : row;
  });
  const entry = replaced.reduceRight<QueuedRecords>(addEarlierRows, { ...newEntry, rows });
  const remaining = entriesOfDay.filter((one) => !replaced.includes(one));
  const triedEntry = remaining.findLast((one) => hasSameTarget(one) && one.isTried && !isRefused(one));
  return { entry: chooseOrder(entry, replaced, remaining, triedEntry), replaced };
}

/** Takes the order of the replaced entry, unless an entry between the two has the same row. */
function chooseOrder(
  entry: QueuedRecords,
  replaced: readonly QueuedRecords[],
  remaining: readonly QueuedRecords[],
  triedEntry: QueuedRecords | undefined,
): QueuedRecords {
  const reordered = triedEntry
    ? { ...entry, order: orderAfter(triedEntry) }
    : takeEarliestOrder(entry, replaced);
  const wouldOvertake = (one: QueuedRecords) =>
    entryOrder(one) > entryOrder(reordered) &&
    one.rows.some((row) => findRow(entry, recordKey(row)) !== undefined);
  return remaining.some(wouldOvertake) ? entry : reordered;
}

function addEarlierRows(later: QueuedRecords, earlier: QueuedRecords): QueuedRecords {
  const earlierRows = earlier.rows.filter((row) => !findRow(later, recordKey(row)));
  return {
    ...later,
    rows: [...earlierRows, ...later.rows],
    students: { ...earlier.students, ...later.students },
    ...((earlier.edits ?? later.edits) && { edits: joinEdits(earlier.edits, later.edits) }),
  };
}

/** Each row gets the later texts and the base of the earlier row. */
export function joinEdits<Row extends TypedRow>(
  earlier: Readonly<Record<string, Row>> = {},
  later: Readonly<Record<string, Row>> = {},
): Record<string, Row> {
  const joined = Object.entries(later).map(([key, row]): [string, Row] => {
    const earlierRow = earlier[key];
    return [
      key,
      earlierRow ? { ...row, texts: { ...earlierRow.texts, ...row.texts }, base: earlierRow.base } : row,
    ];
  });
  return { ...earlier, ...Object.fromEntries(joined) };
}

export const joinAllEdits = (entries: readonly QueuedRecords[]): Record<string, TypedRow> =>
  entries.reduce<Record<string, TypedRow>>((edited, { edits }) => joinEdits(edited, edits), {});

/** Refused entries of a screen. Empty while another entry of the screen may have a later text. */
export function findRefusedOfScreen(
  entries: readonly QueuedRecords[],
  circle: number | null,
): readonly QueuedRecords[] {
  const entriesOfScreen = entries.filter((one) => isFromScreen(one, circle));
  return entriesOfScreen.every(({ state }) => state === 'refused') ? entriesOfScreen : [];
}

export const isFromScreen = (entry: QueuedRecords, circle: number | null): boolean =>
  !entry.hearing && (entry.circle ?? null) === circle;

const editKey = ({ studentId, studentName, kind = defaultRecordKind }: RecordRow): string => {
  const student = studentId ?? studentName ?? '';
  return kind === defaultRecordKind ? student : `${kind}:${student}`;
};

/** Null if no rows remain. */
function dropDeliveredRows(refused: QueuedRecords, delivered: QueuedRecords): QueuedRecords | null {
  const rows = refused.rows.filter((row) => !findRow(delivered, recordKey(row)));
  if (rows.length === 0) return null;
  if (rows.length === refused.rows.length) return refused;
  const deliveredKeys = new Set(delivered.rows.map(editKey));
  const edits = Object.entries(refused.edits ?? {}).filter(([key]) => !deliveredKeys.has(key));
  return { ...refused, rows, ...(refused.edits && { edits: Object.fromEntries(edits) }) };
}

/** Takes the versions of the response, so that the next save is not stale. */
function afterRecordsDelivery(
  later: QueuedRecords,
  delivered: QueuedRecords,
  { records = [] }: ServerAnswer,
): QueuedRecords | null {
  if (!isOfDay(later, delivered)) return later;
  if (later.state === 'refused')
    return buildTargetKey(later) === buildTargetKey(delivered) ? dropDeliveredRows(later, delivered) : later;
  const versions = new Map(records.map((record) => [recordKey(record), record.version]));
  if (!later.rows.some((row) => versions.has(recordKey(row)))) return later;
  return {
    ...later,
    rows: later.rows.map((row) => {
      const version = versions.get(recordKey(row));
      return version === undefined ? row : { ...row, version };
    }),
  };
}
