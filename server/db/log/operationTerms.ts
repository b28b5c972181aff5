import { searchTerms } from '../../../contract/rules/arabicText';
import type { Db } from '../schema';

/** Makes an operation findable by what was done, to which record, by whom. */
export async function learnOperation(
  db: Db,
  operation_id: number,
  texts: readonly (string | null)[],
): Promise<void> {
  const terms = new Set(texts.flatMap((text) => (text === null ? [] : searchTerms(text))));
  if (terms.size === 0) return;
  const rows = [...terms].map((term) => ({ term, operation_id }));
  await db.insertInto('operation_terms').values(rows).execute();
}
