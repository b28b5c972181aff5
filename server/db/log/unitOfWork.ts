import { defaultCountry } from '../../../contract/vocabulary';
import { Problem, notFound } from '../../problem';
import { Yielder } from '../engine/yielder';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, parameterLimit } from '../engine/dialect';
import { type Changes, type Db, type NewRow, type Row, type Values, anyTable, type Trx } from '../schema';
import type { OperationAction } from '../schema/log';
import type { RecordedTable } from '../schema/recorded';
import {
  derivedColumnNames,
  derivedColumns,
  indexRows,
  loadCountry,
  phoneTables,
  reindexRows,
  unindexRows,
} from './derived';
import { storeIdentities } from './identityHistory';
import { initialVersions, storeLastVersions } from './lastVersions';
import { type Actor, type Change, type Description, logOperation } from './operationLog';
import { singleSection, refuseOtherSections, findSections } from './sections';
import { buildInsert, replaceRows, lockRows } from './storedRows';

export type { Actor, Change } from './operationLog';

export interface Rules {
  afterWrites: readonly AfterWrite[];
  tables: Partial<Record<RecordedTable, TableRules>>;
  undo: UndoRules;
  concurrentTables: ReadonlySet<RecordedTable>;
}

export interface AfterWrite {
  tables: readonly RecordedTable[];
  run(unit: UnitOfWork, actor: Actor): Promise<void>;
  /** An undo runs a follow-up at its end instead of this hook in each chunk. */
  needsAllRows?: true;
}

export interface TableRules {
  beforeRemove?(unit: UnitOfWork, ids: readonly number[]): Promise<void>;
  refuseUndo?(unit: UnitOfWork, rows: readonly Change[], undoneRows: readonly Change[]): Promise<void>;
  selectRestorable?(findExisting: FindExisting, rows: readonly Change[], db: Db): Promise<readonly Change[]>;
  /** Changes `rows` in place. @param deletion the undone operation, if it was a deletion */
  beforeRestore?(unit: UnitOfWork, rows: Values[], deletion: number | null): Promise<void>;
  undoDeletion?(unit: UnitOfWork, rows: readonly Change[], deletion: number): Promise<void>;
  excludedColumns?(row: Change): readonly string[];
  unique?: Readonly<Record<string, string>>;
  /** `beforeRestore` replaces conflicting values of these unique columns. */
  replacedColumns?: readonly string[];
}

export type FindExisting = (
  table: RecordedTable,
  ids: readonly number[],
) => Promise<{ has: (id: number) => boolean }>;

export interface UndoRules {
  /** They run after each chunk of an undo, or once for an undo without chunks. */
  checks: readonly ((unit: UnitOfWork) => Promise<void>)[];
  followUps: readonly FollowUp[];
  needsStepUp(db: Db, operationId: number, actor: Actor): Promise<boolean>;
  selectUndoable(db: Db, operation: Row<'operations'>, rows: readonly Change[]): Promise<readonly Change[]>;
  nothingToUndo: string;
  completeAnswer(db: Db, undone: UndoResult, answer: unknown): Promise<unknown>;
}

export interface UndoResult {
  operation: Row<'operations'>;
  undo_id: number;
}

export interface FollowUp {
  columns: Partial<Record<RecordedTable, string>>;
  /** @param unit its rows may have only the column from `columns` */
  find(db: Db, unit: Pick<UnitOfWork, 'changed'>): Promise<number[]>;
  run(unit: UnitOfWork, records: readonly number[], isAborted: boolean): Promise<void>;
  /** Other undos need no follow-up, because the hooks of `afterWrites` have run. */
  isChunkedOnly?: true;
}

export interface RowChanges<T extends RecordedTable> {
  id: number;
  changes: Changes<T>;
  /** The version that the caller has read. An outdated version throws STALE. */
  version?: number | undefined;
}

const chunkSize = 500;

