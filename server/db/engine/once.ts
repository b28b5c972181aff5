import type { Compilable } from 'kysely';
import type { Db } from '../schema';

/**
 * Builds a query once per database and caches it: building a select with many columns takes longer than running it for
 * one row. Kysely builders are immutable.
 */
export function oncePerDatabase<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    if (!built.has(db)) built.set(db, known);
    return known;
  };
}

/** Stands in a compiled query for the value of a later run. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * A query that is built and compiled once per database, for calls that are made very often.
 * @param names of its parameters
 * @param build must only pass the values on to the query, since it gets placeholders
 */
export function compiledOnce<Row, Values extends object = Record<never, never>>(
  names: readonly (keyof Values & string)[],
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
  const queryOf = oncePerDatabase((db) => build(db, placeholders as Values).compile());
  return async (db, values) => {
    const query = queryOf(db);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
