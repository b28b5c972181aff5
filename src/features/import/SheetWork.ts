import type { HeadedSheet } from './sheet';

/** The field of each column. Null: the import ignores the column. */
export type Fields = readonly (string | null)[];

export type SheetRecord = Record<string, string>;

export type Correction = [index: number, values: SheetRecord];

export interface RowNote {
  /** Null: the note is about the whole row. */
  field: string | null;
  message: string;
}

export interface SheetRow {
  index: number;
  /** Line number in the file. The header is usually line 1 (decision 27). */
  line: number;
  record: SheetRecord;
  notes: RowNote[];
}

export type RowToSend = Omit<SheetRow, 'notes'>;

export interface SheetRules {
  check: (record: SheetRecord, index: number) => RowNote[];
  /** Rows of the same record have a common key. */
  keys: (record: SheetRecord, index: number) => readonly string[];
  /** Error for a row that repeats an earlier record. Without an error, the row is sent later. */
  repeatedMessage?: (line: number) => string;
}

export interface WorkOptions {
  /** Values of empty cells and of fields without a column. Default: none. */
  values?: Readonly<SheetRecord> | undefined;
}

export interface CheckSummary {
  total: number;
  /** Number of rows that the page or the server refused. */
  invalid: number;
  /** Number of rows that the page refused. */
  invalidLocally: number;
  firstInvalidLine: number | null;
  /** The total if no row is invalid. */
  rowsBeforeInvalid: number;
  /** The first ten invalid rows (spec 2 §9). */
  problems: SheetRow[];
  sample: SheetRow[];
}

/** `from` is the index of the first row that has not been imported. `leftOut` are rows that the user took out. */
export type SendMode =
  | { kind: 'untilError' | 'validRows'; from?: number; leftOut?: readonly number[] }
  | { kind: 'chosenRows'; rows: number[] };

/** Row indexes in the order of the file. */
export interface SendPlan {
  parallel: number[];
  /** These rows are sent in sequence, after the server has answered all parallel rows. */
  sequential: number[];
  /** Number of invalid rows, which are not sent. */
  skipped: number;
  /** The first invalid rows. An import that stops at errors lists only the row that stops it. */
  invalidRows: SheetRow[];
  stopLine: number | null;
  total: number;
}

const previewRows = 5;
const maxListedRows = 10;

/** Checks and corrects the rows of one sheet with mapped columns, and plans the requests. */
export class SheetWork {
  readonly values: Readonly<SheetRecord>;
  readonly #corrections = new Map<number, SheetRecord>();
  readonly #localNotes = new Map<number, RowNote[]>();
  readonly #serverNotes = new Map<number, RowNote[]>();
  readonly #columns: [field: string, column: number][];
  readonly #lineByKey = new Map<string, number>();
  #checkedCount = 0;
  #invalidIndexes: number[] | null = null;

  constructor(
    readonly sheet: HeadedSheet,
    readonly rules: SheetRules,
    readonly fields: Fields,
    corrections: readonly Correction[] = [],
    { values = {} }: WorkOptions = {},
  ) {
    this.values = values;
    this.#columns = fields.flatMap((field, column) => (field === null ? [] : [[field, column]]));
    for (const [index, corrected] of corrections) this.#corrections.set(index, corrected);
  }

