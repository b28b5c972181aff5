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

/**
 * A query that is built and compiled once per database, for calls that are made very often.
 * @param samples values that stand nowhere else among the parameters of the query; those of a run take their places
 */
export function compiledOnce<Row, Values extends Readonly<Record<string, number | string>>>(
  samples: Values,
  build: (db: Db, samples: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const names = new Map<unknown, string>(Object.entries(samples).map(([name, sample]) => [sample, name]));
  const statementOf = oncePerDatabase((db) => {
    const statement = build(db, samples).compile();
    return { statement, names: statement.parameters.map((parameter) => names.get(parameter)) };
  });
  return async (db, values) => {
    const { statement, names: places } = statementOf(db);
    const parameters = statement.parameters.map((parameter, place) => {
      const name = places[place];
      return name === undefined ? parameter : values[name];
    });
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows;
  };
}
