import type { CsvRecord } from './csvText';

export interface MergedArea {
  /** Index of the first column. */
  column: number;
  firstLine: number;
  lastLine: number;
}

/** `A` is 0, `AB` is 27. */
export function parseColumn(letters: string | undefined): number | null {
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Null for an invalid area, and for an area of one row. `ref` is, for example, `A2:B5`. */
export function parseMergedArea(ref: string): MergedArea | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(ref);
  const column = parseColumn(match?.[1]);
  const [firstLine, lastLine] = [Number(match?.[2]), Number(match?.[3])];
  return column === null || !(lastLine > firstLine) ? null : { column, firstLine, lastLine };
}

/**
 * The text of the merged area that covers each empty cell of the column, by row index. An area that begins in
 * the header or above it gives no text. The time is linear, also with overlapping areas.
 */
export function mergedTexts(
  rows: readonly CsvRecord[],
  areas: readonly MergedArea[],
  column: number,
): ReadonlyMap<number, string> {
  const lastLines = new Map<number, number>();
  for (const area of areas)
    if (area.column === column)
      lastLines.set(area.firstLine, Math.max(area.lastLine, lastLines.get(area.firstLine) ?? 0));
  const texts = new Map<number, string>();
  if (lastLines.size === 0) return texts;
  let open = { text: '', lastLine: 0 };
  for (const [index, { line, cells }] of rows.entries()) {
    const text = cells[column]?.trim() ?? '';
    const lastLine = lastLines.get(line);
    if (lastLine !== undefined) open = { text, lastLine };
    else if (text === '' && open.text !== '' && line <= open.lastLine) texts.set(index, open.text);
  }
  return texts;
}

/** The text above each empty cell of the column, by row index. `isSource` tells whether a row gives its text. */
export function textsAbove(
  rows: readonly CsvRecord[],
  column: number,
  isSource: (index: number) => boolean,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  let textAbove = '';
  for (const [index, { cells }] of rows.entries()) {
    if (!isSource(index)) continue;
    const text = cells[column]?.trim() ?? '';
    if (text !== '') textAbove = text;
    else if (textAbove !== '') texts.set(index, textAbove);
  }
  return texts;
}
