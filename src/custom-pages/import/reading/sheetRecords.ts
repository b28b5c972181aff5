import type { CsvRecord } from '../../../ui/csvText';
import type { DateOf } from './cellDates';
import { mostColumns, mostRows, Unreadable } from './sheet';
import { attribute, textIn, unescaped } from './xml';

interface SheetContext {
  strings: readonly string[];
  dates: DateOf;
}

const opening = /<(?:\w+:)?(row|c)(\s[^<>]*?)?(\/?)>/g;
const value = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</;
const rightmost = 16_384;

/** The rows of a sheet's XML that have anything in them, with their numbers. Fails with Unreadable. */
export function sheetRecords(xml: string, context: SheetContext): CsvRecord[] {
  const records: CsvRecord[] = [];
  const tag = new RegExp(opening);
  let cells: string[] = [];
  let line = 0;
  const finish = () => {
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells });
    if (records.length > mostRows + 1) throw new Unreadable({ kind: 'tooManyRows' });
  };
  for (let found = tag.exec(xml); found; found = tag.exec(xml)) {
    const [, name, inside = '', closed] = found;
    if (name === 'row') {
      finish();
      cells = [];
      line = Number(attribute(inside, 'r') ?? line + 1);
      continue;
    }
    const column = columnOf(/(?:^|\s)r="([A-Z]{1,3})/.exec(inside)?.[1]) ?? cells.length;
    if (column >= rightmost) throw new Unreadable({ kind: 'unreadable' });
    if (closed) continue;
    const end = cellEnd(xml, tag.lastIndex);
    const text = cellText(inside, xml.slice(tag.lastIndex, end), context);
    tag.lastIndex = end;
    if (text === '') continue;
    // Of the header every column counts; below it nothing stands under a column that is none.
    if (column >= mostColumns && records.length > 0) continue;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
  finish();
  return records;
}

/** Where `</c>` stands; a cell that is never closed is no workbook. */
function cellEnd(xml: string, from: number): number {
  for (let at = xml.indexOf('</', from); at >= 0; at = xml.indexOf('</', at + 2)) {
    const name = /^<\/(?:\w+:)?(\w+)>/.exec(xml.slice(at, at + 24))?.[1];
    if (name === 'c') return at;
    if (name === 'row') break;
  }
  throw new Unreadable({ kind: 'unreadable' });
}

/** `A` is 0, `AB` is 27. */
function columnOf(letters: string | undefined): number | null {
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellText(inside: string, xml: string, { strings, dates }: SheetContext): string {
  const type = /(?:^|\s)t="(\w+)"/.exec(inside)?.[1];
  if (type === 'inlineStr') return textIn(xml);
  const raw = unescaped(value.exec(xml)?.[1] ?? '');
  if (raw === '' || type === 'str' || type === 'e') return raw;
  if (type === 's') return strings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return numberText(raw, /(?:^|\s)s="(\d+)"/.exec(inside)?.[1], dates);
}

function numberText(raw: string, style: string | undefined, dates: DateOf): string {
  const number = Number(raw);
  if (Number.isNaN(number)) return raw;
  // A spreadsheet shows fifteen digits of what it stores in binary.
  return dates(Number(style ?? 0), number) ?? String(Number(number.toPrecision(15)));
}
