import { dateStyles } from './cellDates';
import type { CsvRecord } from './csvText';
import { caught, type Sheet, sheetOf, type Reading, Unreadable } from './sheet';
import { sheetRecords } from './sheetRecords';
import { attribute, insidesOf, tagsIn, TextGatherer } from './xml';
import { TooMuch, unpackedEntries } from './zip';

/** By path, in small letters. */
type Parts = Record<string, Uint8Array>;

/** Megabytes of all parts that are read, unpacked: a small file must not become a huge one. */
const maxUnpacked = 160 * 1_048_576;

const wanted =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

/** A sheet of a workbook by its name, or why it cannot be used. */
export type WorkbookSheet = { name: string; position: number } & Reading<{ sheet: Sheet }>;

/** Sheets of a workbook; none has nearly as many. */
const maxSheets = 255;

/** Every sheet of an .xlsx, in their order. Fails with Unreadable for what is no workbook. */
export function workbookSheets(bytes: Uint8Array): WorkbookSheet[] {
  const parts = unpacked(bytes);
  const workbook = textOf(parts, 'xl/workbook.xml', 'packed');
  const targets = new Map(
    insidesOf(textOf(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((inside) => [
      attribute(inside, 'Id'),
      pathOf(attribute(inside, 'Target') ?? ''),
    ]),
  );
  const strings = sharedStrings(parts['xl/sharedstrings.xml'] ? textOf(parts, 'xl/sharedStrings.xml') : '');
  const isFrom1904 = insidesOf(workbook, 'workbookPr').some((inside) =>
    /^(?:1|true)$/.test(attribute(inside, 'date1904') ?? ''),
  );
  const styles = parts['xl/styles.xml'] ? textOf(parts, 'xl/styles.xml') : '';
  const dates = dateStyles(styles, isFrom1904);
  const named = insidesOf(workbook, 'sheet');
  if (named.length === 0) throw new Unreadable({ kind: 'unreadable' });
  if (named.length > maxSheets) throw new Unreadable({ kind: 'unpacksTooBig' });
  // Sheets that name one part share what was read of it.
  const read = new Map<string, Reading<{ records: CsvRecord[] }>>();
  return named.map((inside, position) => {
    const name = attribute(inside, 'name') ?? '';
    const target = targets.get(attribute(inside, 'id')) ?? `xl/worksheets/sheet${position + 1}.xml`;
    const reading =
      read.get(target) ??
      caught(() => ({ records: sheetRecords(textOf(parts, target), { strings, dates }) }));
    read.set(target, reading);
    if ('problem' in reading) return { name, position, ...reading };
    return { name, position, ...caught(() => ({ sheet: sheetOf(name, position, reading.records) })) };
  });
}

function unpacked(bytes: Uint8Array): Parts {
  try {
    const entries = unpackedEntries(bytes, (name) => wanted.test(name), maxUnpacked);
    return Object.fromEntries(Object.entries(entries).map(([name, part]) => [name.toLowerCase(), part]));
  } catch (failure) {
    throw new Unreadable({ kind: failure instanceof TooMuch ? 'unpacksTooBig' : 'unreadable' });
  }
}

/** Fails with Unreadable: `otherwise` says what the file is where it lacks the part. */
function textOf(parts: Parts, path: string, otherwise: 'unreadable' | 'packed' = 'unreadable'): string {
  const found = parts[path.toLowerCase()];
  if (!found) throw new Unreadable({ kind: otherwise });
  return new TextDecoder().decode(found);
}

const pathOf = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

function sharedStrings(xml: string): string[] {
  const found: string[] = [];
  const text = new TextGatherer();
  for (const tag of tagsIn(xml)) {
    if (tag.name !== 'si') text.meet(tag);
    else if (tag.kind !== 'open') found.push(text.take());
  }
  return found;
}
