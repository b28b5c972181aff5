import type { FaultKind, AyahRange, RecordFault } from '../../../contract/dailyRecords';
import { proposedResult, weightedFaults } from '../../../contract/rules/hearing';
import { ayahName, ayahNumber, parseAyah, type MushafRange } from '../../../contract/rules/mushaf';
import { describePosition, describeRange, parseRanges } from '../../../contract/rules/mushafText';
import type { ResultRule } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';

/** Returns an empty list if any part of the text is not a range. */
export function parseRangesText(text: string): MushafRange[] {
  const ranges = parseRanges(text);
  return ranges.some((range) => range === null) ? [] : ranges.filter((range) => range !== null);
}

/** The inverse of `parseRangesText`. */
export const formatRanges = (ranges: readonly MushafRange[]): string =>
  ranges.map(describeRange).join(t('ui.comma'));

export const toNamedRanges = (ranges: readonly MushafRange[]): AyahRange[] =>
  ranges.map(({ from, to }) => ({ from: ayahName(from), to: ayahName(to) }));

/** The faults are sorted, so that they can be compared as text. */
export const formatFaults = (faults: readonly RecordFault[]): string =>
  faults
    .map(({ kind, ayah, count }) => `${kind}${ayah ? `@${ayah}` : ''}=${count}`)
    .toSorted()
    .join(' ');

export function parseFaults(text: string): RecordFault[] {
  return text.split(' ').flatMap((part) => {
    const [, kind, ayah, count] = /^([a-z0-9_]+)(?:@([\d:]+))?=(\d+)$/.exec(part) ?? [];
    return kind && count ? [{ kind, ayah: ayah ?? null, count: Number(count) }] : [];
  });
}

export const sumFaults = (faults: readonly RecordFault[]): number =>
  faults.reduce((sum, { count }) => sum + count, 0);

/** Adds or removes one fault. A null `ayah` means that the fault belongs to no ayah. */
export function countFault(
  faults: readonly RecordFault[],
  kind: string,
  ayah: string | null,
  delta: 1 | -1,
): RecordFault[] {
  const isSame = (fault: RecordFault) => fault.kind === kind && fault.ayah === ayah;
  const count = Math.min(maxCount, (faults.find(isSame)?.count ?? 0) + delta);
  const others = faults.filter((fault) => !isSame(fault));
  return count <= 0 ? others : [...others, { kind, ayah, count }];
}

/** The server's limit for the faults of one kind on one ayah. */
const maxCount = 999;

export type KindName = (kind: string) => string;

export function describeFaults(faults: readonly RecordFault[], kindName: KindName): string {
  const counts = new Map<string, number>();
  for (const { kind, count } of faults) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => `${kindName(kind)} ${count}`).join(t('ui.comma'));
}

export const describeAyah = (name: string): string => {
  const ayah = parseAyah(name);
  return ayah ? describePosition(ayah) : name;
};

/** False without ranges. */
export function hasFaultOutside(faults: readonly RecordFault[], ranges: readonly MushafRange[]): boolean {
  if (ranges.length === 0) return false;
  return faults.some(({ ayah }) => {
    const number = ayah === null ? Number.NaN : ayahNumber(parseAyah(ayah) ?? { surah: 0, ayah: 0 });
    const isIn = ({ from, to }: MushafRange) => ayahNumber(from) <= number && number <= ayahNumber(to);
    return ayah !== null && !ranges.some(isIn);
  });
}

export type CountedFault = Pick<FaultKind, 'key' | 'name' | 'weight'>;

export interface AssessmentRules {
  kinds: readonly CountedFault[];
  rules: readonly ResultRule[];
}

/** Null if the record has no pages. */
export const proposeAssessment = (
  faults: readonly RecordFault[],
  pages: number | null,
  { kinds, rules }: AssessmentRules,
): Pick<ResultRule, 'performanceLevel' | 'result'> | null =>
  !pages || Number.isNaN(pages) ? null : proposedResult(weightedFaults(faults, kinds), pages, rules);

/** Lists the ayahs of the ranges in order. Without ranges it lists all ayahs of the mushaf. */
export function listAyahs(ranges: readonly MushafRange[]): number[] {
  const spans = ranges.length === 0 ? [[1, 6_236] as const] : ranges.map(toSpan);
  return spans.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

const toSpan = ({ from, to }: MushafRange) => [ayahNumber(from), ayahNumber(to)] as const;
