import { cleanLines, cleanName, cleanText, foldArabic, foldDigits, hasHidden } from './arabicText';
import { isFormula } from './spreadsheetCell';

/** Maximum characters of a cell in any field; a row with a longer one is refused. */
export const maxCellText = 2_000;

/** A cell as the file parsers return it. */
export type Cell = string | number | boolean | null | undefined;
export type ImportRecord = Readonly<Record<string, Cell>>;

/**
 * Why a row is refused, or which value of an accepted row is not stored as written. The sentences stand in
 * `contract/errors.ts`.
 */
export type ImportCode =
  | 'NOT_USERNAME'
  | 'USERNAME_TAKEN'
  | 'USERNAME_OF_TEACHER'
  | 'USERNAME_UNSEEN'
  | 'OTHER_SECTION'
  | 'ACCOUNT_DISABLED'
  | 'UNKNOWN_FIELD'
  | 'MISSING'
  | 'TOO_LONG'
  | 'TOO_MANY_MARKS'
  | 'HIDDEN'
  | 'NOT_NATIONAL_ID'
  | 'NOT_EMAIL'
  | 'NOT_NUMBER'
  | 'NOT_INTEGER'
  | 'OFF_STEP'
  | 'TOO_SMALL'
  | 'TOO_BIG'
  | 'NOT_ONE_OF'
  | 'NOT_CODE'
  | 'NOT_DATE'
  | 'NOT_YEAR'
  | 'TYPE_OVER_DATA'
  | 'NO_SLASH'
  | 'DATES_REVERSED'
  | 'UNKNOWN_PROGRAM'
  | 'PROGRAMS_DISAGREE'
  | 'UNKNOWN_BATCH'
  | 'BATCH_OF_OTHER_PROGRAM'
  | 'CIRCLE_WITHOUT_BATCH'
  | 'UNKNOWN_CIRCLE'
  | 'CIRCLE_OF_SEVERAL'
  | 'CIRCLE_IS_FULL'
  | 'PROGRAM_WITHOUT_BATCHES'
  | 'NATIONAL_ID_TAKEN'
  | 'NAME_TAKEN'
  | 'CODE_TAKEN'
  | 'CODE_OF_OTHER_BATCH'
  | 'UNKNOWN_STUDENT'
  | 'STUDENT_OF_OTHER_BATCH'
  | 'STUDENT_HAS_LEFT'
  | 'AMBIGUOUS'
  | 'UNKNOWN_SUBJECT'
  | 'DAILY_SUBJECT'
  | 'COLUMN_DISABLED'
  | 'TOTAL_DIFFERS'
  | 'LETTER_DIFFERS'
  | 'NAME_DIFFERS'
  | 'SUM_DIFFERS';

export interface ImportProblem {
  /** Null if the problem concerns the whole row. */
  field: string | null;
  code: ImportCode;
  /** What the cell says, cleaned. */
  value: string;
  /** The limit that the value breaks, the value stored instead, or one that could be. */
  limit?: number | string;
  /** Who has the value already. */
  holder?: string;
}

/** Reads the cells of one row and gathers what is wrong with them. */
export class RowReader {
  readonly problems: ImportProblem[] = [];

  constructor(readonly record: ImportRecord) {}

  refuse(field: string | null, code: ImportCode, value = '', limit?: number | string): undefined {
    this.problems.push({ field, code, value, ...(limit !== undefined && { limit }) });
    return undefined;
  }

  /** Whether the file has such a column, filled or not. */
  has(field: string): boolean {
    return Object.hasOwn(this.record, field);
  }

  /** The cell as text; empty if the cell is missing or empty. */
  raw(field: string): string {
    const cell = this.has(field) ? this.record[field] : null;
    return cell === null || cell === undefined ? '' : String(cell);
  }

  /** Refuses a cell that would be stored to identify something and has a hidden character. */
  refuseHidden(field: string): boolean {
    const text = this.raw(field);
    if (!hasHidden(text)) return false;
    this.refuse(field, 'HIDDEN', cleanText(text).slice(0, 60));
    return true;
  }

  /** One line of text; undefined when the cell is empty or refused. */
  text(field: string, max: number): string | undefined {
    return this.#within(field, withoutApostrophe(cleanName(this.raw(field))), max);
  }

