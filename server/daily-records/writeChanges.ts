import { ayahNumber } from '../../contract/rules/mushaf';
import type { RecordKind } from '../../contract/vocabulary';
import { removeWithChildren } from '../db/bulk/cascade';
import { faultChanges } from '../domain/faults';
import type { StoredFault, StoredRange } from '../domain/recordParts';
import { nextSeqs } from '../db/log/lastVersions';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Content } from './content';
import type { DayContext } from './queries';
import type { StoredRecord } from './storedRecord';

export interface RecordChange {
  rowId: number;
  kind: RecordKind;
  stored: StoredRecord | undefined;
  content: Content | null;
}

/**
 * Deletes, updates, then inserts, so that two records never have the same key.
 * @returns the ids of new records
 */
export async function writeChanges(
  unit: UnitOfWork,
  { offering, date }: Pick<DayContext, 'offering' | 'date'>,
  changes: readonly RecordChange[],
  heardBy: string,
): Promise<number[]> {
  const removedIds = changes.flatMap(({ stored, content }) => (stored && !content ? [stored.id] : []));
  await removeWithChildren(unit, 'daily_records', removedIds);
  const changed = changes.flatMap(({ stored, content }) =>
    stored && content ? [{ stored, content, parts: changeParts(stored, content) }] : [],
  );
  await unit.updateMany(
    'daily_records',
    changed.map(({ stored, content, parts }) => ({
      id: stored.id,
      changes: {
        ...recordColumns(content),
        ...(parts.hasChanges && { parts_changed_at: unit.timeAfter(stored.parts_changed_at ?? '') }),
      },
    })),
  );
  const added = changes.flatMap(({ stored, content, ...recordKey }) =>
    !stored && content ? [{ ...recordKey, content }] : [],
  );
  const newRows = added.map(({ rowId, kind, content }) => ({
    subject_id: offering.subjectId,
    date,
    student_row_id: rowId,
    kind,
    heard_by: heardBy,
    ...recordColumns(content),
    parts_changed_at: null,
  }));
  const sequence = await nextSeqs(unit, newRows);
  const inserted = await unit.insertMany(
    'daily_records',
    newRows.map((row, index) => ({ ...row, seq: sequence[index] as number })),
  );
  const newParts = inserted.map(({ id }, index) =>
    partsOfNewRecord(id, (added[index] as { content: Content }).content),
  );
  await writeParts(unit, [...changed.map(({ parts }) => parts), ...newParts]);
  return inserted.map(({ id }) => id);
}

const recordColumns = ({ ranges: _ranges, faults: _faults, ...columns }: Content) => columns;

interface PartChanges {
  hasChanges: boolean;
  removed: { ranges: number[]; faults: number[] };
  changed: {
    ranges: { id: number; changes: { from_ayah: number; to_ayah: number } }[];
    faults: { id: number; changes: { count: number } }[];
  };
  added: {
    ranges: { record_id: number; position: number; from_ayah: number; to_ayah: number }[];
    faults: { record_id: number; kind_id: number; ayah: number | null; count: number }[];
  };
}

const partsOfNewRecord = (id: number, content: Content) => compareParts(id, [], [], content);
const changeParts = ({ id, parts }: StoredRecord, content: Content) =>
  compareParts(id, parts?.ranges ?? [], parts?.faults ?? [], content);

/** A range keeps its row if the position is equal; a fault keeps its row if kind and ayah are equal. */
function compareParts(
  record_id: number,
  storedRanges: readonly StoredRange[],
  storedFaults: readonly StoredFault[],
  { ranges, faults }: Content,
): PartChanges {
  const parts: PartChanges = {
    hasChanges: false,
    removed: { ranges: storedRanges.slice(ranges.length).map(({ id }) => id), faults: [] },
    changed: { ranges: [], faults: [] },
    added: { ranges: [], faults: [] },
  };
  for (const [index, { from, to }] of ranges.entries()) {
    const target = { from_ayah: ayahNumber(from), to_ayah: ayahNumber(to) };
    const stored = storedRanges[index];
    if (!stored) parts.added.ranges.push({ record_id, position: index + 1, ...target });
    else if (stored.from_ayah !== target.from_ayah || stored.to_ayah !== target.to_ayah)
      parts.changed.ranges.push({ id: stored.id, changes: target });
  }
  const faultDiff = faultChanges(storedFaults, faults);
  parts.removed.faults = faultDiff.removedIds;
  parts.changed.faults = faultDiff.changed;
  parts.added.faults = faultDiff.added.map((fault) => ({ record_id, ...fault }));
  parts.hasChanges = [parts.removed, parts.changed, parts.added].some(
    ({ ranges: rangeRows, faults: faultRows }) => rangeRows.length + faultRows.length > 0,
  );
  return parts;
}

async function writeParts(unit: UnitOfWork, parts: readonly PartChanges[]): Promise<void> {
  await unit.remove(
    'daily_record_ranges',
    parts.flatMap(({ removed }) => removed.ranges),
  );
  await unit.remove(
    'daily_record_faults',
    parts.flatMap(({ removed }) => removed.faults),
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
