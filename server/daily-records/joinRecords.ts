import { pageCount, pagesOfRanges } from '../../contract/rules/mushaf';
import { faultKey } from '../domain/faults';
import { toMushafRange, type StoredFault, type StoredRange } from '../domain/recordParts';
import type { StoredRecord } from './storedRecord';

/** The Arabic comma. `parseRanges` splits ranges at this character. */
const rangeSeparator = '\u060C ';
/** Limit of the API. */
const maxTextLength = 2_000;

/**
 * Joins several recitations into one record, because the endpoints of the specification return only one.
 * Rule 9a of the domain. Result and level are those of the last recitation. Pages in several recitations
 * count once.
 * @param records sorted by `seq`, not empty
 */
export function joinRecords(records: readonly StoredRecord[]): StoredRecord {
  const lastRecord = records.at(-1) as StoredRecord;
  if (records.length === 1) return lastRecord;
  return {
    ...lastRecord,
    record_content: joinTexts(records, 'record_content', rangeSeparator),
    teacher_notes: joinTexts(records, 'teacher_notes', '\n'),
    pages_count: sumPages(records),
    mistakes_count: sumNumbers(records.map(({ mistakes_count }) => mistakes_count)),
    version: records.reduce((sum, { version }) => sum + version, 0),
    updated_at: records
      .map(({ updated_at }) => updated_at)
      .toSorted()
      .at(-1) as string,
    parts: {
      ranges: joinRanges(records.flatMap(({ parts }) => parts?.ranges ?? [])),
      faults: joinFaults(records.flatMap(({ parts }) => parts?.faults ?? [])),
    },
  };
}

function sumNumbers(numbers: readonly (number | null)[]): number | null {
  const values = numbers.filter((number) => number !== null);
  return values.length === 0 ? null : values.reduce((sum, number) => sum + number, 0);
}

function joinTexts(
  records: readonly StoredRecord[],
  column: 'record_content' | 'teacher_notes',
  separator: string,
): string | null {
  const texts = new Set(records.flatMap((record) => record[column] ?? []));
  return texts.size === 0 ? null : [...texts].join(separator).slice(0, maxTextLength).trim();
}

/** Pages that are the sum of ranges are counted over the joined ranges. Typed pages are added. */
function sumPages(records: readonly StoredRecord[]): number | null {
  const isSumOfRanges = ({ pages_count, parts }: StoredRecord) =>
    pages_count === pagesOfRanges((parts?.ranges ?? []).map(toMushafRange));
  const ranges = joinRanges(records.filter(isSumOfRanges).flatMap(({ parts }) => parts?.ranges ?? []));
  const typedPages = records.filter((record) => !isSumOfRanges(record)).map(({ pages_count }) => pages_count);
  const sum = sumNumbers([pagesOfRanges(ranges.map(toMushafRange)), ...typedPages]);
  return sum === null ? null : Math.min(sum, pageCount);
}

function joinRanges(ranges: readonly StoredRange[]): StoredRange[] {
  let joined: StoredRange[] = [];
  for (const range of ranges) {
    const overlapping = joined.filter(
      (candidate) => candidate.from_ayah <= range.to_ayah && range.from_ayah <= candidate.to_ayah,
    );
    const index = overlapping[0] ? joined.indexOf(overlapping[0]) : joined.length;
    const parts = [...overlapping, range];
    const union = {
      id: range.id,
      from_ayah: Math.min(...parts.map(({ from_ayah }) => from_ayah)),
      to_ayah: Math.max(...parts.map(({ to_ayah }) => to_ayah)),
    };
    joined = joined.filter((candidate) => !overlapping.includes(candidate)).toSpliced(index, 0, union);
  }
  return joined;
}

function joinFaults(faults: readonly StoredFault[]): StoredFault[] {
  const faultsByKey = new Map<string, StoredFault>();
  for (const fault of faults) {
    const previous = faultsByKey.get(faultKey(fault));
    faultsByKey.set(faultKey(fault), previous ? { ...previous, count: previous.count + fault.count } : fault);
  }
  return [...faultsByKey.values()];
}
