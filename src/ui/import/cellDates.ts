import { attribute, insidesOf, tagsIn } from './xml';

/** Says what a number means as a day, where the style of its cell makes it one; null where it does not. */
export type DateOf = (style: number, value: number) => string | null;

const dayMs = 86_400_000;

/** The formats that every workbook has for dates and times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** From `styles.xml`; `isFrom1904` is the calendar of old Macintosh files. */
export function dateStyles(xml: string, isFrom1904: boolean): DateOf {
  const custom = new Map(
    insidesOf(xml, 'numFmt').map((inside) => [
      Number(attribute(inside, 'numFmtId')),
      (attribute(inside, 'formatCode') ?? '').slice(0, maxFormat),
    ]),
  );
  const isDate = cellFormats(xml).map((id) => {
    const format = custom.get(id);
    return format === undefined ? isBuiltInDate(id) : isDateFormat(format);
  });
  return (style, value) => (isDate[style] === true ? dayOf(value, isFrom1904) : null);
}

/** The number formats of the cells, by their style. */
function cellFormats(xml: string): number[] {
  const found: number[] = [];
  let isCells = false;
  for (const { name, kind, inside } of tagsIn(xml)) {
    if (name === 'cellXfs') isCells = kind === 'open';
    else if (isCells && name === 'xf' && kind !== 'close') found.push(Number(attribute(inside, 'numFmtId')));
  }
  return found;
}

/** Signs of a format that a spreadsheet takes. */
const maxFormat = 255;

// Colours and conditions in brackets, text in quotes and single escaped signs say nothing of the kind.
const isDateFormat = (format: string) =>
  /[dyYD]|m+[-/.\s]/.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '').replace(/General/gi, ''));

/** `2024-08-18`, with the time where there is one; null outside of what a calendar has. */
function dayOf(value: number, isFrom1904: boolean): string | null {
  const origin = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const time = origin + Math.round(value * 86_400) * 1_000;
  if (!(value >= 0 && value < 2_958_466)) return null;
  const text = new Date(time).toISOString();
  return time % dayMs === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
