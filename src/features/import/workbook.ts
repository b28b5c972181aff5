import { type CsvRecord, maxHeaderRecords, maxRows } from './csvText';
import { readOrProblem, maxColumns, type Reading, type Sheet, createSheet, Unreadable } from './sheet';
import { attribute, listAttributes, trimCellText, readTags, TextCollector, unescapeXml } from './xml';
import { UnpacksTooBig, unpackEntries } from './zip';

type WorkbookParts = Record<string, Uint8Array>;

/** Bytes of all unpacked files together: a small archive must not expand to a huge one. */
const maxUnpackedBytes = 160 * 1_048_576;

const neededPaths =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

type WorkbookSheet = { name: string; position: number } & Reading<{ sheet: Sheet }>;

/** No real workbook has more sheets. */
const maxSheets = 255;

/** Returns the sheets in order. Throws Unreadable if the bytes are not a workbook. */
export function readWorkbookSheets(bytes: Uint8Array): WorkbookSheet[] {
  const parts = unpackParts(bytes);
  const workbook = readPart(parts, 'xl/workbook.xml', 'packed');
  const targets = new Map(
    listAttributes(readPart(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((attributes) => [
      attribute(attributes, 'Id'),
      resolvePath(attribute(attributes, 'Target') ?? ''),
    ]),
  );
  const strings = readSharedStrings(
    parts['xl/sharedstrings.xml'] ? readPart(parts, 'xl/sharedStrings.xml') : '',
  );
  const isFrom1904 = listAttributes(workbook, 'workbookPr').some((attributes) =>
    /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? ''),
  );
  const styles = parts['xl/styles.xml'] ? readPart(parts, 'xl/styles.xml') : '';
  const formatDate = createDateFormatter(styles, isFrom1904);
  const sheetTags = listAttributes(workbook, 'sheet');
  if (sheetTags.length === 0) throw new Unreadable({ kind: 'unreadable' });
  if (sheetTags.length > maxSheets) throw new Unreadable({ kind: 'unpacksTooBig' });
  // Several sheets may refer to the same file.
  const readings = new Map<string, Reading<{ records: CsvRecord[] }>>();
  return sheetTags.map((attributes, position) => {
    const name = attribute(attributes, 'name') ?? '';
    const target = targets.get(attribute(attributes, 'id')) ?? `xl/worksheets/sheet${position + 1}.xml`;
    const reading =
      readings.get(target) ??
      readOrProblem(() => ({ records: readRecords(readPart(parts, target), { strings, formatDate }) }));
    readings.set(target, reading);
    if ('problem' in reading) return { name, position, ...reading };
    return {
      name,
      position,
      ...readOrProblem(() => ({ sheet: createSheet(name, position, reading.records) })),
    };
  });
}

function unpackParts(bytes: Uint8Array): WorkbookParts {
  try {
    const entries = unpackEntries(bytes, (name) => neededPaths.test(name), maxUnpackedBytes);
    return Object.fromEntries(Object.entries(entries).map(([name, part]) => [name.toLowerCase(), part]));
  } catch (failure) {
    throw new Unreadable({ kind: failure instanceof UnpacksTooBig ? 'unpacksTooBig' : 'unreadable' });
  }
}

function readPart(
  parts: WorkbookParts,
  path: string,
  kindIfMissing: 'unreadable' | 'packed' = 'unreadable',
): string {
  const part = parts[path.toLowerCase()];
  if (!part) throw new Unreadable({ kind: kindIfMissing });
  return new TextDecoder().decode(part);
}

const resolvePath = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  const text = new TextCollector();
  for (const tag of readTags(xml)) {
    if (tag.name !== 'si') text.add(tag);
    else if (tag.kind !== 'open') strings.push(text.take());
  }
  return strings;
}

interface SheetContext {
  strings: readonly string[];
  formatDate: FormatDate;
}

const maxCellColumn = 16_384;

interface OpenCell {
  column: number;
  attributes: string;
  value: string;
}

