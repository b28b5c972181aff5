import type { Compilable } from 'kysely';
import type { Db } from '../schema';

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

/** @param build receives placeholders, so it may only pass them to the query */
export function compiledOnce<Row, Values extends object = Record<never, never>>(
  names: readonly (keyof Values & string)[],
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
  const compiledQuery = oncePerDatabase((db) => build(db, placeholders as Values).compile());
  return async (db, values) => {
    const query = compiledQuery(db);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
