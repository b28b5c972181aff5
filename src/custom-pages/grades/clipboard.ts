import { cleanText } from '../../../contract/rules/arabicText';
import { safeCell } from '../../../contract/rules/spreadsheetCell';

export type TextTable = readonly (readonly string[])[];

/** Prefers HTML to tab-separated text, because HTML separates the cells reliably. */
export function readClipboard(clipboard: { html: string; text: string }): TextTable {
  const fromHtml = /<table[\s>]/i.test(clipboard.html) ? parseHtmlTable(clipboard.html) : [];
  return dropEmptyRows(fromHtml.length > 0 ? fromHtml : parseTabbedText(clipboard.text));
}

/**
 * CRLF, LF or CR ends a row. A quoted cell may contain tabs, line breaks and doubled quotation marks. A
 * quotation mark that does not enclose the whole cell is plain text.
 */
export function parseTabbedText(text: string): TextTable {
  const rows: string[][] = [[]];
  let position = 0;
  while (position < text.length) {
    const { cell, end } = readQuotedCell(text, position) ?? readPlainCell(text, position);
    rows.at(-1)?.push(cleanCell(cell));
    position = end;
    if (text[position] === '\t') {
      position += 1;
      if (position === text.length) rows.at(-1)?.push('');
    } else if (position < text.length) {
      position += text.startsWith('\r\n', position) ? 2 : 1;
      rows.push([]);
    }
  }
  return rows.filter(({ length }) => length > 0);
}

function readQuotedCell(text: string, start: number): { cell: string; end: number } | null {
  if (text[start] !== '"') return null;
  for (let position = start + 1; position < text.length; position += 1) {
    if (text[position] !== '"') continue;
    if (text[position + 1] === '"') {
      position += 1;
      continue;
    }
    const end = position + 1;
    if (end < text.length && !/[\t\r\n]/.test(text[end] ?? '')) return null;
    return { cell: text.slice(start + 1, position).replaceAll('""', '"'), end };
  }
  return null;
}

function readPlainCell(text: string, start: number): { cell: string; end: number } {
  const length = text.slice(start).search(/[\t\r\n]/);
  const end = length === -1 ? text.length : start + length;
  return { cell: text.slice(start, end), end };
}

/** Reads the first table. Only the first column of a merged cell has a text; the other columns are empty. */
export function parseHtmlTable(html: string): TextTable {
  const parsed = new DOMParser().parseFromString(removeStyles(html), 'text/html');
  const table = parsed.querySelector('table');
  return [...(table?.rows ?? [])].map((row) =>
    [...row.cells].flatMap((cell) => [
      exactNumber(cell) ?? cleanCell(cell.textContent ?? ''),
      ...Array<string>(Math.max(0, Math.min(cell.colSpan, 100) - 1)).fill(''),
    ]),
  );
}

/** The content security policy blocks the pasted styles, and the browser would log each of them. */
const removeStyles = (html: string): string =>
  html
    .replace(/<style[\s>][\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''));

/**
 * Returns the exact number if the spreadsheet sends it. The visible text may be rounded or have other digits.
 */
function exactNumber(cell: HTMLTableCellElement): string | null {
  const exact = cell.getAttribute('sdval') ?? cell.getAttribute('x:num');
  return exact !== null && /^-?\d+(\.\d+)?$/.test(exact) ? exact : null;
}

/** A spreadsheet marks a text with a leading apostrophe. */
const cleanCell = (text: string): string => cleanText(text).replace(/^'/, '');

function dropEmptyRows(table: TextTable): TextTable {
  const lastIndex = table.findLastIndex((row) => row.some((cell) => cell !== ''));
  return table.slice(0, lastIndex + 1);
}

export const toTabbedText = (table: TextTable): string =>
  table.map((row) => row.map((cell) => quote(safeCell(cell))).join('\t')).join('\r\n');

const quote = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns a right-to-left table. Student numbers stay text, so that they keep leading zeros. */
export function toHtmlTable(table: TextTable): string {
  const rows = table.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(safeCell(cell))}</td>`).join('')}</tr>`,
  );
  return `<meta charset="utf-8"><table dir="rtl">${rows.join('')}</table>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
