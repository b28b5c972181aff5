import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import type { Db } from '../schema';
import { type DatabaseKind, databaseKind } from './dialect';

/** Building a select of many columns takes longer than running it. Kysely builders are immutable. */
export function oncePerDatabase<T>(build: (db: Db) => T): (db: Db) => T {
  const cache = new WeakMap<Db, T>();
  return (db) => {
    const value = cache.get(db) ?? build(db);
    if (!cache.has(db)) cache.set(db, value);
    return value;
  };
}

class Placeholder {
  constructor(readonly name: string) {}
}

type Query<Row> = Compilable<Row> | RawBuilder<Row>;

/**
 * Compiles a statement once for all databases of a kind, and for their transactions.
 * @param build receives placeholders, so it may only pass them to the query
 */
export function compiledOnce<Row, Values extends object = Record<never, never>>(
  names: readonly (keyof Values & string)[],
  build: (db: Db, values: Values) => Query<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
  const compiledQueries = new Map<DatabaseKind, CompiledQuery<Row>>();
  const compile = (db: Db) => {
    const kind = databaseKind(db);
    let compiledQuery = compiledQueries.get(kind);
    if (!compiledQuery) {
      compiledQuery = build(db, placeholders as Values).compile(db);
      compiledQueries.set(kind, compiledQuery);
    }
    return compiledQuery;
  };
  return async (db, values) => {
    const { parameters: sources, ...query } = compile(db);
    const parameters = sources.map((source) =>
      source instanceof Placeholder ? values[source.name as keyof Values] : source,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
