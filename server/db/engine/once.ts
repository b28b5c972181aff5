import type { Db } from '../schema';

/**
 * Keeps what is built for a database. Putting a select with many columns together takes longer than running it for
 * one row, and builders never change.
 */
export function oncePerDatabase<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    if (!built.has(db)) built.set(db, known);
    return known;
  };
}
