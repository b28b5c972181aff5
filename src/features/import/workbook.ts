import { type CsvRecord, maxAbove, maxRows } from './csvText';
import { readOrProblem, maxColumns, type Reading, type Sheet, sheetOf, Unreadable } from './sheet';
import { attribute, attributesOf, trimCellText, tagsIn, TextCollector, unescapeXml } from './xml';
import { TooMuch, unpackEntries } from './zip';

/** The files in the workbook's archive, by path in lower case. */
type Parts = Record<string, Uint8Array>;

/** Bytes of all parts together when unpacked: a small file must not expand to a huge one. */
const maxUnpacked = 160 * 1_048_576;

const wantedPaths =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

/** A sheet of a workbook by its name, or why it cannot be used. */
type WorkbookSheet = { name: string; position: number } & Reading<{ sheet: Sheet }>;

/** Far more sheets than any real workbook has. */
const maxSheets = 255;

/** The sheets of an .xlsx file, in order. Fails with Unreadable if it is not a workbook. */
export function workbookSheets(bytes: Uint8Array): WorkbookSheet[] {
  const parts = unpackParts(bytes);
  const workbook = textOf(parts, 'xl/workbook.xml', 'packed');
  const targets = new Map(
    attributesOf(textOf(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((attributes) => [
      attribute(attributes, 'Id'),
      pathOf(attribute(attributes, 'Target') ?? ''),
    ]),
  );
  const strings = sharedStrings(parts['xl/sharedstrings.xml'] ? textOf(parts, 'xl/sharedStrings.xml') : '');
  const isFrom1904 = attributesOf(workbook, 'workbookPr').some((attributes) =>
    /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? ''),
  );
  const styles = parts['xl/styles.xml'] ? textOf(parts, 'xl/styles.xml') : '';
  const dates = dateStyles(styles, isFrom1904);
  const sheetTags = attributesOf(workbook, 'sheet');
  if (sheetTags.length === 0) throw new Unreadable({ kind: 'unreadable' });
  if (sheetTags.length > maxSheets) throw new Unreadable({ kind: 'unpacksTooBig' });
  // Sheets with the same part share its records.
  const readings = new Map<string, Reading<{ records: CsvRecord[] }>>();
  return sheetTags.map((attributes, position) => {
    const name = attribute(attributes, 'name') ?? '';
    const target = targets.get(attribute(attributes, 'id')) ?? `xl/worksheets/sheet${position + 1}.xml`;
    const reading =
      readings.get(target) ??
      readOrProblem(() => ({ records: sheetRecords(textOf(parts, target), { strings, dates }) }));
    readings.set(target, reading);
    if ('problem' in reading) return { name, position, ...reading };
    return { name, position, ...readOrProblem(() => ({ sheet: sheetOf(name, position, reading.records) })) };
  });
}

function unpackParts(bytes: Uint8Array): Parts {
  try {
    const entries = unpackEntries(bytes, (name) => wantedPaths.test(name), maxUnpacked);
    return Object.fromEntries(Object.entries(entries).map(([name, part]) => [name.toLowerCase(), part]));
  } catch (failure) {
    throw new Unreadable({ kind: failure instanceof TooMuch ? 'unpacksTooBig' : 'unreadable' });
  }
}

/** The text of a part. Fails with Unreadable if it is missing. */
function textOf(parts: Parts, path: string, kindIfMissing: 'unreadable' | 'packed' = 'unreadable'): string {
  const found = parts[path.toLowerCase()];
  if (!found) throw new Unreadable({ kind: kindIfMissing });
  return new TextDecoder().decode(found);
}

const pathOf = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

function sharedStrings(xml: string): string[] {
  const found: string[] = [];
  const text = new TextCollector();
  for (const tag of tagsIn(xml)) {
    if (tag.name !== 'si') text.add(tag);
    else if (tag.kind !== 'open') found.push(text.take());
  }
  return found;
}

interface SheetContext {
  strings: readonly string[];
  dates: DateOf;
}

const maxCellColumn = 16_384;

interface OpenCell {
  column: number;
  attributes: string;
  value: string;
}

/** The rows of a sheet's XML that are not empty, with their line numbers. Fails with Unreadable. */
function sheetRecords(xml: string, context: SheetContext): CsvRecord[] {
  const records: CsvRecord[] = [];
  const inline = new TextCollector();
  let cells: string[] = [];
  let columns = 0;
  let line = 0;
  let cell: OpenCell | null = null;
  const finish = () => {
    if (cells.some((text) => text !== '')) records.push({ line, cells });
    if (records.length > maxRows + maxAbove) throw new Unreadable({ kind: 'tooManyRows' });
  };
  const put = ({ column, attributes, value }: OpenCell) => {
    const text = cellText(attributes, value, inline.take(), context);
    // In the first rows, where the header may be, every column counts; below them, columns over the maximum are ignored.
    if (text === '' || (column >= maxColumns && records.length >= maxAbove)) return;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  for (const tag of tagsIn(xml)) {
    const { name, kind, attributes } = tag;
    if (name === 'row') {
      // An unclosed cell: not a valid workbook.
      if (cell) throw new Unreadable({ kind: 'unreadable' });
      if (kind === 'close') continue;
      finish();
      [cells, columns] = [[], 0];
      line = rowNumber(attribute(attributes, 'r')) ?? line + 1;
    } else if (name === 'c') {
      if (kind === 'close') {
        if (cell) put(cell);
        cell = null;
        continue;
      }
      if (cell) throw new Unreadable({ kind: 'unreadable' });
      const column: number = columnOf(/(?:^|\s)r="([A-Z]{1,3})/.exec(attributes)?.[1]) ?? columns;
      if (column >= maxCellColumn) throw new Unreadable({ kind: 'unreadable' });
      columns = column + 1;
      if (kind === 'open') cell = { column, attributes, value: '' };
    } else if (cell) {
      if (name === 'v' && kind === 'open') cell.value ||= tag.text;
      else inline.add(tag);
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

function cellText(
  attributes: string,
  value: string,
  inline: string,
  { strings, dates }: SheetContext,
): string {
  const type = /(?:^|\s)t="(\w+)"/.exec(attributes)?.[1];
  if (type === 'inlineStr') return inline;
  const raw = trimCellText(unescapeXml(value));
  if (raw === '' || type === 'str' || type === 'e') return raw;
  if (type === 's') return strings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return numberText(raw, /(?:^|\s)s="(\d+)"/.exec(attributes)?.[1], dates);
}

function numberText(raw: string, style: string | undefined, dates: DateOf): string {
  const number = Number(raw);
  if (Number.isNaN(number)) return raw;
  // Rounded to 15 digits, as a spreadsheet shows its binary numbers.
  return dates(Number(style ?? 0), number) ?? String(Number(number.toPrecision(15)));
}

/** The date that a number stands for, if the style of its cell is a date; else null. */
type DateOf = (style: number, value: number) => string | null;

const dayMs = 86_400_000;

/** The built-in number formats for dates and times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** From `styles.xml`; `isFrom1904` is the calendar of old Macintosh files. */
function dateStyles(xml: string, isFrom1904: boolean): DateOf {
  const custom = new Map(
    attributesOf(xml, 'numFmt').map((attributes) => [
      Number(attribute(attributes, 'numFmtId')),
      (attribute(attributes, 'formatCode') ?? '').slice(0, maxFormat),
    ]),
  );
  const isDate = cellFormats(xml).map((id) => {
    const format = custom.get(id);
    return format === undefined ? isBuiltInDate(id) : isDateFormat(format);
  });
  return (style, value) => (isDate[style] === true ? dayOf(value, isFrom1904) : null);
}

function cellFormats(xml: string): number[] {
  const found: number[] = [];
  let isCells = false;
  for (const { name, kind, attributes } of tagsIn(xml)) {
    if (name === 'cellXfs') isCells = kind === 'open';
    else if (isCells && name === 'xf' && kind !== 'close')
      found.push(Number(attribute(attributes, 'numFmtId')));
  }
  return found;
}

/** Maximum length of a number format. */
const maxFormat = 255;

// Removes colours and conditions in brackets, quoted text and escaped characters: they are no date parts.
const isDateFormat = (format: string) =>
  /[dyYD]|m+[-/.\s]/.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/General/gi, ''));

/** `2024-08-18`, or `2024-08-18 10:30` if it has a time; null for a number that is no date. */
function dayOf(value: number, isFrom1904: boolean): string | null {
  const origin = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const time = origin + Math.round(value * 86_400) * 1_000;
  if (!(value >= 0 && value < 2_958_466)) return null;
  const text = new Date(time).toISOString();
  return time % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
