import { Problem } from '../../problem';
import { chunks } from '../engine/chunks';
import { type Change, isSame, type TableRules } from '../log/unitOfWork';
import { anyTable, type Db, type Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';

export const isUnchanged = ({ before, after }: Change): boolean =>
  before !== null && after !== null && isSame(before, after);

export function refuseChangedRows(
  table: RecordedTable,
  rows: readonly Change[],
  stored: ReadonlyMap<number, Values>,
): void {
  const changed = rows.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
}

/** `explainConflict` finds the message after the transaction. */
export class RestoreConflict extends Problem {
  constructor(
    readonly reason: 'changed' | 'value used' | 'parent missing' | 'has children',
    readonly table: RecordedTable,
    readonly rows: readonly Change[],
    cause?: unknown,
  ) {
    super('UNDO_CONFLICT', { cause });
  }
}

const chunkSize = 5_000;

export async function findRowsWhere(
  db: Db,
  table: RecordedTable,
  column: string,
  values: readonly unknown[],
): Promise<Values[]> {
  const rows: Values[] = [];
  const select = anyTable(db).selectFrom(table).selectAll();
  for (const chunk of chunks(values, chunkSize))
    rows.push(...(await select.where(column, 'in', chunk).execute()));
  return rows;
}

interface ValueConflict {
  row: Change;
  column: string;
  ownerId: number;
  message: string;
}

export async function findValueConflict(
  db: Db,
  table: RecordedTable,
  { unique = {} }: TableRules,
  rows: readonly Change[],
  ignoredColumns: readonly string[] = [],
): Promise<ValueConflict | null> {
  for (const [column, message] of Object.entries(unique)) {
    if (ignoredColumns.includes(column)) continue;
    const rowByValue = new Map<unknown, Change>(
      rows.flatMap((row) => (row.before?.[column] == null ? [] : [[row.before[column], row] as const])),
    );
    for (const stored of await findRowsWhere(db, table, column, [...rowByValue.keys()])) {
      const row = rowByValue.get(stored[column]);
      if (row && row.id !== stored['id']) return { row, column, ownerId: Number(stored['id']), message };
    }
  }
  return null;
}
