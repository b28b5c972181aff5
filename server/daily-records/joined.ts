import { pageCount, pagesOfRanges } from '../../contract/rules/mushaf';
import { faultKey } from '../domain/faults';
import { toMushafRange, type StoredFault, type StoredRange } from '../domain/recordParts';
import type { StoredRecord } from './stored';

/** The Arabic comma, which `parseRanges` reads between ranges. */
const between = '\u060C ';
/** The longest text that a caller can send back. */
const maxText = 2_000;

/**
 * Several recitations of a kind and day as the one record that the calls of the specification see: texts, ranges and
 * faults joined, mistakes and pages added up, the result and level of the last. A passage that was heard twice counts
 * once. Rule 9a of the domain.
 * @param records by `seq`, at least one
 */
export function joinRecords(records: readonly StoredRecord[]): StoredRecord {
  const last = records.at(-1) as StoredRecord;
  if (records.length === 1) return last;
  return {
    ...last,
    record_content: textOf(records, 'record_content', between),
    teacher_notes: textOf(records, 'teacher_notes', '\n'),
    pages_count: pagesOf(records),
    mistakes_count: sumOf(records.map(({ mistakes_count }) => mistakes_count)),
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

/** Null if none of them is a number. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0);
}

/** Each text once; null without any. */
function textOf(
  records: readonly StoredRecord[],
  column: 'record_content' | 'teacher_notes',
  separator: string,
): string | null {
  const texts = new Set(records.flatMap((record) => record[column] ?? []));
  return texts.size === 0 ? null : [...texts].join(separator).slice(0, maxText).trim();
}

/** Typed pages are added; those that are the sum of ranges are counted together. */
function pagesOf(records: readonly StoredRecord[]): number | null {
  const isSum = ({ pages_count, parts }: StoredRecord) =>
    pages_count === pagesOfRanges((parts?.ranges ?? []).map(toMushafRange));
  const ranges = joinRanges(records.filter(isSum).flatMap(({ parts }) => parts?.ranges ?? []));
  const typed = records.filter((record) => !isSum(record)).map(({ pages_count }) => pages_count);
  const sum = sumOf([pagesOfRanges(ranges.map(toMushafRange)), ...typed]);
  return sum === null ? null : Math.min(sum, pageCount);
}

/** Ranges in their order; those that overlap become one. */
function joinRanges(ranges: readonly StoredRange[]): StoredRange[] {
  let found: StoredRange[] = [];
  for (const range of ranges) {
    const same = found.filter((one) => one.from_ayah <= range.to_ayah && range.from_ayah <= one.to_ayah);
    const index = same[0] ? found.indexOf(same[0]) : found.length;
    const all = [...same, range];
    const whole = {
      id: range.id,
      from_ayah: Math.min(...all.map(({ from_ayah }) => from_ayah)),
      to_ayah: Math.max(...all.map(({ to_ayah }) => to_ayah)),
    };
    found = found.filter((one) => !same.includes(one)).toSpliced(index, 0, whole);
  }
  return found;
}

function joinFaults(faults: readonly StoredFault[]): StoredFault[] {
  const found = new Map<string, StoredFault>();
  for (const fault of faults) {
    const before = found.get(faultKey(fault));
    found.set(faultKey(fault), before ? { ...before, count: before.count + fault.count } : fault);
  }
  return [...found.values()];
}
