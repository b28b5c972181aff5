import { unzipSync, type Unzipped } from 'fflate';
import { dateStyles } from './cellDates';
import { type Sheet, sheetOf, type Reading, Unreadable } from './sheet';
import { sheetRecords } from './sheetRecords';
import { attribute, tags, textIn } from './xml';

/** Megabytes of all parts that are read, unpacked: a small file must not become a huge one. */
const mostUnpacked = 160 * 1_048_576;

const wanted =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

/** A sheet of a workbook by its name, or why it cannot be used. */
export type WorkbookSheet = { name: string; position: number } & Reading<{ sheet: Sheet }>;

/** Every sheet of an .xlsx, in their order. Fails with Unreadable for what is no workbook. */
export function workbookSheets(bytes: Uint8Array): WorkbookSheet[] {
  const parts = unpacked(bytes);
  const workbook = textOf(parts, 'xl/workbook.xml');
  const targets = new Map(
    tags(textOf(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').map((inside) => [
      attribute(inside, 'Id'),
      pathOf(attribute(inside, 'Target') ?? ''),
    ]),
  );
  const strings = sharedStrings(textOf(parts, 'xl/sharedStrings.xml', ''));
  const isFrom1904 = tags(workbook, 'workbookPr').some((inside) =>
    /^(?:1|true)$/.test(attribute(inside, 'date1904') ?? ''),
  );
  const dates = dateStyles(textOf(parts, 'xl/styles.xml', ''), isFrom1904);
  const sheets = tags(workbook, 'sheet').map((inside, position) => {
    const name = attribute(inside, 'name') ?? '';
    const target = targets.get(attribute(inside, 'id')) ?? `xl/worksheets/sheet${position + 1}.xml`;
    return { name, position, ...readSheet(name, position, () => textOf(parts, target), { strings, dates }) };
  });
  if (sheets.length === 0) throw new Unreadable({ kind: 'unreadable' });
  return sheets;
}

function readSheet(
  name: string,
  position: number,
  xml: () => string,
  context: Parameters<typeof sheetRecords>[1],
): Reading<{ sheet: Sheet }> {
  try {
    return { sheet: sheetOf(name, position, sheetRecords(xml(), context)) };
  } catch (failure) {
    if (failure instanceof Unreadable) return { problem: failure.problem };
    throw failure;
  }
}

function unpacked(bytes: Uint8Array): Unzipped {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!wanted.test(name)) return false;
        total += originalSize;
        if (total > mostUnpacked) throw new Unreadable({ kind: 'unpacksTooBig' });
        return true;
      },
    });
  } catch (failure) {
    if (failure instanceof Unreadable) throw failure;
    throw new Unreadable({ kind: 'unreadable' });
  }
}

function textOf(parts: Unzipped, path: string, otherwise?: string): string {
  const found = parts[path] ?? parts[Object.keys(parts).find((name) => same(name, path)) ?? ''];
  if (found) return new TextDecoder().decode(found);
  if (otherwise === undefined) throw new Unreadable({ kind: 'unreadable' });
  return otherwise;
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const pathOf = (target: string) =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

function sharedStrings(xml: string): string[] {
  return [...xml.matchAll(/<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(
    ([, inside = '']) => textIn(inside),
  );
}