/** These columns change without a user action, so undo ignores them. */
export const bookkeeping: ReadonlySet<string> = new Set([
  'version',
  'updated_at',
  'last_login',
  'percentage',
  'counted_before',
  'is_excluded',
  'placed_at',
]);

export const isIgnoredByUndo = (column: string): boolean =>
  bookkeeping.has(column) || derivedColumnNames.has(column);

/** All writes of recorded rows use this class. Undo, archive, audit and history read its operation. */
export class UnitOfWork {
  readonly now: string;
  readonly kind: DatabaseKind;
  /** Null before `record`, or if nothing changed. */
  operation: number | null = null;
  isChunk = false;
  readonly #changes: Change[] = [];
  #description: Description | null = null;
  readonly #yielder = new Yielder();
  #country: string | null = null;

  constructor(
    /** For reading only: writes through it are not recorded. */
    readonly trx: Trx,
    kind: DatabaseKind,
    now: Date,
    readonly rules: Rules,
  ) {
    this.kind = kind;
    this.now = now.toISOString();
  }

  describe(
    action: OperationAction,
    table: RecordedTable,
    item: string | null,
    text: string,
    options: Pick<Description, 'undoOf' | 'continues' | 'import'> = {},
  ): void {
    this.#description = { action, table, item, text, ...options };
  }

  get undoable(): number | null {
    return this.#description?.undoOf === undefined ? this.operation : null;
  }

  /** Returns a time after `last`, so that each change of the column raises the version. */
  timeAfter(last: string): string {
    return this.now > last ? this.now : new Date(Date.parse(last) + 1).toISOString();
  }

  /** Call it between chunks, because SQLite is synchronous and blocks all other calls. */
  yieldToEventLoop(): Promise<void> {
    return this.#yielder.yieldIfDue();
  }

  async insert<T extends RecordedTable>(table: T, row: NewRow<T>): Promise<Row<T>> {
    const [inserted] = await this.insertMany(table, [row]);
    return inserted as Row<T>;
  }

