import type { PersonDecision } from '../../../contract/imports';
import {
  type LineChoice,
  type LineCounts,
  type LineKind,
  LineReview,
  type OwnLineKind,
  type ReviewedLine,
} from './LineReview';
import { type CellReading, type ColumnReadings, SheetCells } from './SheetCells';
import type { HeadedSheet } from './sheet';

/** The field of each column. Null: the import ignores the column. */
export type Fields = readonly (string | null)[];

export type SheetRecord = Record<string, string>;

export type Correction = [index: number, values: SheetRecord];

/** Who the row is, as the check or the user decided. */
export type RowDecision = [index: number, decision: PersonDecision];

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

export interface RowToSend extends Omit<SheetRow, 'notes'> {
  decision?: PersonDecision;
}

export interface SheetRules {
  check: (record: SheetRecord, index: number) => RowNote[];
  /** Rows of the same record have a common key. */
  keys: (record: SheetRecord, index: number) => readonly string[];
  /** Error for a row that repeats an earlier record. Without an error, the row is sent later. */
  repeatedMessage?: (line: number) => string;
  /** How the cells of some fields are read. Default: as text. */
  readings?: Readonly<Partial<Record<string, CellReading>>>;
  /** The rows that are hidden or no records. Default: none. */
  findLineKinds?: (sheet: HeadedSheet, fields: Fields) => ReadonlyMap<number, OwnLineKind>;
  /** Error for a mark in a column with percentages and marks. */
  mixedMarkNote?: (field: string, value: string) => RowNote;
}

export interface WorkOptions {
  /** Rows that an earlier import left out. Without it, the kinds of the rows decide. */
  leftOut?: readonly number[] | undefined;
  /** Fields whose empty cells have the text above. Default: none. */
  filledBlanks?: readonly string[] | undefined;
  /** Values of empty cells and of fields without a column. Default: none. */
  values?: Readonly<SheetRecord> | undefined;
  /** Who the rows are. Default: none. */
  decisions?: readonly RowDecision[] | undefined;
  /** By row index: whether the user includes the row. */
  lineChoices?: ReadonlyMap<number, boolean>;
}

/** The counts do not include rows that the import leaves out. */
export interface CheckSummary {
  total: number;
  /** Number of rows that the page or the server refused. */
  invalid: number;
  /** Number of rows that the page refused. */
  invalidLocally: number;
  firstInvalidLine: number | null;
  firstInvalidIndex: number | null;
  /** The total if no row is invalid. */
  rowsBeforeInvalid: number;
  /** The first ten invalid rows (spec 2 §9). */
  problems: SheetRow[];
  sample: SheetRow[];
  lines: LineCounts;
  columns: ColumnReadings;
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
  /** All rows that the plan leaves out: those of the mode, and lines that are no records. */
  leftOut?: number[];
  filledBlanks?: string[];
}

const previewRows = 5;
const maxListedRows = 10;
const maxTextCells = 5;
const maxLineText = 160;

/** Checks and corrects the rows of one sheet with mapped columns, and plans the requests. */
export class SheetWork {
  readonly values: Readonly<SheetRecord>;
  readonly #corrections = new Map<number, SheetRecord>();
  readonly #decisions: Map<number, PersonDecision>;
  readonly #localNotes = new Map<number, RowNote[]>();
  readonly #serverNotes = new Map<number, RowNote[]>();
  readonly #cells: SheetCells;
  readonly #review: LineReview;
  /** The repeated rows are searched again after a change. */
  #hasRepeats = false;
  readonly #lineByKey = new Map<string, number>();
  #checkedCount = 0;
  #invalidIndexes: number[] | null = null;

  constructor(
    readonly sheet: HeadedSheet,
    readonly rules: SheetRules,
    readonly fields: Fields,
    corrections: readonly Correction[] = [],
    { leftOut, lineChoices, filledBlanks = [], values = {}, decisions = [] }: WorkOptions = {},
  ) {
    this.values = values;
    this.#decisions = new Map(decisions);
    const kinds = rules.findLineKinds?.(sheet, fields) ?? new Map<number, OwnLineKind>();
    this.#review = new LineReview(kinds, leftOut, lineChoices);
    const isRecord = (index: number) => kinds.get(index) !== 'nonRecord';
    this.#cells = new SheetCells(sheet, fields, { readings: rules.readings ?? {}, filledBlanks, isRecord });
    for (const [index, corrected] of corrections) this.#corrections.set(index, corrected);
  }

