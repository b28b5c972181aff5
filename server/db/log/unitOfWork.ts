import { Problem, notFound } from '../../problem';
import { Breath } from '../engine/breath';
import { chunks } from '../engine/chunks';
import { type DatabaseKind, parameterLimit } from '../engine/dialect';
import { type Changes, type Db, type NewRow, type Row, type Values, anyTable, type Trx } from '../schema';
import type { OperationAction } from '../schema/log';
import type { RecordedTable } from '../schema/recorded';
import { forgetRows, learnRows, relearnRows, sortColumns } from './derived';
import { keepIdentities } from './identityHistory';
import { firstVersions, keepLastVersions } from './lastVersions';
import { type Actor, type Change, type Description, logOperation } from './operationLog';
import { onlyOf, refuseOtherSections, sectionsOf } from './sections';
import { insertOf, replaceRows, storedRows } from './storedRows';

export type { Actor, Change } from './operationLog';

/** What the engine does not know of the records; the domain has the tables. */
export interface Rules {
  /** What follows a write, in this order, in its transaction. */
  afterWrites: readonly AfterWrite[];
  /** What is special about a table when its rows are removed, or come back. */
  tables: Partial<Record<RecordedTable, TableRules>>;
  undo: UndoRules;
  /** The tables that units of `writeTogether` may write. */
  writtenTogether: ReadonlySet<RecordedTable>;
}

export interface AfterWrite {
  /** It follows if a row of one of these tables was written. */
  after: readonly RecordedTable[];
  run(unit: UnitOfWork, actor: Actor): Promise<void>;
  /** It does not follow a part of an undo, which has a settlement instead. */
  needsAllRows?: true;
}

export interface TableRules {
  /** Before rows are removed, by a deletion or an undo. */
  beforeRemove?(unit: UnitOfWork, ids: readonly number[]): Promise<void>;
  /**
   * Before an undo removes rows that its operation added.
   * @param all the rows of the undo
   * @throws UNDO_CONFLICT
   */
  refuseUndo?(unit: UnitOfWork, rows: readonly Change[], all: readonly Change[]): Promise<void>;
  /** Those of the removed rows that can come back; the others are left out. */
  returnable?(findThere: FindThere, rows: readonly Change[], db: Db): Promise<readonly Change[]>;
  /** Changes removed rows in place before they come back. @param deletion the operation, if it was a deletion */
  beforeReturn?(unit: UnitOfWork, rows: Values[], deletion: number | null): Promise<void>;
  /** Undoes what a deletion changed in rows, instead of comparing them and putting back what they were. */
  undoOfDeletion?(unit: UnitOfWork, rows: readonly Change[], deletion: number): Promise<void>;
  /** Columns of a changed row that an undo leaves as they are. */
  columnsLeft?(row: Change): readonly string[];
  /** Unique columns, each with the sentence that another row has the value. */
  unique?: Readonly<Record<string, string>>;
  /** Unique columns of which `beforeReturn` replaces a value that another row has. */
  replaced?: readonly string[];
}

/** Which rows of these exist when the rows that name them come back. */
export type FindThere = (
  table: RecordedTable,
  ids: readonly number[],
) => Promise<{ has: (id: number) => boolean }>;

export interface UndoRules {
  /** Checks and updates after each transaction of an undo. */
  afterEach: readonly ((unit: UnitOfWork) => Promise<void>)[];
  /** What is checked and updated once all rows are back. */
  settlements: readonly Settlement[];
  /** Whether an undo needs the step-up of the caller. */
  needsStepUp(db: Db, operationId: number, actor: Actor): Promise<boolean>;
  /** The rows of an operation without those that an undo leaves as they are. */
  withoutLeft(db: Db, operation: Row<'operations'>, rows: readonly Change[]): Promise<readonly Change[]>;
  /** The sentence of the refusal if it leaves all of them. */
  allLeft: string;
  /** The answer of the call, with what became of its records. */
  completeAnswer(db: Db, undone: Undone, answer: unknown): Promise<unknown>;
}

/** An operation that was undone, and the operation that undid it. */
export interface Undone {
  operation: Row<'operations'>;
  undo_id: number;
}

