import { getDocumentProxy } from 'unpdf';

/** Texts at the same height, from right to left. */
export interface PdfLine {
  page: number;
  items: string[];
}

export async function readPdfLines(pdf: Uint8Array): Promise<{ pages: number; lines: PdfLine[] }> {
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
    const sortedLines = [...heights].toSorted(([a], [b]) => b - a);
    for (const [, texts] of sortedLines)
      lines.push({ page, items: texts.toSorted((a, b) => b.x - a.x).map(({ text }) => text) });
  }
  await document.destroy();
  return { pages: lines.at(-1)?.page ?? 0, lines };
}

/** Width and height of each page in whole millimetres. */
export async function readPageSizes(pdf: Uint8Array): Promise<[number, number][]> {
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

/** Sorted letters without diacritics, because PDF readers swap letters and split words. */
export const sortLetters = (...texts: (string | number | null)[]): string =>
  texts
    .map((text) => String(text ?? '—'))
    .join('')
    .replace(/[\s\u200B\u064B-\u0652]/g, '')
    .split('')
    .toSorted()
    .join('');

export const hasLine = (lines: readonly PdfLine[], cells: readonly (string | number | null)[]): boolean =>
  lines.some(({ items }) => sortLetters(...items) === sortLetters(...cells));

const removeMarks = (text: string): string => text.replace(/[\u064B-\u0652]/g, '');

/** Words without diacritics and without the ligature لا. PDF readers swap the letters of the ligature. */
export const findableWords = (...texts: string[]): string[] =>
  texts
    .flatMap((text) => text.split(' '))
    .filter((word) => word !== '' && !/ل[آأإا]|[\u064B-\u0652]/.test(word));

/** Words without diacritics. */
export const collectWords = (lines: readonly PdfLine[]): Set<string> =>
  new Set(lines.flatMap(({ items }) => items.map(removeMarks)));
