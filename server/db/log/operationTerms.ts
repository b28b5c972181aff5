import { learnWords, loggedTerms } from '../search/searchIndex';
import type { Trx } from '../schema';

/** The distinct search terms of an entry of a log, whose words the search knows from then on. */
export async function logTerms(trx: Trx, texts: readonly (string | null)[]): Promise<string[]> {
  const terms = loggedTerms(texts.filter((text) => text !== null));
  await learnWords(trx, terms);
  return terms;
}
