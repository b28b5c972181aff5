import { getDocumentProxy } from 'unpdf';

/** One line of a page: what stands at one height, from right to left. */
export interface PdfLine {
  page: number;
  items: string[];
}

/** The lines of a PDF, from its own text. */
export async function linesOf(pdf: Uint8Array): Promise<{ pages: number; lines: PdfLine[] }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const lines: PdfLine[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    const heights = new Map<number, { x: number; text: string }[]>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [x, y] = [Number(item.transform[4]), Math.round(Number(item.transform[5]))];
      heights.set(y, [...(heights.get(y) ?? []), { x, text: item.str }]);
    }
    const sorted = [...heights].toSorted(([a], [b]) => b - a);
    for (const [, found] of sorted)
      lines.push({ page, items: found.toSorted((a, b) => b.x - a.x).map(({ text }) => text) });
  }
  await document.destroy();
  return { pages: lines.at(-1)?.page ?? 0, lines };
}

/** Width and height of each page, in whole millimetres. */
export async function sizesOf(pdf: Uint8Array): Promise<[number, number][]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const sizes: [number, number][] = [];
  const millimetres = (points: number | undefined) => Math.round(((points ?? 0) / 72) * 25.4);
  for (let page = 1; page <= document.numPages; page += 1) {
    const { view } = await document.getPage(page);
    sizes.push([millimetres(view[2]), millimetres(view[3])]);
  }
  await document.destroy();
  return sizes;
}

/**
 * The characters of texts whatever their order and without the marks of vowels: a reader may take the two letters of a
 * ligature the other way round, give a mark to each letter of one shape, and cut words where it likes.
 */
export const lettersOf = (...texts: (string | number | null)[]): string =>
  texts
    .map((text) => String(text ?? '—'))
    .join('')
    .replace(/[\s\u200B\u064B-\u0652]/g, '')
    .split('')
    .toSorted()
    .join('');

/** Whether one line is made of exactly these cells. */
export const hasLine = (lines: readonly PdfLine[], cells: readonly (string | number | null)[]): boolean =>
  lines.some(({ items }) => lettersOf(...items) === lettersOf(...cells));

const withoutMarks = (text: string): string => text.replace(/[\u064B-\u0652]/g, '');

/**
 * The words of texts that a reader of a PDF finds and copies as they are written: all but those with لا, whose ligature
 * he takes the wrong way round, and those with marks of vowels.
 */
export const findableWords = (...texts: string[]): string[] =>
  texts
    .flatMap((text) => text.split(' '))
    .filter((word) => word !== '' && !/ل[آأإا]|[\u064B-\u0652]/.test(word));

/** The words of lines as they are found and copied, without the marks of vowels. */
export const wordsIn = (lines: readonly PdfLine[]): Set<string> =>
  new Set(lines.flatMap(({ items }) => items.map(withoutMarks)));
