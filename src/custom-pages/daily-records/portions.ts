import { foldArabic, queryWords } from '../../../contract/rules/arabicText';

const folded = new Map<string, string>();

function foldedPortion(item: string): string {
  const known = folded.get(item) ?? foldArabic(item);
  folded.set(item, known);
  return known;
}

/** The portions of a list in which every word of the query stands, in any spelling and order. */
export function matchingPortions(items: readonly string[], query: string): string[] {
  const words = queryWords(query);
  return items.filter((item) => words.every((word) => foldedPortion(item).includes(word)));
}
