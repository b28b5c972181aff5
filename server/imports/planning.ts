import type { Kysely } from 'kysely';
import { batchFields, programFields, subjectFields } from '../../contract/courseFields';
import type { RecordFields } from '../../contract/fieldTable';
import type { ImportChange, ImportedAccount, ImportQuestion, PersonDecision } from '../../contract/imports';
import { studentFields, userFields } from '../../contract/recordFields';
import { foldArabic, sortKey } from '../../contract/rules/arabicText';
import type { ImportCode, ImportProblem } from '../../contract/rules/importsCells';
import type { Scope } from '../auth/scope';
import { chunks } from '../db/engine/chunks';
import type { UnitOfWork } from '../db/log/unitOfWork';
import type { Database, NewRow, Row } from '../db/schema';
import type { RecordedTable } from '../db/schema/recorded';
import type { BatchReference } from '../domain/references';

export type Outcome = 'imported' | 'updated' | 'unchanged';

export type FieldChange = Pick<ImportChange, 'field' | 'from' | 'to'>;

/** The effect of a row. `record` is the stored name of the record; empty for a new one. */
export interface Planned {
  outcome: Outcome;
  record: string;
  changes: readonly FieldChange[];
  /** What the import has to know about the person of this row, if the file is judged as a whole. */
  decision?: PersonDecision;
}

export const unchangedRow: Planned = { outcome: 'unchanged', record: '', changes: [] };

export type CreatedAccount = Omit<ImportedAccount, 'row'>;

/** Thrown at the first problem of a row, before the row changes the plan. */
export class RowRefused extends Error {
  constructor(readonly problem: ImportProblem) {
    super(problem.code);
  }
}

/** Thrown if a row can be one of several people, and the request has no decision. */
export class RowAsks extends Error {
  constructor(readonly question: Omit<ImportQuestion, 'row'>) {
    super(question.kind);
  }
}

export function refuseRow(
  field: string | null,
  code: ImportCode,
  value = '',
  limit?: number | string,
): never {
  throw new RowRefused({ field, code, value, ...(limit !== undefined && { limit }) });
}

/** `db` is the write transaction, or the read database if the call only checks the file. */
export interface PlanContext {
  db: Kysely<Database>;
  now: Date;
  /** Records outside of the caller's scope are not found. */
  scope: Scope;
  /** The decision that the request has for a row. */
  decisionOf: (values: object) => PersonDecision | undefined;
  /** True if nothing is written, and the whole file is in one call. */
  isCheck: boolean;
  /** The same for all requests of one import; null without the header, and for a check. */
  importId: string | null;
}

const chunkSize = 1_000;

/** Loads rows in chunks, because a statement has a size limit. Without values, no statement runs. */
export async function loadInChunks<V, R>(
  values: Iterable<V | null | undefined>,
  load: (chunk: V[]) => Promise<R[]>,
): Promise<R[]> {
  const distinct = [...new Set(values)].filter((value) => value !== null && value !== undefined);
  const rows: R[] = [];
  for (const chunk of chunks(distinct, chunkSize)) for (const row of await load(chunk)) rows.push(row);
  return rows;
}

/** An exact match has priority over a match of folded names. @throws RowRefused for several matches */
export function findByName<R>(
  rows: readonly R[],
  name: string,
  nameOf: (row: R) => string,
  field: string,
): R | null {
  const exactMatches = rows.filter((row) => nameOf(row) === name);
  const matches =
    exactMatches.length > 0
      ? exactMatches
      : rows.filter((row) => foldCached(nameOf(row)) === foldCached(name));
  if (matches.length > 1) refuseRow(field, 'AMBIGUOUS', name);
  return matches[0] ?? null;
}

export const distinctRows = <R extends { id: number }>(...lists: readonly R[][]): R[] => [
  ...new Map(lists.flat().map((row) => [row.id, row])).values(),
];

const maxFolded = 5_000;
const foldCache = new Map<string, string>();

/** The cache saves time, because a request compares each name with all other names. */
export function foldCached(text: string): string {
  const cached = foldCache.get(text);
  if (cached !== undefined) return cached;
  if (foldCache.size >= maxFolded) foldCache.clear();
  const fold = foldArabic(text);
  foldCache.set(text, fold);
  return fold;
}

type Values = Record<string, unknown>;

const nameColumns: Partial<Record<RecordedTable, string>> = {
  programs: 'program_name',
  batches: 'batch_name',
  students: 'full_name',
  subjects: 'name',
  users: 'name',
};
const recordFields: Partial<Record<RecordedTable, RecordFields>> = {
  programs: programFields,
  batches: batchFields,
  students: studentFields,
  subjects: subjectFields,
  users: userFields,
};

const toText = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

const changedEntries = (changes: Values, before: Values): [string, unknown][] =>
  Object.entries(changes).filter(([key, value]) => value !== undefined && before[key] !== value);

export interface Draft<T extends RecordedTable> {
  readonly stored: Row<T> | null;
  changes: Partial<NewRow<T>>;
}

/**
 * Cached rows. An entry is valid while the draft has the same `changes` object, which is replaced on each
 * change.
 */
const currentRows = new WeakMap<object, { changes: object; row: object }>();

