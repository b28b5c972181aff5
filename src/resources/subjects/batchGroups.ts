import type { Batch } from '../../../contract/batches';
import { matchesSearch, sortKey } from '../../../contract/rules/arabicText';

export interface BatchGroup {
  program: string;
  batches: Batch[];
}

/** The batches that match the search, under the names of their programmes, both sorted. */
export function batchGroups(batches: readonly Batch[], query: string): BatchGroup[] {
  const byProgram = new Map<string, Batch[]>();
  for (const batch of batches) {
    const texts = [batch.batch_name, batch.program_name ?? '', batch.academic_year ?? ''];
    if (!matchesSearch(texts, query)) continue;
    const program = batch.program_name ?? '';
    byProgram.set(program, [...(byProgram.get(program) ?? []), batch]);
  }
  return [...byProgram]
    .map(([program, ofProgram]) => ({
      program,
      batches: ofProgram.toSorted(byText(({ batch_name }) => batch_name)),
    }))
    .toSorted(byText(({ program }) => program));
}

const byText =
  <T>(textOf: (item: T) => string) =>
  (a: T, b: T) => {
    const [x, y] = [sortKey(textOf(a)), sortKey(textOf(b))];
    return x === y ? 0 : x < y ? -1 : 1;
  };

/** The first groups that hold at most `most` batches together; the last of them may be cut. */
export function firstOf(groups: readonly BatchGroup[], most: number): BatchGroup[] {
  let left = most;
  return groups.flatMap((group) => {
    const batches = group.batches.slice(0, left);
    left -= batches.length;
    return batches.length === 0 ? [] : [{ ...group, batches }];
  });
}

/** `ids` with all of these batches, or without any of them. */
export function withAll(ids: readonly number[], batches: readonly Batch[], isWanted: boolean): number[] {
  const these = new Set(batches.map(({ id }) => id));
  const others = ids.filter((id) => !these.has(id));
  return isWanted ? [...others, ...these] : others;
}
