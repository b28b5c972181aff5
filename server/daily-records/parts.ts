import { ayahNumber } from '../../contract/rules/mushaf';
import type { RecordKind } from '../../contract/vocabulary';
import { removeWithChildren } from '../db/bulk/cascade';
import { faultChanges } from '../domain/faults';
import type { StoredFault, StoredRange } from '../domain/recordParts';
import { nextSeqs } from '../db/log/lastVersions';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Content } from './content';
import type { Day } from './queries';
import type { StoredRecord } from './stored';

/** What becomes of a record; null content removes it. */
export interface Change {
  /** The row number of the student. */
  rowId: number;
  kind: RecordKind;
  stored: StoredRecord | undefined;
  content: Content | null;
}

/**
 * First what goes, then what changes, then what is new: so no two have the same place, and an undo neither.
 * @returns the numbers of the new records
 */
export async function writeChanges(
  unit: UnitOfWork,
  { offering, date }: Pick<Day, 'offering' | 'date'>,
  changes: readonly Change[],
  heardBy: string,
): Promise<number[]> {
  const removed = changes.flatMap(({ stored, content }) => (stored && !content ? [stored.id] : []));
  await removeWithChildren(unit, 'daily_records', removed);
  const changed = changes.flatMap(({ stored, content }) =>
    stored && content ? [{ stored, content, parts: partChanges(stored, content) }] : [],
  );
  await unit.updateMany(
    'daily_records',
    changed.map(({ stored, content, parts }) => ({
      id: stored.id,
      changes: {
        ...columnsOf(content),
        ...(parts.isAny && { parts_changed_at: unit.laterThan(stored.parts_changed_at ?? '') }),
      },
    })),
  );
  const added = changes.flatMap(({ stored, content, ...place }) =>
    !stored && content ? [{ ...place, content }] : [],
  );
  const heard = added.map(({ rowId, kind, content }) => ({
    subject_id: offering.subjectId,
    date,
    student_row_id: rowId,
    kind,
    heard_by: heardBy,
    ...columnsOf(content),
    parts_changed_at: null,
  }));
  const numbers = await nextSeqs(unit, heard);
  const inserted = await unit.insertMany(
    'daily_records',
    heard.map((row, place) => ({ ...row, seq: numbers[place] as number })),
  );
  const fresh = inserted.map(({ id }, place) =>
    partsOfNew(id, (added[place] as { content: Content }).content),
  );
  await writeParts(unit, [...changed.map(({ parts }) => parts), ...fresh]);
  return inserted.map(({ id }) => id);
}

const columnsOf = ({ ranges: _ranges, faults: _faults, ...columns }: Content) => columns;

/** What becomes of the ranges and faults of a record. */
interface PartChanges {
  isAny: boolean;
  gone: { ranges: number[]; faults: number[] };
  changed: {
    ranges: { id: number; changes: { from_ayah: number; to_ayah: number } }[];
    faults: { id: number; changes: { count: number } }[];
  };
  added: {
    ranges: { record_id: number; position: number; from_ayah: number; to_ayah: number }[];
    faults: { record_id: number; kind_id: number; ayah: number | null; count: number }[];
  };
}

const partsOfNew = (id: number, content: Content) => partsToWrite(id, [], [], content);
const partChanges = ({ id, parts }: StoredRecord, content: Content) =>
  partsToWrite(id, parts?.ranges ?? [], parts?.faults ?? [], content);

/** Ranges keep their rows by their places, faults by kind and ayah. */
function partsToWrite(
  record_id: number,
  storedRanges: readonly StoredRange[],
  storedFaults: readonly StoredFault[],
  { ranges, faults }: Content,
): PartChanges {
  const parts: PartChanges = {
    isAny: false,
    gone: { ranges: storedRanges.slice(ranges.length).map(({ id }) => id), faults: [] },
    changed: { ranges: [], faults: [] },
    added: { ranges: [], faults: [] },
  };
  for (const [place, { from, to }] of ranges.entries()) {
    const wanted = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
    const stored = storedRanges[place];
    if (!stored) parts.added.ranges.push({ record_id, position: place + 1, ...wanted });
    else if (stored.from_ayah !== wanted.from_ayah || stored.to_ayah !== wanted.to_ayah)
      parts.changed.ranges.push({ id: stored.id, changes: wanted });
  }
  const ofFaults = faultChanges(storedFaults, faults);
  parts.gone.faults = ofFaults.removedIds;
  parts.changed.faults = ofFaults.changed;
  parts.added.faults = ofFaults.added.map((fault) => ({ record_id, ...fault }));
  const { gone, changed, added } = parts;
  parts.isAny = [gone, changed, added].some(
    ({ ranges: some, faults: others }) => some.length + others.length > 0,
  );
  return parts;
}

async function writeParts(unit: UnitOfWork, parts: readonly PartChanges[]): Promise<void> {
  await unit.remove(
    'daily_record_ranges',
    parts.flatMap(({ gone }) => gone.ranges),
  );
  await unit.remove(
    'daily_record_faults',
    parts.flatMap(({ gone }) => gone.faults),
  );
  await unit.updateMany(
    'daily_record_ranges',
    parts.flatMap(({ changed }) => changed.ranges),
  );
  await unit.updateMany(
    'daily_record_faults',
    parts.flatMap(({ changed }) => changed.faults),
  );
  await unit.insertMany(
    'daily_record_ranges',
    parts.flatMap(({ added }) => added.ranges),
  );
  await unit.insertMany(
    'daily_record_faults',
    parts.flatMap(({ added }) => added.faults),
  );
}
