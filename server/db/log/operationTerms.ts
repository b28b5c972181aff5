import { searchTerms } from '../../../contract/rules/arabicText';
import type { Db } from '../schema';

/** Makes an operation findable by what was done, to which record, by whom. */
export async function learnOperation(
  db: Db,
  operation_id: number,
  texts: readonly (string | null)[],
): Promise<void> {
  const rows = termsOf(texts).map((term) => ({ term, operation_id }));
  if (rows.length > 0) await db.insertInto('operation_terms').values(rows).execute();
}

/** The words by which something with these texts is found, each once. */
export const termsOf = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : searchTerms(text)))),
];
