import type { Db } from '../schema';

const maxValues = 500;
const caches = new WeakMap<Db, Map<string, { changes: number; value: unknown }>>();

/**
 * Caches a value in the memory of this server while a counter of the database stays the same.
 * @param key identifies the value within its database
 * @param readChanges reads a counter that rises in the transaction of each write that can change the value
 */
export async function cachedUntilChange<T>(
  db: Db,
  key: string,
  readChanges: (db: Db) => Promise<number>,
  load: () => Promise<T>,
): Promise<T> {
  const cache = caches.get(db) ?? new Map<string, { changes: number; value: unknown }>();
  caches.set(db, cache);
  const changes = await readChanges(db);
  const cached = cache.get(key);
  if (cached?.changes === changes) return cached.value as T;
  const value = await load();
  // A write may have ended between the two reads. Then nobody knows to which count the value belongs.
  if ((await readChanges(db)) !== changes) return value;
  cache.delete(key);
  cache.set(key, { changes, value });
  const [oldest] = cache.keys();
  if (cache.size > maxValues && oldest !== undefined) cache.delete(oldest);
  return value;
}