export interface Settlement {
  /** The tables that it is about, each with the column that tells of which record a row is. */
  columns: Partial<Record<RecordedTable, string>>;
  /** The records to settle. @param unit the rows as the undo writes them; of each perhaps only that column */
  find(db: Db, unit: Pick<UnitOfWork, 'changed'>): Promise<number[]>;
  /** @param isGivenUp whether the undone rows have been written back */
  settle(unit: UnitOfWork, records: readonly number[], isGivenUp: boolean): Promise<void>;
  /** It follows an undo in parts only: after others, `afterWrites` have done it. */
  isOfParts?: true;
}

/** The changes of one row. */
export interface RowChanges<T extends RecordedTable> {
  id: number;
  changes: Changes<T>;
  /** The version that the caller last saw; refused if it is older than the stored one. */
  version?: number | undefined;
}

/** Rows per statement. */
const chunkSize = 500;

/** Columns that change without an action of a person; undo does not compare or restore them. */
export const bookkeeping: ReadonlySet<string> = new Set([
  'version',
  'updated_at',
  'last_login',
  'percentage',
  'counted_before',
  'placed_at',
]);

/**
 * The only way to write recorded rows. It updates version, times, folded columns and search terms, and stores each
 * row before and after as part of one operation, which undo, archive, audit trail and history read.
 */
export class UnitOfWork {
  readonly now: string;
  readonly kind: DatabaseKind;
  /** The number of the operation, once it is stored; null if nothing changed. */
  operation: number | null = null;
  /** One of several transactions of an undo: what depends on rows of all of them follows after the last. */
  isPart = false;
  readonly #changes: Change[] = [];
  #description: Description | null = null;
  readonly #breath = new Breath();

  constructor(
    /** For reading inside the unit; writing through it would go unrecorded. */
    readonly trx: Trx,
    kind: DatabaseKind,
    now: Date,
    readonly rules: Rules,
  ) {
    this.kind = kind;
    this.now = now.toISOString();
  }

  /** Describes the operation; a unit that changed something without a description is refused. */
  describe(
    action: OperationAction,
    table: RecordedTable,
    item: string | null,
    text: string,
    more: Pick<Description, 'undoOf' | 'continues' | 'import'> = {},
  ): void {
    this.#description = { action, table, item, text, ...more };
  }

  /** The number of the operation, unless nothing changed, or it is an undo itself. */
  get undoable(): number | null {
    return this.#description?.undoOf === undefined ? this.operation : null;
  }

  /** Now, or just after the last change, so that a column with this time raises the version at each change. */
  laterThan(last: string): string {
    return this.now > last ? this.now : new Date(Date.parse(last) + 1).toISOString();
  }

  /** Called between the parts of a long work: SQLite is synchronous and would block all other callers. */
  yieldToEventLoop(): Promise<void> {
    return this.#breath.take();
  }

  async insert<T extends RecordedTable>(table: T, row: NewRow<T>): Promise<Row<T>> {
    const [inserted] = await this.insertMany(table, [row]);
    return inserted as Row<T>;
  }

