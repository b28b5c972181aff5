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
