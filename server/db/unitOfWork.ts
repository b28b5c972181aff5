import type { Kysely, Transaction } from 'kysely';
import { Problem, notFound } from '../problem';
import { type DatabaseKind, locked, parameterLimit } from './dialect';
import { searchEntries, searchKinds, sortColumns } from './derived';
import { learnOperation } from './operationTerms';
import type { Changes, Database, NewRow, OperationAction, RecordedTable, Row } from './schema';

/** Who writes: kept with every operation. */
export interface Actor {
  userId: number | null;
  name: string;
  role: string;
  /** Groups the operations that one person may take back; null where nobody may. */
  undoSession: string | null;
}

interface Description {
  action: OperationAction;
  table: RecordedTable;
  /** The record's name as people know it. */
  item: string | null;
  /** One Arabic sentence: what was done. */
  text: string;
  undoOf?: number;
}

type Values = Record<string, unknown>;
interface Change {
  table: RecordedTable;
  id: number;
  before: Values | null;
  after: Values | null;
}

/** Columns that change without an act of a person; undo neither compares nor restores them. */
export const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'last_login']);

/**
 * The one way to write a recorded row. Keeps version, times, folded columns and search terms right, and every
 * row before and after as one operation of one person, from which undo, archive, audit trail and history read.
 */
export class UnitOfWork {
  readonly now: string;
  readonly kind: DatabaseKind;
  readonly #changes: Change[] = [];
  #description: Description | null = null;

  constructor(
    /** For reading inside the unit; writing through it would go unrecorded. */
    readonly trx: Transaction<Database>,
    kind: DatabaseKind,
    now: Date,
  ) {
    this.kind = kind;
    this.now = now.toISOString();
  }

  /** Says what is being done; without it a unit that changed anything is refused. */
  describe(
    action: OperationAction,
    table: RecordedTable,
    item: string | null,
    text: string,
    undoOf?: number,
  ): void {
    this.#description = { action, table, item, text, undoOf };
  }

  async insert<T extends RecordedTable>(table: T, row: NewRow<T>): Promise<Row<T>> {
    const [inserted] = await this.insertMany(table, [row]);
    return inserted as Row<T>;
  }

