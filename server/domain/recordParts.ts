import type { MushafRange, AyahRange, RecordFault } from '../../contract/dailyRecords';
import { ayahFromNumber, ayahName } from '../../contract/rules/mushaf';
import { chunks } from '../db/engine/chunks';
import type { Db, Row } from '../db/schema';

/** `from_ayah` and `to_ayah` count the ayahs of the whole mushaf, from 1. */
export type StoredRange = Pick<Row<'daily_record_ranges'>, 'id' | 'from_ayah' | 'to_ayah'>;
export type StoredFault = Pick<Row<'daily_record_faults'>, 'id' | 'kind_id' | 'ayah' | 'count'> & {
  key: string;
};

export interface RecordParts {
  ranges: StoredRange[];
  faults: StoredFault[];
}

const chunkSize = 5_000;

export async function loadRecordParts(
  db: Db,
  recordIds: readonly number[],
): Promise<Map<number, RecordParts>> {
  const parts = new Map<number, RecordParts>();
  const partsFor = (id: number) => {
    const existing = parts.get(id);
    if (existing) return existing;
    const empty: RecordParts = { ranges: [], faults: [] };
    parts.set(id, empty);
    return empty;
  };
  for (const ids of chunks(recordIds, chunkSize)) {
    const ranges = await db
      .selectFrom('daily_record_ranges')
      .select(['id', 'record_id', 'from_ayah', 'to_ayah'])
      .where('record_id', 'in', ids)
      .orderBy('record_id')
      .orderBy('position')
      .execute();
    for (const range of ranges) partsFor(range.record_id).ranges.push(range);
    const faults = await db
      .selectFrom('daily_record_faults as faults')
      .innerJoin('fault_kinds', 'fault_kinds.id', 'faults.kind_id')
      .select([
        'faults.id',
        'record_id',
        'kind_id',
        'ayah',
        'count',
        'fault_kinds.key',
        'fault_kinds.position',
      ])
      .where('record_id', 'in', ids)
      .execute();
    faults.sort((a, b) => a.position - b.position || (a.ayah ?? 0) - (b.ayah ?? 0));
    for (const fault of faults) partsFor(fault.record_id).faults.push(fault);
  }
  return parts;
}

const positionOf = (ayah: number) => {
  const position = ayahFromNumber(ayah);
  if (!position) throw new Error(`no ayah has the number ${ayah}`);
  return position;
};

export const toMushafRange = ({ from_ayah, to_ayah }: Omit<StoredRange, 'id'>): MushafRange => ({
  from: positionOf(from_ayah),
  to: positionOf(to_ayah),
});

const ayahLabel = (ayah: number) => ayahName(positionOf(ayah));

export function toApiParts({ ranges, faults }: RecordParts = { ranges: [], faults: [] }): {
  range: MushafRange | null;
  ranges: AyahRange[];
  faults: RecordFault[];
} {
  const [firstRange] = ranges;
  return {
    range: firstRange ? toMushafRange(firstRange) : null,
    ranges: ranges.map(({ from_ayah, to_ayah }) => ({ from: ayahLabel(from_ayah), to: ayahLabel(to_ayah) })),
    faults: faults.map(({ key, ayah, count }) => ({
      kind: key,
      ayah: ayah === null ? null : ayahLabel(ayah),
      count,
    })),
  };
}