  /** Call it before all other methods. It returns true if unchecked rows remain. */
  check(count = this.sheet.rows.length): boolean {
    const end = Math.min(this.#checkedCount + count, this.sheet.rows.length);
    for (; this.#checkedCount < end; this.#checkedCount += 1) this.#checkRow(this.#checkedCount);
    return end < this.sheet.rows.length;
  }

  record(index: number): SheetRecord {
    const record: SheetRecord = { ...this.#cells.record(index) };
    for (const [field, value] of Object.entries(this.values))
      if (!record[field]?.trim()) record[field] = value;
    return { ...record, ...this.#corrections.get(index) };
  }

  #checkRow(index: number): void {
    const record = this.record(index);
    const notes = this.rules.check(record, index);
    const repeatedNote = this.rules.repeatedMessage && this.#repeatedNote(record, index, notes.length === 0);
    if (repeatedNote) notes.push(repeatedNote);
    const mixedField = this.#cells.findMixedMark(record);
    if (mixedField && this.rules.mixedMarkNote)
      notes.push(this.rules.mixedMarkNote(mixedField, record[mixedField] ?? ''));
    if (notes.length > 0) this.#localNotes.set(index, notes);
    else this.#localNotes.delete(index);
  }

  /** Returns a note if the row repeats a valid row. Remembers the keys of a valid row. */
  #repeatedNote(record: SheetRecord, index: number, isValid: boolean): RowNote | null {
    const keys = this.rules.keys(record, index);
    // A row that is checked again after a correction has its own line.
    const earlierLine = keys
      .map((key) => this.#lineByKey.get(key))
      .find((line) => line !== undefined && line !== this.#line(index));
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
    // The corrected row can be another person.
    this.#decisions.delete(index);
    this.#serverNotes.delete(index);
    this.#checkRow(index);
    this.#invalidIndexes = null;
    this.#hasRepeats = false;
    return this.#row(index);
  }

  /** Adds to the decisions of these rows. */
  decide(decisions: readonly RowDecision[]): void {
    for (const [index, decision] of decisions)
      this.#decisions.set(index, { ...this.#decisions.get(index), ...decision });
  }

  forgetDecisions(): void {
    this.#decisions.clear();
  }

  decisions(): RowDecision[] {
    return [...this.#decisions];
  }

  /** The user's choices about lines and empty cells. */
  choices(): Pick<WorkOptions, 'lineChoices' | 'filledBlanks'> {
    return { lineChoices: this.#review.choices, filledBlanks: this.#cells.filledBlanks };
  }

  includeLines(choice: LineChoice, isIncluded: boolean): void {
    this.#findRepeats();
    this.#review.include(choice, isIncluded);
    this.#invalidIndexes = null;
    this.#hasRepeats = false;
  }

  /** Checks all rows again, because their values change. */
  fillBlanks(field: string, isFilled: boolean): void {
    this.#cells.fill(field, isFilled);
    this.#localNotes.clear();
    this.#serverNotes.clear();
    this.#checkedCount = 0;
    this.#invalidIndexes = null;
    this.#hasRepeats = false;
    this.check();
  }

  /** Rows of this kind, in the order of the file. */
  reviewedLines(kind: LineKind, start: number, count: number): ReviewedLine[] {
    this.#findRepeats();
    const indexes = this.#review.indexesOf(kind).slice(start, start + count);
    return indexes.map((index) => {
      const first = this.#review.firstOf(index);
      return {
        index,
        line: this.#line(index),
        text: this.#lineText(index),
        isIncluded: !this.#review.isExcluded(index),
        firstLine: first === null ? null : this.#line(first),
      };
    });
  }

  #lineText(index: number): string {
    const cells = (this.sheet.rows[index]?.cells ?? []).map((cell) => cell.trim()).filter(Boolean);
    return cells.slice(0, maxTextCells).join(' \u00B7 ').slice(0, maxLineText);
  }

  /** Finds rows with a key of an earlier row. */
  #findRepeats(): void {
    if (this.#hasRepeats) return;
    const repeats = new Map<number, number>();
    const firstByKey = new Map<string, number>();
    for (const index of this.sheet.rows.keys()) {
      if (!this.#review.canRepeat(index)) continue;
      const keys = this.rules.keys(this.record(index), index);
      const first = keys.map((key) => firstByKey.get(key)).find((one) => one !== undefined);
      if (first !== undefined) repeats.set(index, first);
      for (const key of keys) if (!firstByKey.has(key)) firstByKey.set(key, first ?? index);
    }
    this.#review.setRepeats(repeats);
    this.#hasRepeats = true;
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
    this.#findRepeats();
    this.#invalidIndexes ??= [...new Set([...this.#localNotes.keys(), ...this.#serverNotes.keys()])]
      .filter((index) => !this.#review.isExcluded(index))
      .toSorted((a, b) => a - b);
    return this.#invalidIndexes;
  }

  invalidRows(start: number, count: number): SheetRow[] {
    return this.#listInvalid()
      .slice(start, start + count)
      .map((index) => this.#row(index));
  }

  summary(): CheckSummary {
    const invalid = this.#listInvalid();
    const indexes = this.#includedIndexes();
    const [first] = invalid;
    return {
      total: indexes.length,
      invalid: invalid.length,
      invalidLocally: invalid.filter((index) => this.#localNotes.has(index)).length,
      firstInvalidLine: first === undefined ? null : this.#line(first),
      firstInvalidIndex: first ?? null,
      rowsBeforeInvalid: first === undefined ? indexes.length : indexes.indexOf(first),
      problems: this.invalidRows(0, maxListedRows),
      sample: indexes.slice(0, previewRows).map((index) => this.#row(index)),
      lines: this.#review.counts(),
      columns: this.#cells.readings((index) => !this.#review.isExcluded(index)),
    };
  }

  #includedIndexes(): number[] {
    this.#findRepeats();
    return [...this.sheet.rows.keys()].filter((index) => !this.#review.isExcluded(index));
  }

  plan(mode: SendMode): SendPlan {
    this.#findRepeats();
    const { filledBlanks } = this.#cells;
    if (mode.kind === 'chosenRows') return { ...this.#planParallel(mode.rows), filledBlanks };
    const leftOut = new Set([...(mode.leftOut ?? []), ...this.#review.excludedIndexes()]);
    const indexes = [...this.sheet.rows.keys()].slice(mode.from ?? 0).filter((index) => !leftOut.has(index));
    const plan = mode.kind === 'untilError' ? this.#planSequential(indexes) : this.#planParallel(indexes);
    return { ...plan, filledBlanks, leftOut: [...leftOut].toSorted((a, b) => a - b) };
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
    return indexes.map((index) => {
      const decision = this.#decisions.get(index);
      return { index, line: this.#line(index), record: this.record(index), ...(decision && { decision }) };
    });
  }

  validIndexes(): number[] {
    return this.#includedIndexes().filter((index) => !this.#localNotes.has(index));
  }
}
