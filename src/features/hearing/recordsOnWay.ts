import { useMemo } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesOfRanges, parseAyahRanges } from '../../../contract/rules/mushaf';
import { defaultRecordKind, recordKinds } from '../../../contract/vocabulary';
import { useCachedSince } from '../../dataProvider/cachedReads';
import { type DeliveredEntry, useDelivered, useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { isOfDay, recordKey, type RecordRow, type SentRecordsOfDay } from '../../dataProvider/outbox/records';
import type { Sheet } from '../../dataProvider/teaching';
import { sumOf } from './hearing';

/** Of a record that was saved here and has not been answered yet. */
export interface OnWay {
  entry: SentRecordsOfDay;
  row: RecordRow;
}

interface RecordsOnWay {
  /** As they are read, with what was saved here; undefined until they are read. */
  records: readonly DailyRecord[] | undefined;
  /** By `recordKey`, the last of each. */
  onWay: ReadonlyMap<string, OnWay>;
  /** What was saved here for the day, oldest first. */
  entries: readonly SentRecordsOfDay[];
}

interface DayOfRecords extends Sheet {
  date: string;
  /** Null: everybody. */
  circle: number | null;
}

interface Read {
  records: readonly DailyRecord[] | undefined;
  /** When, in milliseconds. */
  at: number;
  /** They could not be read: what was saved here is shown all the same. */
  hasFailed: boolean;
}

/** The records of a day as they are read, and over them what was saved on this device and is on its way. */
export function useRecordsOnWay(day: DayOfRecords | null, read: Read): RecordsOnWay {
  const waiting = useQueuedOfKind('records');
  const arrived = useDelivered();
  const keptSince = useCachedSince();
  const { records, hasFailed } = read;
  // What the device has kept is older than its reading.
  const at = Math.min(read.at, keptSince ?? read.at);
  const { batchName = '', subjectCode = '', date = '', circle = null } = day ?? {};
  return useMemo(() => {
    const of = { batchName, subjectCode, date };
    const entries = waiting.filter((one) => isOfDay(one, of));
    const onWay = new Map<string, OnWay>();
    for (const entry of entries) for (const row of entry.rows) onWay.set(recordKey(row), { entry, row });
    const answered = new Map<string, DailyRecord>();
    for (const record of answersAfter(at, arrived, of)) answered.set(recordKey(record), record);
    const ofCircle = entries.filter((one) => circle === null || one.circle === circle);
    const base = records ?? (hasFailed && ofCircle.length > 0 ? recordsOf(ofCircle) : undefined);
    const shown = base?.map((record) => {
      const place = recordKey(record);
      const now = answered.get(place) ?? record;
      return entries.reduce((sum, { rows }) => {
        const row = rows.find((one) => recordKey(one) === place);
        return row ? withSent(sum, row) : sum;
      }, now);
    });
    return { records: shown, onWay, entries };
  }, [waiting, arrived, records, at, hasFailed, batchName, subjectCode, date, circle]);
}

/** What the server has answered to this tab since the records were read, oldest first. */
const answersAfter = (
  readAt: number,
  arrived: readonly DeliveredEntry[],
  day: Parameters<typeof isOfDay>[1],
): DailyRecord[] =>
  arrived
    .filter(({ entry, at }) => at >= readAt && entry.kind === 'records' && isOfDay(entry, day))
    .toReversed()
    .flatMap(({ answer }) => answer?.records ?? []);

/** A record as it will be stored. */
export function withSent(record: DailyRecord, row: RecordRow): DailyRecord {
  const { studentId: _id, studentName: _name, kind: _kind, version: _version, ...values } = row;
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const sent: DailyRecord = { ...record, ...known };
  const ranges = parseAyahRanges(sent.ranges ?? []);
  // The server computes what is left to it.
  const pages = row.pagesCount === null && row.ranges ? pagesOfRanges(ranges) : sent.pagesCount;
  const faults = sent.faults ?? [];
  return {
    ...sent,
    pagesCount: pages,
    mistakesCount: faults.length > 0 ? sumOf(faults) : sent.mistakesCount,
  };
}

/** Whether a record says anything; faults alone are not stored. Rule 7 of the domain. */
export const saysAnything = ({
  recordContent,
  pagesCount,
  performanceLevel,
  teacherNotes,
  ranges,
}: DailyRecord): boolean =>
  [recordContent, pagesCount, performanceLevel, teacherNotes].some((value) => (value ?? '') !== '') ||
  (ranges?.length ?? 0) > 0;

/** A row of which nothing is stored. */
export const nothingRecorded = {
  id: null,
  seq: null,
  count: 0,
  heardBy: null,
  recitations: [],
  recordContent: null,
  pagesCount: null,
  performanceLevel: null,
  mistakesCount: null,
  teacherNotes: null,
  range: null,
  ranges: [],
  faults: [],
  result: null,
  version: 0,
  updated_at: null,
};

/** Without the records of the server: those of whom something was saved here, each in all kinds. */
function recordsOf(entries: readonly SentRecordsOfDay[]): DailyRecord[] {
  const students = new Map(entries.flatMap((entry) => Object.entries(entry.students)));
  const isKinds = entries.some(({ rows }) => rows.some(({ kind }) => kind !== undefined));
  return [...students].flatMap(([studentId, studentName]) =>
    (isKinds ? recordKinds : [defaultRecordKind]).map((kind) => ({
      ...nothingRecorded,
      studentId,
      studentName,
      kind,
      previous: null,
      lastRange: null,
    })),
  );
}
