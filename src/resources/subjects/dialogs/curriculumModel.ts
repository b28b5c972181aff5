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
  /** Text in the paste field that is not in the list yet. */
  pasted: string;
}

export const longestItem = 300;
export const maxItems = 2_000;
export const maxPages = 604;

/** The form for stored settings; without them the defaults: free text, no items, one page. */
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

/** The typed number of pages; null if it is not 0-604 in halves. */
export function pagesOf(typed: number | string): number | null {
  const pages = parseDefaultPages(typed);
  return pages !== null && pages <= maxPages ? pages : null;
}

export const isListed = ({ content_type }: Pick<CurriculumForm, 'content_type'>) =>
  content_type === fixedListContent;

/** Whether the paste field has text that a save would lose. */
export const hasLeftOver = (form: CurriculumForm) => isListed(form) && cleanName(form.pasted) !== '';

/** Why lines cannot be added, and the line that causes it, if it is one. */
type Pasted = { items: string[] } | { problem: 'NOTHING' | 'TOO_MANY' | 'TOO_LONG'; line?: number };

/** The list with the pasted lines added at the end, or why they cannot be added. */
export function withPasted(items: readonly string[], text: string): Pasted {
  const added = parsePastedItems(text);
  if (added.length === 0) return { problem: 'NOTHING' };
  const long = added.findIndex((item) => item.length > longestItem);
  if (long >= 0) return { problem: 'TOO_LONG', line: long + 1 };
  if (items.length + added.length > maxItems) return { problem: 'TOO_MANY' };
  return { items: [...items, ...added] };
}

export const withoutItems = (items: readonly string[], places: ReadonlySet<number>) =>
  items.filter((_, place) => !places.has(place));

/** The list with one item changed; the same list if the new text is empty. */
export function withItem(items: readonly string[], place: number, typed: string): string[] {
  const text = cleanName(typed).slice(0, longestItem);
  return items.map((item, at) => (at === place && text !== '' ? text : item));
}

/** Moves the selected items up (-1) or down (1), except those at the end; with their new indexes. */
export function moved(items: readonly string[], places: ReadonlySet<number>, direction: -1 | 1) {
  const list = items.map((item, place) => ({ item, isMarked: places.has(place) }));
  const inTurn = direction === -1 ? [...list.keys()] : [...list.keys()].toReversed();
  for (const place of inTurn) {
    const [one, other] = [list[place], list[place + direction]];
    if (!one?.isMarked || !other || other.isMarked) continue;
    list[place] = other;
    list[place + direction] = one;
  }
  return {
    items: list.map(({ item }) => item),
    places: new Set(list.flatMap(({ isMarked }, place) => (isMarked ? [place] : []))),
  };
}
