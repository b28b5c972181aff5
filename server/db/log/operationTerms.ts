import { searchTerms } from '../../../contract/rules/arabicText';
import type { Db } from '../schema';

/** Adds the search terms of an operation: what was done, to which record, by whom. */
export async function learnOperation(
  db: Db,
  operation_id: number,
  texts: readonly (string | null)[],
): Promise<void> {
  const rows = termsOf(texts).map((term) => ({ term, operation_id }));
  if (rows.length > 0) await db.insertInto('operation_terms').values(rows).execute();
}

/** The distinct search terms of these texts. */
export const termsOf = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : searchTerms(text)))),
];
