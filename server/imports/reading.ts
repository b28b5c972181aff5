import type { Kysely } from 'kysely';
import { foldArabic } from '../../contract/rules/arabicText';
import { chunks } from '../db/engine/chunks';
import type { Database } from '../db/schema';

/** Where a plan is made from: a transaction that goes on to write, or a look that writes nothing. */
export interface Reading {
  db: Kysely<Database>;
  now: Date;
}

const chunkSize = 1_000;

/** The rows found for values in parts, so that no statement grows without bound; without values, none. */
export async function rowsFor<V, R>(
  values: Iterable<V | null | undefined>,
  find: (part: V[]) => Promise<R[]>,
): Promise<R[]> {
  const distinct = [...new Set(values)].filter((value) => value !== null && value !== undefined);
  const found: R[] = [];
  for (const part of chunks(distinct, chunkSize)) for (const row of await find(part)) found.push(row);
  return found;
}

/** What a name means among the rows that have it: the very one, or the only one that is written much like it. */
export function findByName<R>(
  rows: readonly R[],
  name: string,
  nameOf: (row: R) => string,
): R | 'several' | null {
  const same = rows.filter((row) => nameOf(row) === name);
  const alike = same.length > 0 ? same : rows.filter((row) => foldCached(nameOf(row)) === foldCached(name));
  return alike.length > 1 ? 'several' : (alike[0] ?? null);
}

const maxFolded = 5_000;
const known = new Map<string, string>();

/** As `foldArabic`, kept: a request compares each of its names with each other one. */
export function foldCached(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= maxFolded) known.clear();
  const fold = foldArabic(text);
  known.set(text, fold);
  return fold;
}