  async insertMany<T extends RecordedTable>(table: T, rows: readonly NewRow<T>[]): Promise<Row<T>[]> {
    const timestamps = { created_at: this.now, updated_at: this.now };
    const versions = await initialVersions(this, table, rows);
    const country = await this.#countryFor(table);
    const completeRows = rows.map((row, index) => ({
      ...timestamps,
      ...row,
      ...derivedColumns(table, row, country),
      version: versions[index],
    }));
    return (await this.#insertRows(table, completeRows)) as Row<T>[];
  }

  async update<T extends RecordedTable>(
    table: T,
    id: number,
    changes: Changes<T>,
    version?: number,
    loadCurrent?: () => Promise<unknown>,
  ): Promise<Row<T>> {
    const [row] = await this.updateMany(table, [{ id, changes, version }], loadCurrent);
    return row as Row<T>;
  }

  /** Skips unchanged rows. @throws NOT_FOUND, or STALE with the records of `loadCurrent` */
  async updateMany<T extends RecordedTable>(
    table: T,
    updates: readonly RowChanges<T>[],
    loadCurrent?: (stale: number[]) => Promise<unknown>,
  ): Promise<Row<T>[]> {
    const rows: Values[] = [];
    const country = await this.#countryFor(table);
    for (const chunk of chunkWithoutRepeats(updates)) {
      const stored = await lockRows(
        this,
        table,
        chunk.map(({ id }) => id),
      );
      if (chunk.some(({ id }) => !stored.has(id))) throw notFound();
      const stale = chunk.filter(
        ({ id, version }) => version !== undefined && version !== stored.get(id)?.['version'],
      );
      if (stale.length > 0) {
        const extra = { current: loadCurrent ? await loadCurrent(stale.map(({ id }) => id)) : null };
        throw new Problem('STALE', { extra });
      }
      const changes = chunk.flatMap(({ id, changes: newValues }) =>
        this.#buildChange(table, stored.get(id) ?? {}, newValues, country),
      );
      await replaceRows(this, table, changes);
      await reindexRows(this.trx, table, changes);
      await storeIdentities(this, table, changes);
      for (const change of changes) stored.set(change.id, change.after);
      this.#changes.push(...changes);
      for (const { id } of chunk) rows.push(stored.get(id) ?? {});
      await this.yieldToEventLoop();
    }
    return rows as Row<T>[];
  }

  async remove(table: RecordedTable, ids: readonly number[]): Promise<void> {
    for (const chunk of chunks(ids, chunkSize)) {
      const rows = await lockRows(this, table, chunk);
      await anyTable(this.trx).deleteFrom(table).where('id', 'in', chunk).execute();
      await unindexRows(this.trx, table, [...rows.values()]);
      await storeLastVersions(this, table, [...rows.values()]);
      for (const [id, before] of rows) this.#changes.push({ table, id, before, after: null });
      await this.yieldToEventLoop();
    }
  }

  changed<T extends RecordedTable>(table: T): { before: Row<T> | null; after: Row<T> | null }[] {
    return this.#changes.filter((change) => change.table === table) as never;
  }

  /** The connection calls it once, before the commit. */
  async record(actor: Actor): Promise<void> {
    if (this.#changes.length === 0) return;
    const description = this.#description;
    if (!description) throw new Error('a unit of work changed rows without saying what it does');
    const sections = await findSections(this.trx, this.#changes);
    refuseOtherSections(actor, sections);
    const section = singleSection(sections);
    this.operation = await logOperation(this, actor, { ...description, section }, this.#changes);
  }

  /** Loaded at the first row with a phone number. A change of the settings derives all keys at its end. */
  async #countryFor(table: RecordedTable): Promise<string> {
    if (!(phoneTables as readonly RecordedTable[]).includes(table)) return defaultCountry;
    this.#country ??= await loadCountry(this.trx);
    return this.#country;
  }

  #buildChange(table: RecordedTable, before: Values, changes: Values, country: string) {
    const changed = Object.entries(changes).filter(
      ([column, value]) => value !== undefined && before[column] !== value,
    );
    if (changed.length === 0) return [];
    const merged = { ...before, ...Object.fromEntries(changed) };
    const versionColumns = { version: Number(before['version']) + 1, updated_at: this.now };
    return [
      {
        table,
        id: Number(before['id']),
        before,
        after: { ...merged, ...derivedColumns(table, merged, country), ...versionColumns },
      },
    ];
  }

  async #insertRows(table: RecordedTable, rows: readonly Values[]): Promise<Values[]> {
    const width = Object.keys(rows[0] ?? {}).length + 1;
    const stored: Values[] = [];
    for (const chunk of chunks(rows, Math.floor(parameterLimit / width))) {
      for (const row of await buildInsert(this, table, chunk).returningAll().execute()) stored.push(row);
      await this.yieldToEventLoop();
    }
    stored.sort((a, b) => Number(a['id']) - Number(b['id']));
    await indexRows(this.trx, table, stored);
    const inserted = stored.map((after) => ({ before: null, after }));
    await storeIdentities(this, table, inserted);
    for (const change of inserted) this.#changes.push({ table, id: Number(change.after['id']), ...change });
    return stored;
  }
}

/** One statement cannot update a row twice. */
function* chunkWithoutRepeats<C extends { id: number }>(updates: readonly C[]): Generator<C[]> {
  let chunk = new Map<number, C>();
  for (const update of updates) {
    if (chunk.has(update.id) || chunk.size === chunkSize) {
      yield [...chunk.values()];
      chunk = new Map();
    }
    chunk.set(update.id, update);
  }
  if (chunk.size > 0) yield [...chunk.values()];
}

export function isSame(stored: Values | null, expected: Values | null): boolean {
  if (stored === null || expected === null) return stored === expected;
  return Object.keys(expected).every(
    (column) => isIgnoredByUndo(column) || stored[column] === expected[column],
  );
}
