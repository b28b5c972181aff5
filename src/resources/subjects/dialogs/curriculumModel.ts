import { cleanName } from '../../../../contract/rules/arabicText';
import { parseDefaultPages, pagesWhenEmpty, parsePastedItems } from '../../../../contract/rules/curriculum';
import type { Curriculum } from '../../../../contract/subjectSettings';
import {
  type CurriculumContentType,
  fixedListContent,
  freeTextContent,
} from '../../../../contract/vocabulary';

export interface CurriculumForm {
  content_type: CurriculumContentType;
  curriculum_items: string[];
  require_pages_count: boolean;
  default_pages: number | string;
  /** The text of the paste field. Its lines are not in the list yet. */
  pasted: string;
}

export const maxItemLength = 300;
export const maxItems = 2_000;
export const maxPages = 604;

/** The defaults: free text, no items, one page. */
export function curriculumForm(stored: Partial<Curriculum> | null): CurriculumForm {
  return {
    content_type: stored?.content_type ?? freeTextContent,
    curriculum_items: stored?.curriculum_items ?? [],
    require_pages_count: stored?.require_pages_count ?? false,
    default_pages: stored?.default_pages ?? pagesWhenEmpty,
    pasted: '',
  };
}

export type CurriculumBody = {
  content_type: CurriculumContentType;
  curriculum_items: string[];
  require_pages_count: boolean;
  default_pages: number;
  version?: number;
};

/** Accepts 0 to 604 in steps of a half; otherwise returns null. */
export function parsePages(typed: number | string): number | null {
  const pages = parseDefaultPages(typed);
  return pages !== null && pages <= maxPages ? pages : null;
}

export const isFixedList = ({ content_type }: Pick<CurriculumForm, 'content_type'>) =>
  content_type === fixedListContent;

/** True if a save would lose text in the paste field. */
export const hasUnaddedText = (form: CurriculumForm) => isFixedList(form) && cleanName(form.pasted) !== '';

/** `line` is the number of the first line that is too long. */
type PasteResult = { items: string[] } | { problem: 'NOTHING' | 'TOO_MANY' | 'TOO_LONG'; line?: number };

export function addPastedItems(items: readonly string[], text: string): PasteResult {
  const addedItems = parsePastedItems(text);
  if (addedItems.length === 0) return { problem: 'NOTHING' };
  const longIndex = addedItems.findIndex((item) => item.length > maxItemLength);
  if (longIndex >= 0) return { problem: 'TOO_LONG', line: longIndex + 1 };
  if (items.length + addedItems.length > maxItems) return { problem: 'TOO_MANY' };
  return { items: [...items, ...addedItems] };
}

export const removeItems = (items: readonly string[], indexes: ReadonlySet<number>) =>
  items.filter((_, index) => !indexes.has(index));

/** An empty text changes nothing. */
export function replaceItem(items: readonly string[], index: number, typed: string): string[] {
  const text = cleanName(typed).slice(0, maxItemLength);
  return items.map((item, itemIndex) => (itemIndex === index && text !== '' ? text : item));
}

/** Moves the selected items up (-1) or down (1). An item at the end of the list stays. */
export function moveItems(items: readonly string[], indexes: ReadonlySet<number>, direction: -1 | 1) {
  const list = items.map((item, index) => ({ item, isSelected: indexes.has(index) }));
  const order = direction === -1 ? [...list.keys()] : [...list.keys()].toReversed();
  for (const index of order) {
    const [current, neighbour] = [list[index], list[index + direction]];
    if (!current?.isSelected || !neighbour || neighbour.isSelected) continue;
    list[index] = neighbour;
    list[index + direction] = current;
  }
  return {
    items: list.map(({ item }) => item),
    indexes: new Set(list.flatMap(({ isSelected }, index) => (isSelected ? [index] : []))),
  };
}
