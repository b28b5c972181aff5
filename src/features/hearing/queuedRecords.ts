import { useMemo } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { pagesOfRanges, parseAyahRanges } from '../../../contract/rules/mushaf';
import { defaultRecordKind, recordKinds } from '../../../contract/vocabulary';
import { useCachedSince } from '../../dataProvider/cachedReads';
import { type DeliveredEntry, useDelivered, useQueuedOfKind } from '../../dataProvider/outbox/userOutbox';
import { isOfDay, recordKey, type RecordRow, type QueuedRecords } from '../../dataProvider/outbox/records';
import type { Sheet } from '../../dataProvider/teaching';
import { sumFaults } from './hearing';

/** A record that is saved on the device and waits for the server's answer. */
export interface QueuedRecord {
  entry: QueuedRecords;
  row: RecordRow;
}

interface RecordsWithQueued {
  /** The loaded records with the queued values. Undefined while loading. */
  records: readonly DailyRecord[] | undefined;
  queued: ReadonlyMap<string, QueuedRecord>;
  entries: readonly QueuedRecords[];
}

interface RecordsDay extends Sheet {
  date: string;
  /** Null: all students. */
  circle: number | null;
}

interface LoadedRecords {
  records: readonly DailyRecord[] | undefined;
  /** Time in milliseconds since 1970. */
  loadedAt: number;
  /** If loading failed, the screen still shows the queued records. */
  hasFailed: boolean;
}

/** Merges queued saves, and answers since loading, into the loaded records of a day. */
export function useRecordsWithQueued(day: RecordsDay | null, loaded: LoadedRecords): RecordsWithQueued {
  const queuedEntries = useQueuedOfKind('records');
  const delivered = useDelivered();
  const cachedSince = useCachedSince();
  const { records, hasFailed } = loaded;
  // The cached answer is older than `loaded.loadedAt`, the time when the page read it.
  const loadedAt = Math.min(loaded.loadedAt, cachedSince ?? loaded.loadedAt);
  const { batchName = '', subjectCode = '', date = '', circle = null } = day ?? {};
  return useMemo(() => {
    const sheetOfDay = { batchName, subjectCode, date };
    const entries = queuedEntries.filter((one) => isOfDay(one, sheetOfDay));
    const queued = new Map<string, QueuedRecord>();
    for (const entry of entries) for (const row of entry.rows) queued.set(recordKey(row), { entry, row });
    const answeredRecords = new Map<string, DailyRecord>();
    for (const record of answersAfter(loadedAt, delivered, sheetOfDay))
      answeredRecords.set(recordKey(record), record);
    const circleEntries = entries.filter((one) => circle === null || one.circle === circle);
    const base = records ?? (hasFailed && circleEntries.length > 0 ? buildRecords(circleEntries) : undefined);
    const merged = base?.map((record) => {
      const key = recordKey(record);
      const latest = answeredRecords.get(key) ?? record;
      return entries.reduce((result, { rows }) => {
        const row = rows.find((one) => recordKey(one) === key);
        return row ? applyRow(result, row) : result;
      }, latest);
    });
    return { records: merged, queued, entries };
  }, [queuedEntries, delivered, records, loadedAt, hasFailed, batchName, subjectCode, date, circle]);
}

const answersAfter = (
  loadedAt: number,
  arrivals: readonly DeliveredEntry[],
  day: Parameters<typeof isOfDay>[1],
): DailyRecord[] =>
  arrivals
    .filter(({ entry, at }) => at >= loadedAt && entry.kind === 'records' && isOfDay(entry, day))
    .toReversed()
    .flatMap(({ answer }) => answer?.records ?? []);

export function applyRow(record: DailyRecord, row: RecordRow): DailyRecord {
  const { studentId: _id, studentName: _name, kind: _kind, version: _version, ...values } = row;
  const sentValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const applied: DailyRecord = { ...record, ...sentValues };
  const ranges = parseAyahRanges(applied.ranges ?? []);
  // The server computes an empty number of pages from the ranges.
  const pages = row.pagesCount === null && row.ranges ? pagesOfRanges(ranges) : applied.pagesCount;
  const faults = applied.faults ?? [];
  return {
    ...applied,
    pagesCount: pages,
    mistakesCount: faults.length > 0 ? sumFaults(faults) : applied.mistakesCount,
  };
}

/** The server does not store a record that has only faults (rule 7 of the domain). */
export const hasRecordContent = ({
  recordContent,
  pagesCount,
  performanceLevel,
  teacherNotes,
  ranges,
}: DailyRecord): boolean =>
  [recordContent, pagesCount, performanceLevel, teacherNotes].some((value) => (value ?? '') !== '') ||
  (ranges?.length ?? 0) > 0;

export const emptyRecordValues = {
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

/** Builds empty records of all kinds for the students of the queued saves. */
function buildRecords(entries: readonly QueuedRecords[]): DailyRecord[] {
  const students = new Map(entries.flatMap((entry) => Object.entries(entry.students)));
  const hasKinds = entries.some(({ rows }) => rows.some(({ kind }) => kind !== undefined));
  return [...students].flatMap(([studentId, studentName]) =>
    (hasKinds ? recordKinds : [defaultRecordKind]).map((kind) => ({
      ...emptyRecordValues,
      studentId,
      studentName,
      kind,
      previous: null,
      lastRange: null,
    })),
  );
}
