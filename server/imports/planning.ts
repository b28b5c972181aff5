import type { Kysely } from 'kysely';
import type { ImportedAccount } from '../../contract/imports';
import { foldArabic } from '../../contract/rules/arabicText';
import type { ImportCode, ImportProblem } from '../../contract/rules/importsCells';
import type { Scope } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Database, NewRow, Row } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import type { BatchReference } from '../domain/references';

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

interface NamedPlace {
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

export type ProgramPlace = Pick<Row<'programs'>, 'id' | 'program_id' | 'program_name'>;
export type BatchPlace = BatchReference;

/** The programmes and batches that the rows of a request name. */
export class Places {
  constructor(
    private readonly programs: readonly ProgramPlace[],
    private readonly batches: readonly BatchPlace[],
  ) {}

  /** The programme of a row; null if it names none. @throws RowRefused */
  program({ program_id, program_name }: NamedPlace): ProgramPlace | null {
    const byCode =
      program_id === undefined ? null : this.programs.find((one) => one.program_id === program_id);
    if (byCode === undefined) refuse('program_id', 'UNKNOWN_PROGRAM', program_id);
    if (program_name === undefined) return byCode;
    const byName = findByName(this.programs, program_name, (one) => one.program_name, 'program_name');
    if (byName === null) refuse('program_name', 'UNKNOWN_PROGRAM', program_name);
    if (byCode && byCode.id !== byName.id) refuse('program_id', 'PROGRAMS_DISAGREE', program_id);
    return byName;
  }

  /** The batch of a row, within its programme if it names one; null if it names no batch. @throws RowRefused */
  batch({ batch_name }: NamedPlace, program: ProgramPlace | null): BatchPlace | null {
    if (batch_name === undefined) return null;
    const batch = findByName(this.batches, batch_name, (one) => one.batch_name, 'batch_name');
    if (batch === null) refuse('batch_name', 'UNKNOWN_BATCH', batch_name);
    if (program && batch.program_row_id !== program.id)
      refuse('batch_name', 'BATCH_OF_OTHER_PROGRAM', batch_name);
    return batch;
  }
}

/** Looks up the names of all rows together. */
export async function placesOf({ db, scope }: Reading, rows: readonly NamedPlace[]): Promise<Places> {
  const select = db.selectFrom('programs').select(['id', 'program_id', 'program_name']);
  const byCode = await rowsFor(
    rows.map(({ program_id }) => program_id),
    (part) => select.where('program_id', 'in', part).execute(),
  );
  const byName = await rowsFor(
    rows.map(({ program_name }) => program_name && foldArabic(program_name)),
    (part) => select.where('program_name_sort', 'in', part).execute(),
  );
  const batches = await rowsFor(
    rows.map(({ batch_name }) => batch_name && foldArabic(batch_name)),
    (part) =>
      db
        .selectFrom('batches')
        .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
        .where('batch_name_sort', 'in', part)
        .where(scope.batches)
        .execute(),
  );
  return new Places(distinctRows(byCode, byName), batches);
}
