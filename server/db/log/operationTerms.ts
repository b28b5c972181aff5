import { indexWords, splitLogTerms } from '../search/searchIndex';
import type { Trx } from '../schema';

export async function indexLogTerms(trx: Trx, texts: readonly (string | null)[]): Promise<string[]> {
  const terms = splitLogTerms(texts.filter((text) => text !== null));
  await indexWords(trx, terms);
  return terms;
}
