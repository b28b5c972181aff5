import type { RecordFault } from '../../contract/dailyRecords';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import type { Db } from '../db/schema';

/** The number of faults of a kind on an ayah; both are row or ayah numbers. */
export interface FaultCount {
  kind_id: number;
  ayah: number | null;
  count: number;
}

/** The row numbers of the kinds of fault, by their keys. */
export type FaultKindIds = ReadonlyMap<string, number>;

/** The kinds of fault of the institute. */
export async function faultKindIds(db: Db): Promise<FaultKindIds> {
  const rows = await db.selectFrom('fault_kinds').select(['id', 'key']).execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** The key that distinguishes the faults of a record. */
export const faultPlace = ({ kind_id, ayah }: Pick<FaultCount, 'kind_id' | 'ayah'>) => `${kind_id}/${ayah}`;

type SentFault = Pick<RecordFault, 'kind' | 'count'> & { ayah?: string | null | undefined };

/**
 * Faults as they are stored; one of an unknown kind or ayah, or that stands there twice, is added to the problems, with
 * its path in `faults`.
 */
export function readFaults(
  sent: readonly SentFault[],
  faultKinds: FaultKindIds,
  problems: ProblemDetail[],
): FaultCount[] {
  const seen = new Set<string>();
  return sent.map(({ kind, ayah, count }, place) => {
    const kind_id = faultKinds.get(kind);
    const position = ayah ? parseAyah(ayah) : null;
    const fault = { kind_id: kind_id ?? 0, ayah: position && ayahNumber(position), count };
    if (kind_id === undefined)
      problems.push({ path: `faults.${place}.kind`, message: ruleMessages.unknownFault });
    if (ayah && !position) problems.push({ path: `faults.${place}.ayah`, message: ruleMessages.notInMushaf });
    else if (kind_id !== undefined && seen.has(faultPlace(fault)))
      problems.push({ path: `faults.${place}`, message: ruleMessages.faultTwice });
    seen.add(faultPlace(fault));
    return fault;
  });
}

/** What becomes of stored faults: they keep their rows by kind and ayah. */
export interface FaultChanges {
  gone: number[];
  changed: { id: number; changes: { count: number } }[];
  added: FaultCount[];
}

/** How stored faults become these. */
export function faultChanges(
  stored: readonly (FaultCount & { id: number })[],
  faults: readonly FaultCount[],
): FaultChanges {
  const changes: FaultChanges = { gone: [], changed: [], added: [] };
  const left = new Map(stored.map((fault) => [faultPlace(fault), fault]));
  for (const fault of faults) {
    const before = left.get(faultPlace(fault));
    left.delete(faultPlace(fault));
    if (!before) changes.added.push(fault);
    else if (before.count !== fault.count)
      changes.changed.push({ id: before.id, changes: { count: fault.count } });
  }
  changes.gone = [...left.values()].map(({ id }) => id);
  return changes;
}
