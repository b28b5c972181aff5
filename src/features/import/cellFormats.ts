import { attribute, listAttributes, readTags } from './xml';

/** The text of a number as its format shows it. Null for formats that do not change the meaning. */
export type CellFormatter = (style: number, value: number) => string | null;

export function formatNumber(raw: string, style: string | undefined, format: CellFormatter): string {
  const number = Number(raw);
  if (Number.isNaN(number)) return raw;
  return format(Number(style ?? 0), number) ?? shortNumber(number);
}

/** Spreadsheets also show at most 15 digits of a binary number. */
const shortNumber = (number: number) => String(Number(number.toPrecision(15)));

/** Parses `styles.xml`. `isFrom1904` selects the calendar of old Macintosh files. */
export function createCellFormatter(xml: string, isFrom1904: boolean): CellFormatter {
  const custom = new Map(
    listAttributes(xml, 'numFmt').map((attributes) => [
      Number(attribute(attributes, 'numFmtId')),
      (attribute(attributes, 'formatCode') ?? '').slice(0, maxFormat),
    ]),
  );
  const formats = readFormatIds(xml).map((id) => parseFormat(id, custom.get(id)));
  return (style, value) => {
    const format = formats[style];
    switch (format?.kind) {
      case 'date':
        return formatSerialDate(value, isFrom1904);
      case 'percent':
        return `${shortNumber(value * 100)}%`;
      case 'zeros':
        return Number.isInteger(value) && value >= 0 ? String(value).padStart(format.digits, '0') : null;
      default:
        return null;
    }
  };
}

function readFormatIds(xml: string): number[] {
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

type Format = { kind: 'date' | 'percent' } | { kind: 'zeros'; digits: number } | null;

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Excel does not store the codes of its own formats. */
function parseFormat(id: number, code: string | undefined): Format {
  if (code === undefined)
    return isBuiltInDate(id) ? { kind: 'date' } : id === 9 || id === 10 ? { kind: 'percent' } : null;
  // Colours, conditions, quoted text and escaped characters are no signs of the format.
  const signs = code.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/General/gi, '');
  if (/[dyYD]|m+[-/.\s]/.test(signs)) return { kind: 'date' };
  if (signs.includes('%')) return { kind: 'percent' };
  // The first section is for positive numbers.
  const [zeros] = /^0+(?=;|$)/.exec(signs.trim()) ?? [''];
  return zeros.length > 1 ? { kind: 'zeros', digits: zeros.length } : null;
}

const dayMs = 86_400_000;

/** `2024-08-18`, or `2024-08-18 10:30` with a time. Null if the number is not a date. */
function formatSerialDate(value: number, isFrom1904: boolean): string | null {
  const origin = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const time = origin + Math.round(value * 86_400) * 1_000;
  if (!(value >= 0 && value < 2_958_466)) return null;
  const text = new Date(time).toISOString();
  return time % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