/** The non-empty rows with their line numbers. Throws Unreadable. */
function readRecords(xml: string, context: SheetContext): CsvRecord[] {
  const records: CsvRecord[] = [];
  const inline = new TextCollector();
  let cells: string[] = [];
  let columns = 0;
  let line = 0;
  let cell: OpenCell | null = null;
  const finishRow = () => {
    if (cells.some((text) => text !== '')) records.push({ line, cells });
    if (records.length > maxRows + maxHeaderRecords) throw new Unreadable({ kind: 'tooManyRows' });
  };
  const addCell = ({ column, attributes, value }: OpenCell) => {
    const text = cellText(attributes, value, inline.take(), context);
    // The first rows may contain the header, so only later rows lose columns over the limit.
    if (text === '' || (column >= maxColumns && records.length >= maxHeaderRecords)) return;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  for (const tag of readTags(xml)) {
    const { name, kind, attributes } = tag;
    if (name === 'row') {
      // The file ends inside a cell, so the workbook is invalid.
      if (cell) throw new Unreadable({ kind: 'unreadable' });
      if (kind === 'close') continue;
      finishRow();
      [cells, columns] = [[], 0];
      line = parseRowNumber(attribute(attributes, 'r')) ?? line + 1;
    } else if (name === 'c') {
      if (kind === 'close') {
        if (cell) addCell(cell);
        cell = null;
        continue;
      }
      if (cell) throw new Unreadable({ kind: 'unreadable' });
      const column: number = parseColumn(/(?:^|\s)r="([A-Z]{1,3})/.exec(attributes)?.[1]) ?? columns;
      if (column >= maxCellColumn) throw new Unreadable({ kind: 'unreadable' });
      columns = column + 1;
      if (kind === 'open') cell = { column, attributes, value: '' };
    } else if (cell) {
      if (name === 'v' && kind === 'open') cell.value ||= tag.text;
      else inline.add(tag);
    }
  }
  if (cell) throw new Unreadable({ kind: 'unreadable' });
  finishRow();
  return records;
}

const parseRowNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;

/** `A` is 0, `AB` is 27. */
function parseColumn(letters: string | undefined): number | null {
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellText(
  attributes: string,
  value: string,
  inline: string,
  { strings, formatDate }: SheetContext,
): string {
  const type = /(?:^|\s)t="(\w+)"/.exec(attributes)?.[1];
  if (type === 'inlineStr') return inline;
  const raw = trimCellText(unescapeXml(value));
  if (raw === '' || type === 'str' || type === 'e') return raw;
  if (type === 's') return strings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return formatNumber(raw, /(?:^|\s)s="(\d+)"/.exec(attributes)?.[1], formatDate);
}

function formatNumber(raw: string, style: string | undefined, formatDate: FormatDate): string {
  const number = Number(raw);
  if (Number.isNaN(number)) return raw;
  // Spreadsheets also show at most 15 digits of a binary number.
  return formatDate(Number(style ?? 0), number) ?? String(Number(number.toPrecision(15)));
}

/** Null if the style of the cell is not a date. */
type FormatDate = (style: number, value: number) => string | null;

const dayMs = 86_400_000;

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Parses `styles.xml`. `isFrom1904` selects the calendar of old Macintosh files. */
function createDateFormatter(xml: string, isFrom1904: boolean): FormatDate {
  const custom = new Map(
    listAttributes(xml, 'numFmt').map((attributes) => [
      Number(attribute(attributes, 'numFmtId')),
      (attribute(attributes, 'formatCode') ?? '').slice(0, maxFormat),
    ]),
  );
  const isDate = readCellFormats(xml).map((id) => {
    const format = custom.get(id);
    return format === undefined ? isBuiltInDate(id) : isDateFormat(format);
  });
  return (style, value) => (isDate[style] === true ? formatSerialDate(value, isFrom1904) : null);
}

function readCellFormats(xml: string): number[] {
  const formatIds: number[] = [];
  let isInCellFormats = false;
  for (const { name, kind, attributes } of readTags(xml)) {
    if (name === 'cellXfs') isInCellFormats = kind === 'open';
    else if (isInCellFormats && name === 'xf' && kind !== 'close')
      formatIds.push(Number(attribute(attributes, 'numFmtId')));
  }
  return formatIds;
}

const maxFormat = 255;

// Colours, conditions, quoted text and escaped characters do not describe a date.
const isDateFormat = (format: string) =>
  /[dyYD]|m+[-/.\s]/.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/General/gi, ''));

/** `2024-08-18`, or `2024-08-18 10:30` with a time. Null if the number is not a date. */
function formatSerialDate(value: number, isFrom1904: boolean): string | null {
  const origin = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const time = origin + Math.round(value * 86_400) * 1_000;
  if (!(value >= 0 && value < 2_958_466)) return null;
  const text = new Date(time).toISOString();
  return time % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
