import type { RecordFault } from '../../contract/dailyRecords';
import { type ProblemDetail, ruleMessages } from '../../contract/errors';
import { ayahNumber, parseAyah } from '../../contract/rules/mushaf';
import type { Db } from '../db/schema';

export interface FaultCount {
  kind_id: number;
  ayah: number | null;
  count: number;
}

export type FaultKindIds = ReadonlyMap<string, number>;

export async function loadFaultKindIds(db: Db): Promise<FaultKindIds> {
  const rows = await db.selectFrom('fault_kinds').select(['id', 'key']).execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

export const faultKey = ({ kind_id, ayah }: Pick<FaultCount, 'kind_id' | 'ayah'>) => `${kind_id}/${ayah}`;

type SentFault = Pick<RecordFault, 'kind' | 'count'> & { ayah?: string | null | undefined };

export function parseFaults(
  faults: readonly SentFault[],
  faultKinds: FaultKindIds,
  problems: ProblemDetail[],
): FaultCount[] {
  const keys = new Set<string>();
  return faults.map(({ kind, ayah, count }, index) => {
    const kind_id = faultKinds.get(kind);
    const position = ayah ? parseAyah(ayah) : null;
    const fault = { kind_id: kind_id ?? 0, ayah: position && ayahNumber(position), count };
    if (kind_id === undefined)
      problems.push({ path: `faults.${index}.kind`, message: ruleMessages.unknownFault });
    if (ayah && !position) problems.push({ path: `faults.${index}.ayah`, message: ruleMessages.notInMushaf });
    else if (kind_id !== undefined && keys.has(faultKey(fault)))
      problems.push({ path: `faults.${index}`, message: ruleMessages.faultTwice });
    keys.add(faultKey(fault));
    return fault;
  });
}

export interface FaultChanges {
  removedIds: number[];
  changed: { id: number; changes: { count: number } }[];
  added: FaultCount[];
}

export function faultChanges(
  stored: readonly (FaultCount & { id: number })[],
  faults: readonly FaultCount[],
): FaultChanges {
  const changes: FaultChanges = { removedIds: [], changed: [], added: [] };
  const remaining = new Map(stored.map((fault) => [faultKey(fault), fault]));
  for (const fault of faults) {
    const storedFault = remaining.get(faultKey(fault));
    remaining.delete(faultKey(fault));
    if (!storedFault) changes.added.push(fault);
    else if (storedFault.count !== fault.count)
      changes.changed.push({ id: storedFault.id, changes: { count: fault.count } });
  }
  changes.removedIds = [...remaining.values()].map(({ id }) => id);
  return changes;
}
