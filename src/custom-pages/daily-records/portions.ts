import { foldArabic, queryWords } from '../../../contract/rules/arabicText';

const folded = new Map<string, string>();

function foldedPortion(item: string): string {
  const known = folded.get(item) ?? foldArabic(item);
  folded.set(item, known);
  return known;
}

/**
 * The portions of a list in which every word of the query stands, in any spelling and order; first those that have the
 * words in the order in which they were typed.
 */
export function matchingPortions(items: readonly string[], query: string): string[] {
  const words = queryWords(query);
  const found = items.filter((item) => words.every((word) => foldedPortion(item).includes(word)));
  const isInOrder = (item: string) => areInOrder(foldedPortion(item), words);
  return [...found.filter(isInOrder), ...found.filter((item) => !isInOrder(item))];
}

function areInOrder(text: string, words: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const place = text.indexOf(word, from);
    from = place + word.length;
    return place !== -1;
  });
}
