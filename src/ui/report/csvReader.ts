/** A record of the file, with the line on which it begins; the header is usually line 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

export interface CsvReading {
  /** Those that have anything in them. */
  records: CsvRecord[];
  /** Where a record begins whose quotation mark is not closed, or closed in a later line; null where none is. */
  openQuote: number | null;
}

interface Limits {
  /** Records that have anything in them; reading ends behind the last. */
  records: number;
}

/** Columns of the widest spreadsheet; cells behind them are passed over. */
const maxCells = 16_384;

const quote = 0x22;
const lineEnd = 0x0a;
const isBlank = (code: number) => code === 0x20 || code === 0x09 || code === 0xa0;

/**
 * The records of a text whose lines end in `\n`. Every sign is looked at a fixed number of times, whatever a file is
 * made of: a reader that looks ahead from each quotation mark takes minutes for a small file made to that end.
 */
export function readRecords(text: string, separator: string, limits: Limits): CsvReading {
  const records: CsvRecord[] = [];
  const separatorCode = separator.charCodeAt(0);
  let openQuote: number | null = null;
  let at = 0;
  let line = 1;

  /** Where the mark closes that opens at `from`; its text, and whether a mark inside of it was left bare. */
  const quoted = (from: number) => {
    let hasBare = false;
    let hasPair = false;
    let breaks = 0;
    for (let seen = from + 1; seen < text.length; seen += 1) {
      const code = text.charCodeAt(seen);
      if (code === lineEnd) breaks += 1;
      if (code !== quote) continue;
      if (text.charCodeAt(seen + 1) === quote) {
        hasPair = true;
        seen += 1;
        continue;
      }
      let after = seen + 1;
      while (
        after < text.length &&
        text.charCodeAt(after) !== separatorCode &&
        isBlank(text.charCodeAt(after))
      )
        after += 1;
      const next = after < text.length ? text.charCodeAt(after) : lineEnd;
      if (next === separatorCode || next === lineEnd) {
        const inside = text.slice(from + 1, seen);
        return { cell: hasPair ? inside.replaceAll('""', '"') : inside, end: after, hasBare, breaks };
      }
      hasBare = true;
    }
    return null;
  };

  const unquotedEnd = (from: number) => {
    let end = from;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === separatorCode || code === lineEnd) break;
    }
    return end;
  };

  while (at < text.length && records.length < limits.records) {
    const record: CsvRecord = { line, cells: [] };
    let hasText = false;
    let hasBare = false;
    let breaks = 0;
    for (;;) {
      let cell: string;
      if (text.charCodeAt(at) === quote) {
        const found = quoted(at);
        if (!found) return { records, openQuote: openQuote ?? line };
        ({ cell, end: at } = found);
        hasBare ||= found.hasBare;
        breaks += found.breaks;
      } else {
        const end = unquotedEnd(at);
        cell = text.slice(at, end);
        at = end;
      }
      if (record.cells.length < maxCells) record.cells.push(cell);
      hasText ||= cell.trim() !== '';
      if (at >= text.length || text.charCodeAt(at) === lineEnd) break;
      at += 1;
    }
    at += 1;
    line += 1 + breaks;
    // A mark inside a cell that goes on over a line end: it may have swallowed the row behind it.
    if (hasBare && breaks > 0) openQuote ??= record.line;
    if (hasText) records.push(record);
  }
  return { records, openQuote };
}
