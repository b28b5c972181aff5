import { foldDigits } from '../../../contract/rules/arabicText';
import { parsePercent } from '../../../contract/rules/importsGrades';
import { mergedTexts, textsAbove } from './mergedAreas';
import type { HeadedSheet } from './sheet';

/** `group`: a batch, programme, circle or subject, which a sheet may write once for several rows. */
export type CellReading = 'group' | 'day' | 'mark';

/** How the cells of whole columns are read. */
export interface ColumnReadings {
  /** Number of rows with a value from a merged area. */
  mergedRows: number;
  /** Empty cells below a text, by field. The user decides whether they have the text above. */
  blanks: { field: string; count: number; isFilled: boolean }[];
  /** Fields of columns with days such as `11/23/2026`. */
  monthFirst: string[];
}

type RowTexts = ReadonlyMap<number, string>;

/** The cells of the mapped columns, read as the user sees them in the spreadsheet. */
export class SheetCells {
  readonly #columns: [field: string, column: number][];
  readonly #merged = new Map<string, RowTexts>();
  readonly #above = new Map<string, RowTexts>();
  readonly #monthFirst = new Set<string>();
  /** By field of a column with both kinds of marks: whether its percentages are refused. */
  readonly #isPercentRefused = new Map<string, boolean>();
  readonly #filled: Set<string>;

  constructor(
    readonly sheet: HeadedSheet,
    fields: readonly (string | null)[],
    { readings, filledBlanks, isRecord }: CellOptions,
  ) {
    this.#columns = fields.flatMap((field, column) => (field === null ? [] : [[field, column]]));
    this.#filled = new Set(filledBlanks);
    const { rows, mergedAreas = [] } = sheet;
    const texts = (column: number) =>
      rows.flatMap(({ cells }, index) => (isRecord(index) ? [cells[column] ?? ''] : []));
    for (const [field, column] of this.#columns)
      switch (readings[field]) {
        case 'group':
          this.#merged.set(field, mergedTexts(rows, mergedAreas, column));
          this.#above.set(field, textsAbove(rows, column, isRecord));
          break;
        case 'day':
          if (isMonthFirst(texts(column))) this.#monthFirst.add(field);
          break;
        case 'mark': {
          const counts = countMarkKinds(texts(column));
          if (counts.percent > 0 && counts.plain > 0)
            this.#isPercentRefused.set(field, counts.percent < counts.plain);
          break;
        }
        case undefined:
      }
  }

  record(index: number): Record<string, string> {
    const cells = this.sheet.rows[index]?.cells ?? [];
    return Object.fromEntries(
      this.#columns.map(([field, column]) => [field, this.#cell(field, index, cells[column] ?? '')]),
    );
  }

  #cell(field: string, index: number, text: string): string {
    if (this.#monthFirst.has(field)) return toYearFirst(text) ?? text;
    if (text.trim() !== '') return text;
    const blankText = this.#filled.has(field) ? this.#above.get(field)?.get(index) : undefined;
    return this.#merged.get(field)?.get(index) ?? blankText ?? text;
  }

  /** A field whose mark is of another kind than the other marks of its column. */
  findMixedMark(record: Readonly<Record<string, string>>): string | undefined {
    return [...this.#isPercentRefused].find(([field, isPercentRefused]) => {
      const kind = markKind(record[field] ?? '');
      return kind !== null && (kind === 'percent') === isPercentRefused;
    })?.[0];
  }

  fill(field: string, isFilled: boolean): void {
    if (isFilled) this.#filled.add(field);
    else this.#filled.delete(field);
  }

  get filledBlanks(): string[] {
    return [...this.#filled];
  }

  /** Counts only the rows that are imported. */
  readings(isIncluded: (index: number) => boolean): ColumnReadings {
    const merged = new Set([...this.#merged.values()].flatMap((texts) => [...texts.keys()]));
    const blanks = [...this.#above].flatMap(([field, texts]) => {
      const mergedOfField = this.#merged.get(field);
      const count = [...texts.keys()].filter(
        (index) => isIncluded(index) && !mergedOfField?.has(index),
      ).length;
      const isFilled = this.#filled.has(field);
      return count > 0 || isFilled ? [{ field, count, isFilled }] : [];
    });
    return { mergedRows: [...merged].filter(isIncluded).length, blanks, monthFirst: [...this.#monthFirst] };
  }
}

export interface CellOptions {
  readings: Readonly<Partial<Record<string, CellReading>>>;
  /** Fields whose empty cells have the text above. */
  filledBlanks: readonly string[];
  /** False for a line that is no record, which neither gives nor needs a text. */
  isRecord: (index: number) => boolean;
}

const twoNumbersAndYear = /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4})(?!\d)/;

/** Without a number above 12, or with contradicting ones, the first number is the day. */
function isMonthFirst(texts: readonly string[]): boolean {
  let hasMonthFirst = false;
  for (const text of texts) {
    const [, first, second] = twoNumbersAndYear.exec(foldDigits(text)) ?? [];
    if (Number(first) > 12) return false;
    hasMonthFirst ||= Number(second) > 12;
  }
  return hasMonthFirst;
}

function toYearFirst(text: string): string | null {
  const match = twoNumbersAndYear.exec(foldDigits(text));
  return match && `${match[3]}-${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}`;
}

/** Null for a text without a number. Zero is of both kinds. */
function markKind(text: string): 'percent' | 'plain' | null {
  if (parsePercent(text) !== null) return 'percent';
  return /[1-9]/.test(foldDigits(text)) ? 'plain' : null;
}

function countMarkKinds(texts: readonly string[]): Record<'percent' | 'plain', number> {
  const counts = { percent: 0, plain: 0 };
  for (const text of texts) {
    const kind = markKind(text);
    if (kind !== null) counts[kind] += 1;
  }
  return counts;
}
