import { cleanLines, cleanName, cleanText, foldArabic, foldDigits, hasHidden } from './arabicText';
import { parseFullDay } from './days';
import { isFormula } from './spreadsheetCell';

/** Characters. A row with a longer cell is refused. */
export const maxCellText = 2_000;

export type Cell = string | number | boolean | null | undefined;
export type ImportRecord = Readonly<Record<string, Cell>>;

/** Reasons to refuse a row, and warnings that the stored value differs from the row. */
export type ImportCode =
  | 'NOT_USERNAME'
  | 'USERNAME_TAKEN'
  | 'USERNAME_OF_TEACHER'
  | 'USERNAME_UNSEEN'
  | 'OTHER_SECTION'
  | 'ACCOUNT_DISABLED'
  | 'UNKNOWN_FIELD'
  | 'MISSING'
  | 'CELL_ERROR'
  | 'CELL_ERROR_LEFT_OUT'
  | 'TOO_LONG'
  | 'TOO_MANY_MARKS'
  | 'HIDDEN'
  | 'NOT_NATIONAL_ID'
  | 'NO_PHONE'
  | 'PHONE_WORDS'
  | 'PHONE_LEFT_OUT'
  | 'PHONE_TOO_LONG'
  | 'PHONE_COUNTRY'
  | 'NOT_EMAIL'
  | 'NOT_NUMBER'
  | 'NOT_INTEGER'
  | 'OFF_STEP'
  | 'TOO_SMALL'
  | 'TOO_BIG'
  | 'NOT_ONE_OF'
  | 'NOT_CODE'
  | 'NOT_DATE'
  | 'SHORT_YEAR'
  | 'NO_SUCH_DAY'
  | 'NEXT_DAY_TAKEN'
  | 'NOT_BIRTH_DATE'
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
  | 'NUMBER_KEPT'
  | 'LEFT_OUT_FOR_OTHER'
  | 'REPEATED_PERSON'
  | 'CHANGED_SINCE_CHECK'
  | 'GUARDIAN_OF_OTHERS'
  | 'GUARDIAN_HAS_LINK'
  | 'GUARDIAN_OUT_OF_SCOPE'
  | 'GUARDIANS_FULL'
  | 'NEEDS_CHOICE'
  | 'NAME_TAKEN'
  | 'CODE_TAKEN'
  | 'CODE_OF_OTHER_BATCH'
  | 'UNKNOWN_STUDENT'
  | 'STUDENT_OF_OTHER_BATCH'
  | 'STUDENT_HAS_LEFT'
  | 'AMBIGUOUS'
  | 'UNKNOWN_SUBJECT'
  | 'DAILY_SUBJECT'
  | 'NO_GRADE_COLUMN'
  | 'GRADE_SETTINGS_KEPT'
  | 'COLUMN_DISABLED'
  | 'PERCENT_OFF_STEP'
  | 'MIXED_PERCENTS'
  | 'TOTAL_DIFFERS'
  | 'LETTER_DIFFERS'
  | 'NAME_DIFFERS'
  | 'SUM_DIFFERS';

export interface ImportProblem {
  field: string | null;
  code: ImportCode;
  value: string;
  /** The limit, the value that is stored instead, or a possible value. */
  limit?: number | string;
  holder?: string;
}

/** A spreadsheet shows such a value if a formula fails. */
const cellError = /^\s*#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ERROR!)\s*$/i;

export class RowReader {
  readonly problems: ImportProblem[] = [];
  readonly #warnings: ImportProblem[] = [];
  /** The errors of a spreadsheet that stand in the cells of fields. */
  readonly #cellErrors = new Map<string, string>();

  constructor(readonly record: ImportRecord) {}

  refuse(field: string | null, code: ImportCode, value = '', limit?: number | string): undefined {
    this.problems.push({ field, code, value, ...(limit !== undefined && { limit }) });
    return undefined;
  }

  warn(field: string, code: ImportCode, value: string): void {
    this.#warnings.push({ field, code, value });
  }

  /** True also for an empty cell. */
  has(field: string): boolean {
    return Object.hasOwn(this.record, field);
  }