  /** Inserts rows in multi-row statements and gives them back in the same order. */
  async insertMany<T extends RecordedTable>(table: T, rows: readonly NewRow<T>[]): Promise<Row<T>[]> {
    const created = { version: 1, created_at: this.now, updated_at: this.now };
    const whole = rows.map((row) => ({ ...created, ...row, ...sortColumns(table, row) }));
    return (await this.#put(table, whole)) as Row<T>[];
  }

  /**
   * Changes a row. Nothing is written or recorded when every value is already so.
   * @param version the version that the caller last saw; an older one than the stored is refused as STALE
   * @param current answers the record as the API shows it, for the refusal
   */
  async update<T extends RecordedTable>(
    table: T,
    id: number,
    changes: Changes<T>,
    version?: number,
    current?: () => Promise<unknown>,
  ): Promise<Row<T>> {
    const before = await this.#stored(table, id);
    if (!before) throw notFound();
    if (version !== undefined && version !== before['version']) {
      throw new Problem('STALE', { extra: { current: current ? await current() : null } });
    }
    const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.entries(defined).every(([column, value]) => before[column] === value)) return before as Row<T>;
    const after = { ...before, ...defined };
    return (await this.#overwrite(table, before, { ...after, ...sortColumns(table, after) })) as Row<T>;
  }

  async remove(table: RecordedTable, ids: readonly number[]): Promise<void> {
    const dynamic = this.#dynamic();
    for (const part of chunks(ids, 500)) {
      const rows = await locked(
        this.kind,
        dynamic.selectFrom(table).selectAll().where('id', 'in', part).orderBy('id'),
      ).execute();
      await dynamic.deleteFrom(table).where('id', 'in', part).execute();
      await this.#forgetTerms(table, part);
      for (const before of rows) this.#changes.push({ table, id: Number(before['id']), before, after: null });
    }
  }

  /** Puts a row back to what an operation found. @throws UNDO_CONFLICT when it is no longer what the operation left */
  async restore(table: RecordedTable, id: number, found: Values | null, left: Values | null): Promise<void> {
    const stored = await this.#stored(table, id);
    if (!isSame(stored, left))
      throw new Problem('UNDO_CONFLICT', { extra: { table_name: table, row_id: id } });
    if (found === null) return this.remove(table, [id]);
    if (stored === null) {
      await this.#put(table, [
        { ...found, version: Number(left?.['version'] ?? found['version']) + 1, updated_at: this.now },
      ]);
      return;
    }
    const kept = Object.fromEntries(
      [...bookkeeping].filter((column) => column in stored).map((c) => [c, stored[c]]),
    );
    await this.#overwrite(table, stored, { ...found, ...kept });
  }

  /** The rows of a table that this unit has written so far, each as it was and as it is. */
  changed<T extends RecordedTable>(table: T): { before: Row<T> | null; after: Row<T> | null }[] {
    return this.#changes.filter((change) => change.table === table) as never;
  }

  /** Writes the operation; called once, by the connection, before it commits. @returns its number, null when nothing changed */
  async record(actor: Actor): Promise<number | null> {
    if (this.#changes.length === 0) return null;
    const description = this.#description;
    if (!description) throw new Error('a unit of work changed rows without saying what it does');
    const { id } = await this.trx
      .insertInto('operations')
      .values({
        user_id: actor.userId,
        user_name: actor.name,
        user_role: actor.role,
        undo_session: actor.undoSession,
        action: description.action,
        description: description.text,
        table_name: description.table,
        item_name: description.item,
        rows_count: this.#changes.length,
        performed_at: this.now,
        undone_at: null,
        undo_of: description.undoOf ?? null,
        archived_at: description.action === 'delete' ? this.now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = this.#changes.map((change) => ({
      operation_id: id,
      table_name: change.table,
      row_id: change.id,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    }));
    for (const part of chunks(rows, 2_000))
      await this.trx.insertInto('operation_rows').values(part).execute();
    await learnOperation(this.trx, id, [description.text, description.item, actor.name]);
    return id;
  }

  #dynamic() {
    return this.trx as unknown as Kysely<Record<string, Values>>;
  }

  async #stored(table: RecordedTable, id: number): Promise<Values | null> {
    const query = this.#dynamic().selectFrom(table).selectAll().where('id', '=', id);
    return (await locked(this.kind, query).executeTakeFirst()) ?? null;
  }

  async #put(table: RecordedTable, rows: readonly Values[]): Promise<Values[]> {
    const width = Object.keys(rows[0] ?? {}).length + 1;
    const stored: Values[] = [];
    for (const part of chunks(rows, Math.floor(parameterLimit / width))) {
      stored.push(...(await this.#dynamic().insertInto(table).values(part).returningAll().execute()));
    }
    stored.sort((a, b) => Number(a['id']) - Number(b['id']));
    await this.#learnTerms(table, stored);
    for (const after of stored) this.#changes.push({ table, id: Number(after['id']), before: null, after });
    return stored;
  }

  async #overwrite(table: RecordedTable, before: Values, wanted: Values): Promise<Values> {
    const id = Number(before['id']);
    const after = { ...wanted, id, version: Number(before['version']) + 1, updated_at: this.now };
    await this.#dynamic().updateTable(table).set(after).where('id', '=', id).execute();
    const isFoundAlike =
      JSON.stringify(searchEntries(table, before)) === JSON.stringify(searchEntries(table, after));
    if (!isFoundAlike) {
      await this.#forgetTerms(table, [id]);
      await this.#learnTerms(table, [after]);
    }
    this.#changes.push({ table, id, before, after });
    return after;
  }

  async #learnTerms(table: RecordedTable, rows: readonly Values[]): Promise<void> {
    const terms = rows.flatMap((row) =>
      searchEntries(table, row).map((entry) => ({ ...entry, row_id: Number(row['id']) })),
    );
    for (const part of chunks(terms, parameterLimit / 4)) {
      await this.trx.insertInto('search_terms').values(part).execute();
    }
  }

  async #forgetTerms(table: RecordedTable, ids: readonly number[]): Promise<void> {
    for (const kind of searchKinds(table)) {
      await this.trx.deleteFrom('search_terms').where('kind', '=', kind).where('row_id', 'in', ids).execute();
    }
  }
}

/** Whether a row is what an operation left, bookkeeping aside. */
export function isSame(stored: Values | null, expected: Values | null): boolean {
  if (stored === null || expected === null) return stored === expected;
  return Object.keys(expected).every(
    (column) => bookkeeping.has(column) || stored[column] === expected[column],
  );
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
