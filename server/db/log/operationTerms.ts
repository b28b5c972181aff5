import { searchTerms } from '../../../contract/rules/arabicText';
import { learnWords, loggedTerms } from '../search/searchIndex';
import type { Db, Trx } from '../schema';

/** Adds the search terms of an operation as migrations before `0024` stored them. */
export async function learnOperation(
  db: Db,
  operation_id: number,
  texts: readonly (string | null)[],
): Promise<void> {
  const rows = [...new Set(written(texts).flatMap(searchTerms))].map((term) => ({ term, operation_id }));
  if (rows.length > 0) await db.insertInto('operation_terms').values(rows).execute();
}

const written = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null);

/** The distinct search terms of an entry of a log, whose words the search knows from then on. */
export async function logTerms(trx: Trx, texts: readonly (string | null)[]): Promise<string[]> {
  const terms = loggedTerms(written(texts));
  await learnWords(trx, terms);
  return terms;
}
