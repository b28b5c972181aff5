import { cleanText } from '../../../contract/rules/arabicText';
import { safeCell } from '../../../contract/rules/spreadsheetCell';

/** Rows of cells, as text. */
export type TextTable = readonly (readonly string[])[];

/** Reads the table on the clipboard: from its HTML, where cells are certain, else from its tab-separated text. */
export function readClipboard(clipboard: { html: string; text: string }): TextTable {
  const fromHtml = /<table[\s>]/i.test(clipboard.html) ? parseHtmlTable(clipboard.html) : [];
  return dropEmptyEnd(fromHtml.length > 0 ? fromHtml : parseTabbedText(clipboard.text));
}

/**
 * Reads tab-separated text: CRLF, LF or CR ends a row. A cell in quotation marks may contain tabs, line breaks and
 * doubled quotation marks; an unclosed quotation mark, or one closed inside a cell, is plain text.
 */
export function parseTabbedText(text: string): TextTable {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = quotedCell(text, at) ?? plainCell(text, at);
    rows.at(-1)?.push(cellText(cell));
    at = end;
    if (text[at] === '\t') {
      at += 1;
      if (at === text.length) rows.at(-1)?.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      rows.push([]);
    }
  }
  return rows.filter(({ length }) => length > 0);
}

function quotedCell(text: string, start: number): { cell: string; end: number } | null {
  if (text[start] !== '"') return null;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') {
      at += 1;
      continue;
    }
    const end = at + 1;
    if (end < text.length && !/[\t\r\n]/.test(text[end] ?? '')) return null;
    return { cell: text.slice(start + 1, at).replaceAll('""', '"'), end };
  }
  return null;
}

function plainCell(text: string, start: number): { cell: string; end: number } {
  const length = text.slice(start).search(/[\t\r\n]/);
  const end = length === -1 ? text.length : start + length;
  return { cell: text.slice(start, end), end };
}

/** The first table of an HTML text. A merged cell has its text in its first column; the others are empty. */
export function parseHtmlTable(html: string): TextTable {
  const page = new DOMParser().parseFromString(removeStyles(html), 'text/html');
  const table = page.querySelector('table');
  return [...(table?.rows ?? [])].map((row) =>
    [...row.cells].flatMap((cell) => [
      numberOf(cell) ?? cellText(cell.textContent ?? ''),
      ...Array<string>(Math.max(0, Math.min(cell.colSpan, 100) - 1)).fill(''),
    ]),
  );
}

/** The security policy refuses styles of another page, and the browser would log each one. */
const removeStyles = (html: string): string =>
  html
    .replace(/<style[\s>][\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''));

/** The exact number, if the spreadsheet sends it: the displayed text may be rounded or in other digits. */
function numberOf(cell: HTMLTableCellElement): string | null {
  const exact = cell.getAttribute('sdval') ?? cell.getAttribute('x:num');
  return exact !== null && /^-?\d+(\.\d+)?$/.test(exact) ? exact : null;
}

/** A leading apostrophe is how spreadsheets mark text. */
const cellText = (text: string): string => cleanText(text).replace(/^'/, '');

function dropEmptyEnd(table: TextTable): TextTable {
  const last = table.findLastIndex((row) => row.some((cell) => cell !== ''));
  return table.slice(0, last + 1);
}

/** Tabbed text as Excel and LibreOffice write it. */
export const toTabbedText = (table: TextTable): string =>
  table.map((row) => row.map((cell) => quote(safeCell(cell))).join('\t')).join('\r\n');

const quote = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The same as an HTML table, from right to left; student numbers stay text, with their leading zeros. */
export function toHtmlTable(table: TextTable): string {
  const rows = table.map(
    (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(safeCell(cell))}</td>`).join('')}</tr>`,
  );
  return `<meta charset="utf-8"><table dir="rtl">${rows.join('')}</table>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
