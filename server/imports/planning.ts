import type { Kysely } from 'kysely';
import type { ImportedAccount } from '../../contract/imports';
import { foldArabic } from '../../contract/rules/arabicText';
import type { ImportCode, ImportProblem } from '../../contract/rules/importsCells';
import type { Scope } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Database, NewRow, Row } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';

/** The result of an accepted row. */
export type Outcome = 'imported' | 'updated' | 'unchanged';

/** An account that was made, and its one-time password. */
export type MadeAccount = Omit<ImportedAccount, 'row'>;

/** Thrown by a planner at the first problem of a row, before anything of it is planned. */
export class RowRefused extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem.code);
  }
}

/** Refuses the row that is being planned. */
export function refuse(field: string, code: ImportCode, value = '', limit?: number | string): never {
  throw new RowRefused({ field, code, value, ...(limit !== undefined && { limit }) });
}

/** Where a plan is read from: the transaction that will write it, or a check that writes nothing. */
export interface Reading {
  db: Kysely<Database>;
  now: Date;
  /** The scope of the person who imports: records outside of it are not found. */
  scope: Scope;
}

const chunkSize = 1_000;

/** Finds rows for values in parts, so that the size of a statement is limited; none without values. */
export async function rowsFor<V, R>(
  values: Iterable<V | null | undefined>,
  find: (part: V[]) => Promise<R[]>,
): Promise<R[]> {
  const distinct = [...new Set(values)].filter((value) => value !== null && value !== undefined);
  const found: R[] = [];
  for (const part of chunks(distinct, chunkSize)) for (const row of await find(part)) found.push(row);
  return found;
}

/**
 * The row that a name means: the one with exactly this name, else the only one whose folded name is equal.
 * @throws RowRefused if several rows match
 */
export function findByName<R>(
  rows: readonly R[],
  name: string,
  nameOf: (row: R) => string,
  field: string,
): R | null {
  const same = rows.filter((row) => nameOf(row) === name);
  const alike = same.length > 0 ? same : rows.filter((row) => foldCached(nameOf(row)) === foldCached(name));
  if (alike.length > 1) refuse(field, 'AMBIGUOUS', name);
  return alike[0] ?? null;
}

/** Each row of several lists once, by its number. */
export const distinctRows = <R extends { id: number }>(...lists: readonly R[][]): R[] => [
  ...new Map(lists.flat().map((row) => [row.id, row])).values(),
];

const maxFolded = 5_000;
const folds = new Map<string, string>();

/** As `foldArabic`, cached: a request compares each of its names with all others. */
export function foldCached(text: string): string {
  const before = folds.get(text);
  if (before !== undefined) return before;
  if (folds.size >= maxFolded) folds.clear();
  const fold = foldArabic(text);
  folds.set(text, fold);
  return fold;
}

type Values = Record<string, unknown>;

/** A stored or new row, and its planned changes. */
export interface Draft<T extends RecordedTable> {
  readonly stored: Row<T> | null;
  changes: Partial<NewRow<T>>;
}

/** Cached rows of drafts with their changes; the objects are replaced, never changed. */
const currents = new WeakMap<object, { changes: object; row: object }>();

/** The rows of one table that an import adds and changes, in the order of the file. */
export class Drafts<T extends RecordedTable> {
  readonly #table: T;
  readonly #touched = new Set<Draft<T>>();

  constructor(table: T) {
    this.#table = table;
  }

  /** The row with its planned changes; cached, because each row of a request is compared with all known ones. */
  static current<T extends RecordedTable>(draft: Draft<T>): Readonly<Partial<Row<T>>> {
    const { stored, changes } = draft;
    const known = currents.get(draft);
    if (known?.changes === changes) return known.row as Partial<Row<T>>;
    const row = { ...stored, ...changes } as Partial<Row<T>>;
    currents.set(draft, { changes, row });
    return row;
  }

  /** Plans changes of a stored or new row; undefined values do not change. */
  apply(draft: Draft<T>, changes: Partial<NewRow<T>>): Outcome {
    const isNew = draft.stored === null && !this.#touched.has(draft);
    const before = Drafts.current(draft) as Values;
    const changed = Object.entries(changes).filter(([key, to]) => to !== undefined && before[key] !== to);
    if (changed.length === 0 && !isNew) return 'unchanged';
    draft.changes = { ...draft.changes, ...Object.fromEntries(changed) };
    this.#touched.add(draft);
    return isNew ? 'imported' : 'updated';
  }

  /** The planned new rows. */
  get added(): Draft<T>[] {
    return [...this.#touched].filter(({ stored }) => stored === null);
  }

  /** Writes the plan: changes first, since they may free a value that a new row needs. @returns the new rows */
  async write(unit: UnitOfWork): Promise<Row<T>[]> {
    const updates = [...this.#touched].flatMap(({ stored, changes }) =>
      stored ? [{ id: Number((stored as Values)['id']), changes: changes as never }] : [],
    );
    await unit.updateMany(this.#table, updates);
    return unit.insertMany(
      this.#table,
      this.added.map(({ changes }) => changes as NewRow<T>),
    );
  }
}
