import { Problem } from '../../problem';
import { chunks } from '../engine/chunks';
import { type Change, isSame, type TableRules } from '../log/unitOfWork';
import { anyTable, type Db, type Values } from '../schema';
import type { RecordedTable } from '../schema/recorded';

/** Whether the operation changed nothing in a row but its bookkeeping, which is neither compared nor put back. */
export const isUntouched = ({ before, after }: Change): boolean =>
  before !== null && after !== null && isSame(before, after);

/** @throws RestoreConflict unless these rows are stored as the operation left them */
export function refuseDifferent(
  table: RecordedTable,
  rows: readonly Change[],
  stored: ReadonlyMap<number, Values>,
): void {
  const changed = rows.filter(({ id, after }) => !isSame(stored.get(id) ?? null, after));
  if (changed.length > 0) throw new RestoreConflict('changed', table, changed);
}

/** Why rows cannot be restored; `explainConflict` finds the sentence after the transaction has ended. */
export class RestoreConflict extends Problem {
  constructor(
    readonly reason: 'changed' | 'taken' | 'parent gone' | 'needed',
    readonly table: RecordedTable,
    readonly rows: readonly Change[],
    cause?: unknown,
  ) {
    super('UNDO_CONFLICT', { cause });
  }
}

const chunkSize = 5_000;

/** The rows with these values in a column. */
export async function rowsWhere(
  db: Db,
  table: RecordedTable,
  column: string,
  values: readonly unknown[],
): Promise<Values[]> {
  const found: Values[] = [];
  const select = anyTable(db).selectFrom(table).selectAll();
  for (const part of chunks(values, chunkSize))
    found.push(...(await select.where(column, 'in', part).execute()));
  return found;
}

interface Taken {
  row: Change;
  column: string;
  /** The number of the row that has the value. */
  by: number;
  why: string;
}

/** The first of these rows whose unique value now belongs to another row. */
export async function findTakenValue(
  db: Db,
  table: RecordedTable,
  { unique = {} }: TableRules,
  rows: readonly Change[],
  except: readonly string[] = [],
): Promise<Taken | null> {
  for (const [column, why] of Object.entries(unique)) {
    if (except.includes(column)) continue;
    const wanted = new Map<unknown, Change>(
      rows.flatMap((row) => (row.before?.[column] == null ? [] : [[row.before[column], row] as const])),
    );
    for (const other of await rowsWhere(db, table, column, [...wanted.keys()])) {
      const row = wanted.get(other[column]);
      if (row && row.id !== other['id']) return { row, column, by: Number(other['id']), why };
    }
  }
  return null;
}
