import { type CellFormatter, createCellFormatter, formatNumber } from './cellFormats';
import { type CsvRecord, maxHeaderRecords, maxRows } from './csvText';
import { type MergedArea, parseColumn, parseMergedArea } from './mergedAreas';
import type { SheetReading } from './readSource';
import { readOrProblem, maxColumns, type Reading, createSheet, Unreadable } from './sheet';
import { attribute, listAttributes, trimCellText, readTags, TextCollector, unescapeXml } from './xml';
import { UnpacksTooBig, unpackEntries } from './zip';

type WorkbookParts = Record<string, Uint8Array>;

/** Bytes of all unpacked files together: a small archive must not expand to a huge one. */
const maxUnpackedBytes = 160 * 1_048_576;

const neededPaths =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

/** No real workbook has more sheets. */
const maxSheets = 255;

/** Returns the sheets in order. Throws Unreadable if the bytes are not a workbook. */
export function readWorkbookSheets(bytes: Uint8Array): SheetReading[] {
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
  const format = createCellFormatter(styles, isFrom1904);
  const sheetTags = listAttributes(workbook, 'sheet');
  if (sheetTags.length === 0) throw new Unreadable({ kind: 'unreadable' });
  if (sheetTags.length > maxSheets) throw new Unreadable({ kind: 'unpacksTooBig' });
  // Several sheets may refer to the same file.
  const readings = new Map<string, Reading<SheetContent>>();
  return sheetTags.map((attributes, position) => {
    const name = attribute(attributes, 'name') ?? '';
    const target = targets.get(attribute(attributes, 'id')) ?? `xl/worksheets/sheet${position + 1}.xml`;
    const reading =
      readings.get(target) ?? readOrProblem(() => readRecords(readPart(parts, target), { strings, format }));
    readings.set(target, reading);
    const isHidden = /hidden/i.test(attribute(attributes, 'state') ?? '');
    if ('problem' in reading) return { name, position, isHidden, ...reading };
    return {
      name,
      position,
      isHidden,
      ...readOrProblem(() => ({ sheet: createSheet(name, position, reading.records, reading.mergedAreas) })),
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

interface SheetContent {
  records: CsvRecord[];
  mergedAreas: MergedArea[];
}

interface SheetContext {
  strings: readonly string[];
  format: CellFormatter;
}

const maxCellColumn = 16_384;

interface OpenCell {
  column: number;
  attributes: string;
  value: string;
}

/** The non-empty rows with their line numbers. Throws Unreadable. */
function readRecords(xml: string, context: SheetContext): SheetContent {
  const records: CsvRecord[] = [];
  const mergedAreas: MergedArea[] = [];
  const inline = new TextCollector();
  let cells: string[] = [];
  let columns = 0;
  let line = 0;
  let isHidden = false;
  let cell: OpenCell | null = null;
  const finishRow = () => {
    if (cells.some((text) => text !== '')) records.push({ line, cells, ...(isHidden && { isHidden }) });
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
      isHidden = /(?:^|\s)hidden=["'](?:1|true)["']/.test(attributes);
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
    } else if (name === 'mergeCell') {
      const area = parseMergedArea(attribute(attributes, 'ref') ?? '');
      if (area && mergedAreas.length < maxMergedAreas) mergedAreas.push(area);
    } else if (cell) {
      if (name === 'v' && kind === 'open') cell.value ||= tag.text;
      else inline.add(tag);
    }
  }
  if (cell) throw new Unreadable({ kind: 'unreadable' });
  finishRow();
  return { records, mergedAreas };
}

/** Each row of the largest list may have some areas. */
const maxMergedAreas = 4 * maxRows;

const parseRowNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;

function cellText(
  attributes: string,
  value: string,
  inline: string,
  { strings, format }: SheetContext,
): string {
  const type = /(?:^|\s)t="(\w+)"/.exec(attributes)?.[1];
  if (type === 'inlineStr') return inline;
  const raw = trimCellText(unescapeXml(value));
  if (raw === '' || type === 'str' || type === 'e') return raw;
  if (type === 's') return strings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return formatNumber(raw, /(?:^|\s)s="(\d+)"/.exec(attributes)?.[1], format);
}
