import { indexWords, splitLogTerms } from '../search/searchIndex';
import type { Trx } from '../schema';

/** @returns the terms of the texts, whose words it adds to the search index */
export async function indexLogTerms(trx: Trx, texts: readonly (string | null)[]): Promise<string[]> {
  const terms = splitLogTerms(texts.filter((text) => text !== null));
  await indexWords(trx, terms);
  return terms;
}
