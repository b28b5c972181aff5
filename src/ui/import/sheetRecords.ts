import type { DateOf } from './cellDates';
import { type CsvRecord, maxAbove, maxRows } from './csvText';
import { maxColumns, Unreadable } from './sheet';
import { attribute, shortened, tagsIn, TextGatherer, unescaped } from './xml';

interface SheetContext {
  strings: readonly string[];
  dates: DateOf;
}

const rightmost = 16_384;

interface OpenCell {
  column: number;
  inside: string;
  value: string;
}

/** The rows of a sheet's XML that have anything in them, with their numbers. Fails with Unreadable. */
export function sheetRecords(xml: string, context: SheetContext): CsvRecord[] {
  const records: CsvRecord[] = [];
  const inline = new TextGatherer();
  let cells: string[] = [];
  let columns = 0;
  let line = 0;
  let cell: OpenCell | null = null;
  const finish = () => {
    if (cells.some((text) => text !== '')) records.push({ line, cells });
    if (records.length > maxRows + maxAbove) throw new Unreadable({ kind: 'tooManyRows' });
  };
  const put = ({ column, inside, value }: OpenCell) => {
    const text = cellText(inside, value, inline.take(), context);
    // Where the header may stand every column counts; below it nothing stands under a column that is none.
    if (text === '' || (column >= maxColumns && records.length >= maxAbove)) return;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  for (const tag of tagsIn(xml)) {
    const { name, kind, inside } = tag;
    if (name === 'row') {
      // A cell that is never closed is no workbook.
      if (cell) throw new Unreadable({ kind: 'unreadable' });
      if (kind === 'close') continue;
      finish();
      [cells, columns] = [[], 0];
      line = rowNumber(attribute(inside, 'r')) ?? line + 1;
    } else if (name === 'c') {
      if (kind === 'close') {
        if (cell) put(cell);
        cell = null;
        continue;
      }
      if (cell) throw new Unreadable({ kind: 'unreadable' });
      const column: number = columnOf(/(?:^|\s)r="([A-Z]{1,3})/.exec(inside)?.[1]) ?? columns;
      if (column >= rightmost) throw new Unreadable({ kind: 'unreadable' });
      columns = column + 1;
      if (kind === 'open') cell = { column, inside, value: '' };
    } else if (cell) {
      if (name === 'v' && kind === 'open') cell.value ||= tag.text;
      else inline.meet(tag);
    }
  }
  if (cell) throw new Unreadable({ kind: 'unreadable' });
  finish();
  return records;
}

const rowNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;

/** `A` is 0, `AB` is 27. */
function columnOf(letters: string | undefined): number | null {
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellText(inside: string, value: string, inline: string, { strings, dates }: SheetContext): string {
  const type = /(?:^|\s)t="(\w+)"/.exec(inside)?.[1];
  if (type === 'inlineStr') return inline;
  const raw = shortened(unescaped(value));
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