  /** Call it before all other methods. It returns true if unchecked rows remain. */
  check(count = this.sheet.rows.length): boolean {
    const end = Math.min(this.#checkedCount + count, this.sheet.rows.length);
    for (; this.#checkedCount < end; this.#checkedCount += 1) this.#checkRow(this.#checkedCount);
    return end < this.sheet.rows.length;
  }

  record(index: number): SheetRecord {
    const cells = this.sheet.rows[index]?.cells ?? [];
    const record = Object.fromEntries(this.#columns.map(([field, column]) => [field, cells[column] ?? '']));
    for (const [field, value] of Object.entries(this.values))
      if (!record[field]?.trim()) record[field] = value;
    return { ...record, ...this.#corrections.get(index) };
  }

  #checkRow(index: number): void {
    const record = this.record(index);
    const notes = this.rules.check(record, index);
    const repeatedNote = this.rules.repeatedMessage && this.#repeatedNote(record, index, notes.length === 0);
    if (repeatedNote) notes.push(repeatedNote);
    if (notes.length > 0) this.#localNotes.set(index, notes);
    else this.#localNotes.delete(index);
  }

  /** Returns a note if the row repeats a valid row. Remembers the keys of a valid row. */
  #repeatedNote(record: SheetRecord, index: number, isValid: boolean): RowNote | null {
    const keys = this.rules.keys(record, index);
    const earlierLine = keys.map((key) => this.#lineByKey.get(key)).find((line) => line !== undefined);
    if (earlierLine !== undefined)
      return { field: null, message: this.rules.repeatedMessage?.(earlierLine) ?? '' };
    if (isValid) for (const key of keys) this.#lineByKey.set(key, this.#line(index));
    return null;
  }

  /** A sent row without a note is valid or stored. */
  applyAnswer(indexes: readonly number[], notes: readonly (RowNote & { index: number })[]): void {
    for (const index of indexes) this.#serverNotes.delete(index);
    for (const { index, field, message } of notes)
      this.#serverNotes.set(index, [...(this.#serverNotes.get(index) ?? []), { field, message }]);
    this.#invalidIndexes = null;
  }

  correct(index: number, values: SheetRecord): SheetRow {
    this.#corrections.set(index, { ...this.#corrections.get(index), ...values });
    this.#serverNotes.delete(index);
    this.#checkRow(index);
    this.#invalidIndexes = null;
    return this.#row(index);
  }

  corrections(): Correction[] {
    return [...this.#corrections];
  }

  #row(index: number): SheetRow {
    const notes = this.#localNotes.get(index) ?? this.#serverNotes.get(index) ?? [];
    return { index, line: this.#line(index), record: this.record(index), notes };
  }

  #line(index: number): number {
    return this.sheet.rows[index]?.line ?? 0;
  }

  #listInvalid(): number[] {
    this.#invalidIndexes ??= [...new Set([...this.#localNotes.keys(), ...this.#serverNotes.keys()])].toSorted(
      (a, b) => a - b,
    );
    return this.#invalidIndexes;
  }

  invalidRows(start: number, count: number): SheetRow[] {
    return this.#listInvalid()
      .slice(start, start + count)
      .map((index) => this.#row(index));
  }

  summary(): CheckSummary {
    const invalid = this.#listInvalid();
    const total = this.sheet.rows.length;
    return {
      total,
      invalid: invalid.length,
      invalidLocally: this.#localNotes.size,
      firstInvalidLine: invalid[0] === undefined ? null : this.#line(invalid[0]),
      rowsBeforeInvalid: invalid[0] ?? total,
      problems: this.invalidRows(0, maxListedRows),
      sample: Array.from({ length: Math.min(previewRows, total) }, (_, index) => this.#row(index)),
    };
  }

  plan(mode: SendMode): SendPlan {
    if (mode.kind === 'chosenRows') return this.#planParallel(mode.rows);
    const leftOut = new Set(mode.leftOut);
    const indexes = [...this.sheet.rows.keys()].slice(mode.from ?? 0).filter((index) => !leftOut.has(index));
    return mode.kind === 'untilError' ? this.#planSequential(indexes) : this.#planParallel(indexes);
  }

  #planSequential(indexes: readonly number[]): SendPlan {
    const firstInvalid = indexes.findIndex((index) => this.#localNotes.has(index));
    const sequential = firstInvalid < 0 ? [...indexes] : indexes.slice(0, firstInvalid);
    const invalidRows = indexes
      .slice(sequential.length, sequential.length + 1)
      .map((index) => this.#row(index));
    return {
      parallel: [],
      sequential,
      skipped: 0,
      invalidRows,
      stopLine: invalidRows[0]?.line ?? null,
      total: indexes.length,
    };
  }

  /** Plans all valid rows. A row that repeats the record of an earlier row is sequential. */
  #planParallel(indexes: readonly number[]): SendPlan {
    const usedKeys = new Set<string>();
    const isRepeated = (index: number) => {
      const keys = this.rules.keys(this.record(index), index);
      const hasUsedKey = keys.some((key) => usedKeys.has(key));
      for (const key of keys) usedKeys.add(key);
      return hasUsedKey;
    };
    const [parallel, sequential, invalid]: [number[], number[], number[]] = [[], [], []];
    for (const index of indexes)
      (this.#localNotes.has(index) ? invalid : isRepeated(index) ? sequential : parallel).push(index);
    const invalidRows = invalid.slice(0, maxListedRows).map((index) => this.#row(index));
    return {
      parallel,
      sequential,
      skipped: invalid.length,
      invalidRows,
      stopLine: null,
      total: indexes.length,
    };
  }

  rowsToSend(indexes: readonly number[]): RowToSend[] {
    return indexes.map((index) => ({ index, line: this.#line(index), record: this.record(index) }));
  }

  validIndexes(): number[] {
    return [...this.sheet.rows.keys()].filter((index) => !this.#localNotes.has(index));
  }
}
