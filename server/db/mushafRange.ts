import type { MushafRange } from '../../contract/dailyRecords';
import type { Row } from './schema';

type Columns = Pick<Row<'daily_records'>, 'from_surah' | 'from_ayah' | 'to_surah' | 'to_ayah'>;

/** The range of a record; null where it has none. */
export function rangeOf(row: Columns | undefined): MushafRange | null {
  if (!row) return null;
  const { from_surah, from_ayah, to_surah, to_ayah } = row;
  if (from_surah === null || from_ayah === null || to_surah === null || to_ayah === null) return null;
  return { from: { surah: from_surah, ayah: from_ayah }, to: { surah: to_surah, ayah: to_ayah } };
}