  /** An error of the spreadsheet counts as an empty cell. */
  raw(field: string): string {
    const cell = this.has(field) ? this.record[field] : null;
    const text = cell === null || cell === undefined ? '' : String(cell);
    if (!cellError.test(text)) return text;
    this.#cellErrors.set(field, text.trim());
    return '';
  }

  warnings(): ImportProblem[] {
    const cellErrors = [...this.#cellErrors].map(([field, value]) => ({ field, value }));
    return [
      ...cellErrors.map((error) => ({ ...error, code: 'CELL_ERROR_LEFT_OUT' as const })),
      ...this.#warnings,
    ];
  }

  refuseHiddenCharacters(field: string): boolean {
    const text = this.raw(field);
    if (!hasHidden(text)) return false;
    this.refuse(field, 'HIDDEN', cleanText(text).slice(0, 60));
    return true;
  }

  text(field: string, max: number): string | undefined {
    return this.#checkLength(field, withoutApostrophe(cleanName(this.raw(field))), max);
  }

  lines(field: string, max: number): string | undefined {
    return this.#checkLength(field, withoutApostrophe(cleanLines(this.raw(field))), max);
  }

  code(field: string, max: number): string | undefined {
    return this.#checkLength(field, cleanCode(this.raw(field)), max);
  }

  integer(field: string, min: number, max: number): number | undefined {
    const text = this.code(field, 40);
    if (text === undefined) return undefined;
    if (!/^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text)) return this.refuse(field, 'NOT_NUMBER', text);
    const number = Number(text);
    if (!Number.isInteger(number)) return this.refuse(field, 'NOT_INTEGER', text);
    if (number < min) return this.refuse(field, 'TOO_SMALL', text, min);
    return number > max ? this.refuse(field, 'TOO_BIG', text, max) : number;
  }

  /** Compares folded text, so that a missing hamza does not matter. */
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

  /** @param source a second field from which the value may come */
  require(field: string, value: unknown, source = field): void {
    const isRefused = this.problems.some((problem) => problem.field === field);
    if (value !== undefined || isRefused) return;
    const errorField = this.#cellErrors.has(field) ? field : source;
    const error = this.#cellErrors.get(errorField);
    if (error === undefined) this.refuse(field, 'MISSING');
    else this.refuse(errorField, 'CELL_ERROR', error);
  }

  #checkLength(field: string, text: string, max: number): string | undefined {
    if (text === '') return undefined;
    return text.length > max ? this.refuse(field, 'TOO_LONG', text, max) : text;
  }
}

const apostrophe = /^['\u2018\u2019]\s*/;

/** Spreadsheets put an apostrophe before text that looks like a formula or a number (decision 29). */
function withoutApostrophe(text: string): string {
  const bare = text.replace(apostrophe, '');
  return bare !== text && (isFormula(bare) || /^\d/.test(bare)) ? bare : text;
}

/** Programs that store codes as numbers write `1000031082.0`. */
const zeroDecimals = /^(\d+)\.0+$/;

function cleanCode(text: string): string {
  return cleanText(foldDigits(cleanText(text)).replace(apostrophe, '')).replace(zeroDecimals, '$1');
}

const serial = /^\d{5}(?:\.\d{1,15})?$/;

/** 1 January 1970 to 31 December 2099 in spreadsheets. Other numbers of five digits are not dates. */
const [firstSerial, lastSerial] = [25_569, 73_050];
const dayMs = 86_400_000;

/** Reads also Hijri days. `24/8/2025` begins with the day. Five digits are a spreadsheet's serial number. */
export function readDate(text: string): ReturnType<typeof parseFullDay> {
  const day = serial.test(text) ? parseSerialDay(Math.floor(Number(text))) : null;
  return day === null ? parseFullDay(text) : { day };
}

/** Null for other formats. */
export function parseDate(text: string): string | null {
  const date = readDate(text);
  return 'day' in date ? date.day : null;
}

const parseSerialDay = (days: number): string | null =>
  days < firstSerial || days > lastSerial
    ? null
    : new Date((days - firstSerial) * dayMs).toISOString().slice(0, 10);
