import { indexWords, splitLogTerms } from '../search/searchIndex';
import type { Trx } from '../schema';

/** Adds the words of a log entry to the search index. @returns its distinct search terms */
export async function logTerms(trx: Trx, texts: readonly (string | null)[]): Promise<string[]> {
  const terms = splitLogTerms(texts.filter((text) => text !== null));
  await indexWords(trx, terms);
  return terms;
}
