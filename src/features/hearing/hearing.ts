import type { FaultKind, AyahRange, RecordFault } from '../../../contract/dailyRecords';
import { proposedResult, weightedFaults } from '../../../contract/rules/hearing';
import { ayahName, ayahNumber, parseAyah, type MushafRange } from '../../../contract/rules/mushaf';
import { describePosition, describeRange, parseRanges } from '../../../contract/rules/mushafText';
import type { ResultRule } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';

/** The ranges that a text names; empty if any part of it is something else. */
export function rangesIn(text: string): MushafRange[] {
  const ranges = parseRanges(text);
  return ranges.some((range) => range === null) ? [] : ranges.filter((range) => range !== null);
}

/** Ranges as the text of the content field; `rangesIn` reads it back. */
export const rangesText = (ranges: readonly MushafRange[]): string =>
  ranges.map(describeRange).join(t('ui.comma'));

export const namedRanges = (ranges: readonly MushafRange[]): AyahRange[] =>
  ranges.map(({ from, to }) => ({ from: ayahName(from), to: ayahName(to) }));

/** Faults as a sorted text, so that they can be stored and compared like typed text. */
export const faultsText = (faults: readonly RecordFault[]): string =>
  faults
    .map(({ kind, ayah, count }) => `${kind}${ayah ? `@${ayah}` : ''}=${count}`)
    .toSorted()
    .join(' ');

export function faultsIn(text: string): RecordFault[] {
  return text.split(' ').flatMap((part) => {
    const [, kind, ayah, count] = /^([a-z0-9_]+)(?:@([\d:]+))?=(\d+)$/.exec(part) ?? [];
    return kind && count ? [{ kind, ayah: ayah ?? null, count: Number(count) }] : [];
  });
}

export const sumOf = (faults: readonly RecordFault[]): number =>
  faults.reduce((sum, { count }) => sum + count, 0);

/** Adds or removes one fault of a kind on an ayah; null: on no ayah. */
export function countFault(
  faults: readonly RecordFault[],
  kind: string,
  ayah: string | null,
  by: 1 | -1,
): RecordFault[] {
  const isSame = (fault: RecordFault) => fault.kind === kind && fault.ayah === ayah;
  const count = Math.min(maxOfOne, (faults.find(isSame)?.count ?? 0) + by);
  const others = faults.filter((fault) => !isSame(fault));
  return count <= 0 ? others : [...others, { kind, ayah, count }];
}

/** The server's limit of faults of one kind on one ayah. */
const maxOfOne = 999;

export type NameOf = (kind: string) => string;

/** Faults as text with the names of the institute, grouped by kind. */
export function describeFaults(faults: readonly RecordFault[], nameOf: NameOf): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of faults) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => `${nameOf(kind)} ${count}`).join(t('ui.comma'));
}

export const describeAyah = (name: string): string => {
  const ayah = parseAyah(name);
  return ayah ? describePosition(ayah) : name;
};

/** Whether a fault is on an ayah outside of the ranges, if there are ranges. */
export function hasFaultOutside(faults: readonly RecordFault[], ranges: readonly MushafRange[]): boolean {
  if (ranges.length === 0) return false;
  return faults.some(({ ayah }) => {
    const number = ayah === null ? Number.NaN : ayahNumber(parseAyah(ayah) ?? { surah: 0, ayah: 0 });
    const isIn = ({ from, to }: MushafRange) => ayahNumber(from) <= number && number <= ayahNumber(to);
    return ayah !== null && !ranges.some(isIn);
  });
}

/** A kind of fault for the counters. */
export type CountedFault = Pick<FaultKind, 'key' | 'name' | 'weight'>;

/** The rules by which the institute proposes level and result. */
export interface Judging {
  kinds: readonly CountedFault[];
  rules: readonly ResultRule[];
}

/** The level and result that the institute's rules propose; null if that cannot be computed. */
export const judge = (
  faults: readonly RecordFault[],
  pages: number | null,
  { kinds, rules }: Judging,
): Pick<ResultRule, 'performanceLevel' | 'result'> | null =>
  !pages || Number.isNaN(pages) ? null : proposedResult(weightedFaults(faults, kinds), pages, rules);

/** All ayahs of the ranges in order; of the whole mushaf without ranges. */
export function ayahsOf(ranges: readonly MushafRange[]): number[] {
  const spans = ranges.length === 0 ? [[1, 6_236] as const] : ranges.map(spanOf);
  return spans.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, place) => first + place),
  );
}

const spanOf = ({ from, to }: MushafRange) => [ayahNumber(from), ayahNumber(to)] as const;