  /** Inserts rows in multi-row statements and gives them back in the same order. */
  async insertMany<T extends RecordedTable>(table: T, rows: readonly NewRow<T>[]): Promise<Row<T>[]> {
    const created = { created_at: this.now, updated_at: this.now };
    const versions = await firstVersions(this, table, rows);
    const whole = rows.map((row, place) => ({
      ...created,
      ...row,
      ...sortColumns(table, row),
      version: versions[place],
    }));
    return (await this.#put(table, whole)) as Row<T>[];
  }

  /** Changes a row, as `updateMany` changes many. */
  async update<T extends RecordedTable>(
    table: T,
    id: number,
    changes: Changes<T>,
    version?: number,
    current?: () => Promise<unknown>,
  ): Promise<Row<T>> {
    const [row] = await this.updateMany(table, [{ id, changes, version }], current);
    return row as Row<T>;
  }

  /**
   * Updates rows with statements of many rows. A row without a change is neither written nor recorded.
   * @param current the records in the shape of the API, for the refusal; it gets the numbers of the stale rows
   * @returns the new rows, in the order of `wanted`
   * @throws NOT_FOUND, or STALE if one of them has an old version
   */
  async updateMany<T extends RecordedTable>(
    table: T,
    wanted: readonly RowChanges<T>[],
    current?: (stale: number[]) => Promise<unknown>,
  ): Promise<Row<T>[]> {
    const rows: Values[] = [];
    for (const part of withoutRepetition(wanted)) {
      const stored = await storedRows(
        this,
        table,
        part.map(({ id }) => id),
      );
      if (part.some(({ id }) => !stored.has(id))) throw notFound();
      const stale = part.filter(
        ({ id, version }) => version !== undefined && version !== stored.get(id)?.['version'],
      );
      if (stale.length > 0) {
        const extra = { current: current ? await current(stale.map(({ id }) => id)) : null };
        throw new Problem('STALE', { extra });
      }
      const changes = part.flatMap(({ id, changes: to }) => this.#change(table, stored.get(id) ?? {}, to));
      await replaceRows(this, table, changes);
      await relearnRows(this.trx, table, changes);
      await keepIdentities(this, table, changes);
      for (const change of changes) stored.set(change.id, change.after);
      this.#changes.push(...changes);
      for (const { id } of part) rows.push(stored.get(id) ?? {});
      await this.yieldToEventLoop();
    }
    return rows as Row<T>[];
  }

  async remove(table: RecordedTable, ids: readonly number[]): Promise<void> {
    for (const part of chunks(ids, chunkSize)) {
      const rows = await storedRows(this, table, part);
      await anyTable(this.trx).deleteFrom(table).where('id', 'in', part).execute();
      await forgetRows(this.trx, table, [...rows.values()]);
      await keepLastVersions(this, table, [...rows.values()]);
      for (const [id, before] of rows) this.#changes.push({ table, id, before, after: null });
      await this.yieldToEventLoop();
    }
  }

  /** The rows of a table that this unit has written so far, each before and after. */
  changed<T extends RecordedTable>(table: T): { before: Row<T> | null; after: Row<T> | null }[] {
    return this.#changes.filter((change) => change.table === table) as never;
  }

  /** Writes the operation; called once, by the connection, before it commits. */
  async record(actor: Actor): Promise<void> {
    if (this.#changes.length === 0) return;
    const description = this.#description;
    if (!description) throw new Error('a unit of work changed rows without saying what it does');
    const found = await sectionsOf(this.trx, this.#changes);
    refuseOtherSections(actor, found);
    const section = onlyOf(found);
    this.operation = await logOperation(this, actor, { ...description, section }, this.#changes);
  }

  /** The new values of a row; nothing if they are the same. */
  #change(table: RecordedTable, before: Values, changes: Values) {
    const changed = Object.entries(changes).filter(
      ([column, to]) => to !== undefined && before[column] !== to,
    );
    if (changed.length === 0) return [];
    const wanted = { ...before, ...Object.fromEntries(changed) };
    const kept = { version: Number(before['version']) + 1, updated_at: this.now };
    return [
      {
        table,
        id: Number(before['id']),
        before,
        after: { ...wanted, ...sortColumns(table, wanted), ...kept },
      },
    ];
  }

  async #put(table: RecordedTable, rows: readonly Values[]): Promise<Values[]> {
    const width = Object.keys(rows[0] ?? {}).length + 1;
    const stored: Values[] = [];
    for (const part of chunks(rows, Math.floor(parameterLimit / width))) {
      for (const row of await insertOf(this, table, part).returningAll().execute()) stored.push(row);
      await this.yieldToEventLoop();
    }
    stored.sort((a, b) => Number(a['id']) - Number(b['id']));
    await learnRows(this.trx, table, stored);
    const inserted = stored.map((after) => ({ before: null, after }));
    await keepIdentities(this, table, inserted);
    for (const change of inserted) this.#changes.push({ table, id: Number(change.after['id']), ...change });
    return stored;
  }
}

/** The changes in order, in parts that contain no row twice. */
function* withoutRepetition<C extends { id: number }>(wanted: readonly C[]): Generator<C[]> {
  let part = new Map<number, C>();
  for (const one of wanted) {
    if (part.has(one.id) || part.size === chunkSize) {
      yield [...part.values()];
      part = new Map();
    }
    part.set(one.id, one);
  }
  if (part.size > 0) yield [...part.values()];
}

/** Whether a row is as an operation left it, apart from bookkeeping columns. */
export function isSame(stored: Values | null, expected: Values | null): boolean {
  if (stored === null || expected === null) return stored === expected;
  return Object.keys(expected).every(
    (column) => bookkeeping.has(column) || stored[column] === expected[column],
  );
}