  /** As `text`, line breaks kept. */
  lines(field: string, max: number): string | undefined {
    return this.#within(field, withoutApostrophe(cleanLines(this.raw(field))), max);
  }

  /** A code, number, date or phone: digits folded to ASCII, the apostrophe of a spreadsheet removed. */
  code(field: string, max: number): string | undefined {
    return this.#within(field, cleanCode(this.raw(field)), max);
  }

  /** A whole number in a range. */
  integer(field: string, min: number, max: number): number | undefined {
    const text = this.code(field, 40);
    if (text === undefined) return undefined;
    if (!/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)) return this.refuse(field, 'NOT_NUMBER', text);
    const number = Number(text);
    if (!Number.isInteger(number)) return this.refuse(field, 'NOT_INTEGER', text);
    if (number < min) return this.refuse(field, 'TOO_SMALL', text, min);
    return number > max ? this.refuse(field, 'TOO_BIG', text, max) : number;
  }

  /** One of the values, compared after Arabic folding, so that a missing hamza does not matter. */
  oneOf<T extends string>(
    field: string,
    values: readonly T[],
    aliases: Record<string, T> = {},
  ): T | undefined {
    const text = this.text(field, maxCellText);
    if (text === undefined) return undefined;
    const folded = foldArabic(text);
    const alias = Object.hasOwn(aliases, folded) ? aliases[folded] : undefined;
    return (
      alias ?? values.find((value) => foldArabic(value) === folded) ?? this.refuse(field, 'NOT_ONE_OF', text)
    );
  }

  /** Refuses the row if this field has no value. */
  require(field: string, value: unknown): void {
    const isRefused = this.problems.some((problem) => problem.field === field);
    if (value === undefined && !isRefused) this.refuse(field, 'MISSING');
  }

  #within(field: string, text: string, max: number): string | undefined {
    if (text === '') return undefined;
    return text.length > max ? this.refuse(field, 'TOO_LONG', text, max) : text;
  }
}

const apostrophe = /^['\u2018\u2019]\s*/;

/** Removes the apostrophe that a spreadsheet puts before text that looks like a formula or a number; decision 29. */
function withoutApostrophe(text: string): string {
  const bare = text.replace(apostrophe, '');
  return bare !== text && (isFormula(bare) || /^\d/.test(bare)) ? bare : text;
}

function cleanCode(text: string): string {
  return cleanText(foldDigits(cleanText(text)).replace(apostrophe, ''));
}

const dayFirst = /^(\d{1,2}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{4})(?: ?\u0645)?(?:[T ]\d.*)?$/;
const yearFirst = /^(\d{4}) ?[/.-] ?(\d{1,2}) ?[/.-] ?(\d{1,2})(?: ?\u0645)?(?:[T ].*)?$/;
const serial = /^\d{5}(?:\.\d{1,15})?$/;

/** 1 January 1970 and 31 December 2099 as serial numbers of a spreadsheet; other five-digit numbers are not dates. */
const [firstSerial, lastSerial] = [25_569, 73_050];
const dayMs = 86_400_000;

/**
 * Reads a date as `YYYY-MM-DD`, from that form, `2025/8/24`, `24/8/2025`, or the serial number of a spreadsheet; null
 * for anything else. If the year is last, the day is always first: `05/06/2026` is 5 June. ASCII digits; never fails.
 */
export function parseDate(text: string): string | null {
  if (serial.test(text)) return parseSerialDay(Math.floor(Number(text)));
  const first = yearFirst.exec(text);
  const last = dayFirst.exec(text);
  const [year, month, day] = first ? [first[1], first[2], first[3]] : last ? [last[3], last[2], last[1]] : [];
  if (!year || !month || !day) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // A Hijri date would be read as a date in the Middle Ages.
  if (Number.isNaN(time) || Number(year) < 1900) return null;
  return new Date(time).toISOString().slice(0, 10) === date ? date : null;
}

const parseSerialDay = (days: number): string | null =>
  days < firstSerial || days > lastSerial
    ? null
    : new Date((days - firstSerial) * dayMs).toISOString().slice(0, 10);
