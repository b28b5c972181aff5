/** Everything that differs between SQLite and PostgreSQL. */
import type { ColumnBuilderCallback, CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import { PostgresAdapter, sql } from 'kysely';
import type { ErrorCode } from '../../../contract/errors';
import { connectionLost } from './postgresPool';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Which database a connection is of. */
export const kindOf = <D>(db: Kysely<D>): DatabaseKind =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** Where a part of a text begins, in letters from 1; 0 if the text does not have it. */
export const placeOf = <D>(db: Kysely<D>, text: RawBuilder<unknown>, part: RawBuilder<unknown>) =>
  kindOf(db) === 'postgres' ? sql<number>`strpos(${text}, ${part})` : sql<number>`instr(${text}, ${part})`;

/**
 * The values of a group as one text, separated by commas, without those that are null; null if it has none. All lists of a
 * statement have the same order. Thousands of values are read several times as fast as from rows of their own.
 */
export const listOf = <D>(db: Kysely<D>, value: RawBuilder<unknown>) =>
  kindOf(db) === 'postgres'
    ? sql<string | null>`string_agg((${value})::text, ',')`
    : sql<string | null>`group_concat(${value})`;

type ColumnType = 'integer' | 'bigint' | RawBuilder<unknown>;

/** The types of columns that a migration uses. */
export interface ColumnTypes {
  /** A 64-bit row number that is never used again, even after a deletion. */
  id: { type: ColumnType; build: ColumnBuilderCallback };
  /** A column that holds the number of a row. */
  rowNumber: ColumnType;
  /** Whether `integer` has 64 bits. */
  areNumbersWide: boolean;
  /** Text in code-point order, so that both databases sort folded Arabic alike. */
  text: RawBuilder<unknown>;
  real: RawBuilder<unknown>;
  /** Orders an index of a nullable column like the lists. */
  nullsFirst: RawBuilder<unknown>;
  /** A table that has only its primary key. */
  keyOnly: <B extends CreateTableBuilder<string, string>>(table: B) => B;
  /** A field of a JSON object in a column; null if it is missing. Numbers may be returned as text. */
  fieldOfJson: (column: string, field: string) => RawBuilder<unknown>;
}

const types: Record<DatabaseKind, ColumnTypes> = {
  sqlite: {
    id: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
    rowNumber: 'integer',
    areNumbersWide: true,
    text: sql`text`,
    real: sql`real`,
    nullsFirst: sql``,
    keyOnly: (table) => table.modifyEnd(sql`without rowid`) as typeof table,
    fieldOfJson: (column, field) => sql`${sql.ref(column)} ->> ${sql.lit(field)}`,
  },
  postgres: {
    id: { type: 'bigint', build: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
    rowNumber: 'bigint',
    areNumbersWide: false,
    text: sql`text collate "C"`,
    real: sql`double precision`,
    nullsFirst: sql`nulls first`,
    keyOnly: (table) => table,
    fieldOfJson: (column, field) => sql`${sql.ref(column)}::json ->> ${sql.lit(field)}`,
  },
};

export const columnTypes = (kind: DatabaseKind): ColumnTypes => types[kind];

interface Holdable<Q> {
  forNoKeyUpdate(): Q;
}

/**
 * Locks the rows of a query until the transaction ends; rows that only refer to them can still be written. SQLite has
 * one writer and needs no lock.
 */
export function forNoKeyUpdate<Q extends Holdable<Q>>(kind: DatabaseKind, query: Q): Q {
  return kind === 'postgres' ? query.forNoKeyUpdate() : query;
}

/** The name of the lock of recorded writes. */
export const recordedWrites = 'recorded writes';

/** Makes transactions with the same lock name wait for each other; SQLite's writes always wait for each other. */
export const advisoryLock = (kind: DatabaseKind, name: string): RawBuilder<unknown> | null =>
  kind === 'postgres' ? sql`select pg_advisory_xact_lock(hashtext(${name}))` : null;

/** The error code of PostgreSQL if `recordedTurn` finds a newer schema. */
export const newerSchemaCode = 'RASDN';

/**
 * Takes the lock of a recorded write: exclusive, or shared with others of its kind. On PostgreSQL it fails if a newer
 * version has changed the schema, also during the wait, because each statement of a block sees what was committed
 * before it. Null for SQLite, which has one writer.
 */
export const recordedTurn = (
  kind: DatabaseKind,
  isAlone: boolean,
  newestStep: string,
): RawBuilder<unknown> | null =>
  kind === 'postgres'
    ? sql.raw(`do $$ begin
        perform pg_advisory_xact_lock${isAlone ? '' : '_shared'}(hashtext('${recordedWrites}'));
        if exists (select from kysely_migration where name > '${newestStep}') then
          raise exception 'newer schema' using errcode = '${newerSchemaCode}';
        end if;
      end $$`)
    : null;

/** Passes rows as one JSON parameter: for very many rows faster than a parameter for each value. */
export function rowsInJson(
  kind: DatabaseKind,
  columns: Record<string, 'text' | 'bigint'>,
  rows: readonly Record<string, unknown>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const each = Object.entries(columns);
  if (kind === 'sqlite')
    return sql`select ${sql.join(each.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))} from json_each(${json})`;
  const typed = each.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`select * from json_to_recordset(${json}::json) as found (${sql.join(typed)})`;
}

/** Numbers as a table of one column, for `in`: any number of them is one parameter. */
export const numbersInJson = (kind: DatabaseKind, numbers: readonly number[]): RawBuilder<unknown> =>
  kind === 'sqlite'
    ? sql`select value from json_each(${JSON.stringify(numbers)})`
    : sql`select value::bigint from json_array_elements_text(${JSON.stringify(numbers)}::json)`;

/** Maximum parameters of one statement. */
export const parameterLimit = 30_000;

type Failure = {
  code: Extract<ErrorCode, 'DUPLICATE' | 'HAS_DEPENDENTS' | 'VALIDATION' | 'BUSY' | 'STORAGE_FULL'>;
  column: string | null;
};

const failures: readonly [RegExp, Failure['code']][] = [
  [/^(SQLITE_CONSTRAINT_UNIQUE|SQLITE_CONSTRAINT_PRIMARYKEY|23505)$/, 'DUPLICATE'],
  [/^(SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/, 'HAS_DEPENDENTS'],
  [/^(SQLITE_CONSTRAINT_CHECK|SQLITE_CONSTRAINT_NOTNULL|23514|23502|22003|22021|22P05)$/, 'VALIDATION'],
  [/^(SQLITE_FULL|53100)$/, 'STORAGE_FULL'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_IOERR|25P03|55P03|57014|40P01|40001|53300|57P0|08)/, 'BUSY'],
  // Error codes of a lost or missing connection to the database.
  [
    /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EMFILE|ENFILE)$/,
    'BUSY',
  ],
];

/** What an error of either database means to a caller; null for other errors. */
export function databaseFailure(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  if (connectionLost.test(error.message)) return { code: 'BUSY', column: null };
  if (!('code' in error) || typeof error.code !== 'string') return null;
  const found = failures.find(([pattern]) => pattern.test(String(error.code)));
  if (!found) return null;
  const column = /failed: \w+\.(\w+)/.exec(error.message)?.[1];
  const constraint = 'constraint' in error ? String(error.constraint) : null;
  return { code: found[1], column: column ?? constraint };
}

/** Whether the same work may be tried again, because another transaction blocked it. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(SQLITE_BUSY|40P01|40001)/.test(String(error.code));