/** The rows of one table that an import inserts or updates, in the order of the file. */
export class Drafts<T extends RecordedTable> {
  readonly #table: T;
  readonly #touched = new Set<Draft<T>>();

  constructor(table: T) {
    this.#table = table;
  }

  /**
   * Returns the row with its planned changes. The cache saves time, because each row is compared with all
   * other rows.
   */
  static current<T extends RecordedTable>(draft: Draft<T>): Readonly<Partial<Row<T>>> {
    const { stored, changes } = draft;
    const cached = currentRows.get(draft);
    if (cached?.changes === changes) return cached.row as Partial<Row<T>>;
    const row = { ...stored, ...changes } as Partial<Row<T>>;
    currentRows.set(draft, { changes, row });
    return row;
  }

  /** Undefined values change nothing. Ids of other records are not reported as changes. */
  apply(draft: Draft<T>, changes: Partial<NewRow<T>>): Planned {
    const isNew = draft.stored === null && !this.#touched.has(draft);
    const before = Drafts.current(draft) as Values;
    const changed = changedEntries(changes, before);
    const record = draft.stored === null ? '' : String(before[nameColumns[this.#table] ?? ''] ?? '');
    if (changed.length === 0 && !isNew) return { outcome: 'unchanged', record, changes: [] };
    draft.changes = { ...draft.changes, ...Object.fromEntries(changed) };
    this.#touched.add(draft);
    return {
      outcome: isNew ? 'imported' : 'updated',
      record,
      changes: draft.stored === null ? [] : this.#report(changed, before),
    };
  }

  /** The changes of stored values, without applying them. */
  compare(draft: Draft<T>, changes: Partial<NewRow<T>>): readonly FieldChange[] {
    const before = Drafts.current(draft) as Values;
    return this.#report(changedEntries(changes, before), before);
  }

  #report(changed: readonly [string, unknown][], before: Values): FieldChange[] {
    return changed
      .filter(([column]) => !column.endsWith('_id') || column === 'national_id')
      .map(([column, value]) => ({
        field: recordFields[this.#table]?.[column]?.importedAs ?? column,
        from: toText(before[column]),
        to: toText(value),
      }));
  }

  get added(): Draft<T>[] {
    return [...this.#touched].filter(({ stored }) => stored === null);
  }

  /** Updates come first, because they may free a unique value that a new row needs. @returns the new rows */
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

interface ProgramAndBatchNames {
  program_id?: string | undefined;
  program_name?: string | undefined;
  batch_name?: string | undefined;
}

export type ProgramMatch = Pick<Row<'programs'>, 'id' | 'program_id' | 'program_name'>;
export type BatchMatch = BatchReference;

export class ProgramsAndBatches {
  constructor(
    readonly programs: readonly ProgramMatch[],
    readonly batches: readonly BatchMatch[],
  ) {}

  /** Returns null if the row has no programme. @throws RowRefused */
  program({ program_id, program_name }: ProgramAndBatchNames): ProgramMatch | null {
    const byCode =
      program_id === undefined
        ? null
        : this.programs.find((candidate) => candidate.program_id === program_id);
    if (byCode === undefined) refuseRow('program_id', 'UNKNOWN_PROGRAM', program_id);
    if (program_name === undefined) return byCode;
    const byName = findByName(
      this.programs,
      program_name,
      (candidate) => candidate.program_name,
      'program_name',
    );
    if (byName === null) refuseRow('program_name', 'UNKNOWN_PROGRAM', program_name);
    if (byCode && byCode.id !== byName.id) refuseRow('program_id', 'PROGRAMS_DISAGREE', program_id);
    return byName;
  }

  /** Returns null if the row has no batch. @throws RowRefused for a batch of another programme */
  batch({ batch_name }: ProgramAndBatchNames, program: ProgramMatch | null): BatchMatch | null {
    if (batch_name === undefined) return null;
    const batch = findByName(this.batches, batch_name, (candidate) => candidate.batch_name, 'batch_name');
    if (batch === null) refuseRow('batch_name', 'UNKNOWN_BATCH', batch_name);
    if (program && batch.program_row_id !== program.id)
      refuseRow('batch_name', 'BATCH_OF_OTHER_PROGRAM', batch_name);
    return batch;
  }
}

export async function loadProgramsAndBatches(
  { db, scope }: PlanContext,
  rows: readonly ProgramAndBatchNames[],
): Promise<ProgramsAndBatches> {
  const select = db.selectFrom('programs').select(['id', 'program_id', 'program_name']);
  const byCode = await loadInChunks(
    rows.map(({ program_id }) => program_id),
    (chunk) => select.where('program_id', 'in', chunk).execute(),
  );
  const byName = await loadInChunks(
    rows.map(({ program_name }) => program_name && sortKey(program_name)),
    (chunk) => select.where('program_name_sort', 'in', chunk).execute(),
  );
  const batches = await loadInChunks(
    rows.map(({ batch_name }) => batch_name && sortKey(batch_name)),
    (chunk) =>
      db
        .selectFrom('batches')
        .select(['id', 'batch_name', 'program_row_id', 'academic_year'])
        .where('batch_name_sort', 'in', chunk)
        .where(scope.batches)
        .execute(),
  );
  return new ProgramsAndBatches(distinctRows(byCode, byName), batches);
}
