import type { MushafRange, AyahRange, RecordFault } from '../../contract/dailyRecords';
import { ayahFromNumber, ayahName } from '../../contract/rules/mushaf';
import { chunks } from '../db/engine/chunks';
import type { Db, Row } from '../db/schema';

/** A range of a record, its ayahs counted through the whole mushaf. */
export type StoredRange = Pick<Row<'daily_record_ranges'>, 'id' | 'from_ayah' | 'to_ayah'>;
export type StoredFault = Pick<Row<'daily_record_faults'>, 'id' | 'kind_id' | 'ayah' | 'count'> & {
  key: string;
};

/** What was heard in a record, and what was wrong with it; the ranges in their order, the faults by kind and ayah. */
export interface RecordParts {
  ranges: StoredRange[];
  faults: StoredFault[];
}

const chunkSize = 5_000;

/** The ranges and faults of records, by the row number of the record; a record without either is left out. */
export async function partsOf(db: Db, recordIds: readonly number[]): Promise<Map<number, RecordParts>> {
  const parts = new Map<number, RecordParts>();
  const of = (id: number) => {
    const known = parts.get(id);
    if (known) return known;
    const none: RecordParts = { ranges: [], faults: [] };
    parts.set(id, none);
    return none;
  };
  for (const ids of chunks(recordIds, chunkSize)) {
    const ranges = await db
      .selectFrom('daily_record_ranges')
      .select(['id', 'record_id', 'from_ayah', 'to_ayah'])
      .where('record_id', 'in', ids)
      .orderBy('record_id')
      .orderBy('position')
      .execute();
    for (const range of ranges) of(range.record_id).ranges.push(range);
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
    for (const fault of faults) of(fault.record_id).faults.push(fault);
  }
  return parts;
}

const position = (ayah: number) => {
  const found = ayahFromNumber(ayah);
  if (!found) throw new Error(`no ayah has the number ${ayah}`);
  return found;
};

export const asMushafRange = ({ from_ayah, to_ayah }: Omit<StoredRange, 'id'>): MushafRange => ({
  from: position(from_ayah),
  to: position(to_ayah),
});

const nameOf = (ayah: number) => ayahName(position(ayah));

/** What was heard, as the API has it. */
export function asHeard({ ranges, faults }: RecordParts = { ranges: [], faults: [] }): {
  range: MushafRange | null;
  ranges: AyahRange[];
  faults: RecordFault[];
} {
  const [first] = ranges;
  return {
    range: first ? asMushafRange(first) : null,
    ranges: ranges.map(({ from_ayah, to_ayah }) => ({ from: nameOf(from_ayah), to: nameOf(to_ayah) })),
    faults: faults.map(({ key, ayah, count }) => ({
      kind: key,
      ayah: ayah === null ? null : nameOf(ayah),
      count,
    })),
  };
}
