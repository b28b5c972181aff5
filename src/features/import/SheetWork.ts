import type { HeadedSheet } from './sheet';

/** The field of each column, null for a column that is not imported. */
export type Fields = readonly (string | null)[];

/** Field → cell, for the imported columns. */
export type SheetRecord = Record<string, string>;

/** The corrections of a row by a person: field → text. */
export type Correction = [index: number, values: SheetRecord];

/** A problem or note about a row, as a sentence. */
export interface RowNote {
  /** Null if it is about the whole row. */
  field: string | null;
  message: string;
}

export interface SheetRow {
  index: number;
  /** The line in the file; the header is usually 1; decision 27. */
  line: number;
  record: SheetRecord;
  notes: RowNote[];
}

export type RowToSend = Omit<SheetRow, 'notes'>;

/** The rules for rows of one kind. */
export interface SheetRules {
  /** The problems of a row by itself. */
  check: (record: SheetRecord, index: number) => RowNote[];
  /** The keys that rows of the same record share. */
  keys: (record: SheetRecord, index: number) => readonly string[];
  /** The reason to refuse a row of the same record as the row in this line; without it, it is sent after that row. */
  repeated?: (line: number) => string;
}

export interface CheckSummary {
  total: number;
  /** Refused rows, here or by the server. */
  wrong: number;
  /** Rows that are refused here. */
  wrongHere: number;
  /** The line of the first one. */
  firstWrong: number | null;
  /** Rows before the first refused one; all if there is none. */
  beforeWrong: number;
  /** At most ten; spec 2 §9. */
  problems: SheetRow[];
  /** The first five. */
  sample: SheetRow[];
}

/** `from`: the first row that has not been imported yet. */
export type SheetPlan =
  | { kind: 'stop'; from?: number }
  | { kind: 'good'; from?: number }
  | { kind: 'rows'; rows: number[] };

/** Indexes of rows, in the order of the file. */
export interface SendPlan {
  /** Rows that can be sent in any order. */
  side: number[];
  /** Rows that are sent one request after the other, after all of `side` are answered. */
  turn: number[];
  /** Number of invalid rows, which are not sent. */
  skipped: number;
  /** The first invalid rows; for an import that stops at errors, the row at which it stops. */
  refused: SheetRow[];
  /** The line of that row. */
  stopLine: number | null;
  total: number;
}

const previewRows = 5;
const maxCollected = 10;

/** One sheet with mapped columns: checks, corrects and returns its rows. */
export class SheetWork {
  readonly #corrections = new Map<number, SheetRecord>();
  readonly #local = new Map<number, RowNote[]>();
  readonly #refused = new Map<number, RowNote[]>();
  readonly #columns: [field: string, column: number][];
  /** For each key, the line of the first valid row. */
  readonly #lines = new Map<string, number>();
  #checked = 0;
  #wrong: number[] | null = null;

  constructor(
    readonly sheet: HeadedSheet,
    readonly rules: SheetRules,
    readonly fields: Fields,
    corrections: readonly Correction[] = [],
  ) {
    this.#columns = fields.flatMap((field, column) => (field === null ? [] : [[field, column]]));
    for (const [index, values] of corrections) this.#corrections.set(index, values);
  }

  /** Checks the next rows; must be called before everything else. @returns whether there are more */
  check(count = this.sheet.rows.length): boolean {
    const end = Math.min(this.#checked + count, this.sheet.rows.length);
    for (; this.#checked < end; this.#checked += 1) this.#checkRow(this.#checked);
    return end < this.sheet.rows.length;
  }

  record(index: number): SheetRecord {
    const cells = this.sheet.rows[index]?.cells ?? [];
    const record = Object.fromEntries(this.#columns.map(([field, column]) => [field, cells[column] ?? '']));
    return { ...record, ...this.#corrections.get(index) };
  }

  #checkRow(index: number): void {
    const record = this.record(index);
    const notes = this.rules.check(record, index);
    const repeated = this.rules.repeated && this.#repeatedNote(record, index, notes.length === 0);
    if (repeated) notes.push(repeated);
    if (notes.length > 0) this.#local.set(index, notes);
    else this.#local.delete(index);
  }

  /** The note that a row repeats a valid one; a valid row is remembered for the rows after it. */
  #repeatedNote(record: SheetRecord, index: number, isRight: boolean): RowNote | null {
    const keys = this.rules.keys(record, index);
    const earlier = keys.map((key) => this.#lines.get(key)).find((line) => line !== undefined);
    if (earlier !== undefined) return { field: null, message: this.rules.repeated?.(earlier) ?? '' };
    if (isRight) for (const key of keys) this.#lines.set(key, this.#line(index));
    return null;
  }

  /** Applies the server's answer to rows: rows without a note are stored now, or would be. */
  settle(indexes: readonly number[], notes: readonly (RowNote & { index: number })[]): void {
    for (const index of indexes) this.#refused.delete(index);
    for (const { index, field, message } of notes)
      this.#refused.set(index, [...(this.#refused.get(index) ?? []), { field, message }]);
    this.#wrong = null;
  }

  correct(index: number, values: SheetRecord): SheetRow {
    this.#corrections.set(index, { ...this.#corrections.get(index), ...values });
    this.#refused.delete(index);
    this.#checkRow(index);
    this.#wrong = null;
    return this.#row(index);
  }

  corrections(): Correction[] {
    return [...this.#corrections];
  }

  #row(index: number): SheetRow {
    const notes = this.#local.get(index) ?? this.#refused.get(index) ?? [];
    return { index, line: this.#line(index), record: this.record(index), notes };
  }

  #line(index: number): number {
    return this.sheet.rows[index]?.line ?? 0;
  }

  #allWrong(): number[] {
    this.#wrong ??= [...new Set([...this.#local.keys(), ...this.#refused.keys()])].toSorted((a, b) => a - b);
    return this.#wrong;
  }

  wrongRows(from: number, count: number): SheetRow[] {
    return this.#allWrong()
      .slice(from, from + count)
      .map((index) => this.#row(index));
  }

  summary(): CheckSummary {
    const wrong = this.#allWrong();
    const total = this.sheet.rows.length;
    return {
      total,
      wrong: wrong.length,
      wrongHere: this.#local.size,
      firstWrong: wrong[0] === undefined ? null : this.#line(wrong[0]),
      beforeWrong: wrong[0] ?? total,
      problems: this.wrongRows(0, maxCollected),
      sample: Array.from({ length: Math.min(previewRows, total) }, (_, index) => this.#row(index)),
    };
  }

  plan(mode: SheetPlan): SendPlan {
    if (mode.kind === 'rows') return this.#planSideBySide(mode.rows);
    const all = Array.from(this.sheet.rows.keys()).slice(mode.from ?? 0);
    return mode.kind === 'stop' ? this.#planInTurn(all) : this.#planSideBySide(all);
  }

  /** For stopping at the first error: all rows before the first invalid one, one request after the other. */
  #planInTurn(all: readonly number[]): SendPlan {
    const wrong = all.findIndex((index) => this.#local.has(index));
    const turn = wrong < 0 ? [...all] : all.slice(0, wrong);
    const refused = all.slice(turn.length, turn.length + 1).map((index) => this.#row(index));
    return { side: [], turn, skipped: 0, refused, stopLine: refused[0]?.line ?? null, total: all.length };
  }

  /** All valid rows: in parallel, except rows of the same record as an earlier one. */
  #planSideBySide(chosen: readonly number[]): SendPlan {
    const seen = new Set<string>();
    const isRepeated = (index: number) => {
      const keys = this.rules.keys(this.record(index), index);
      const isKnown = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      return isKnown;
    };
    const [side, turn, wrong]: [number[], number[], number[]] = [[], [], []];
    for (const index of chosen)
      (this.#local.has(index) ? wrong : isRepeated(index) ? turn : side).push(index);
    const refused = wrong.slice(0, maxCollected).map((index) => this.#row(index));
    return { side, turn, skipped: wrong.length, refused, stopLine: null, total: chosen.length };
  }

  /** Rows to send or to check, with their lines. */
  rowsToSend(indexes: readonly number[]): RowToSend[] {
    return indexes.map((index) => ({ index, line: this.#line(index), record: this.record(index) }));
  }

  /** Indexes of the rows that are valid here. */
  fitting(): number[] {
    return [...this.sheet.rows.keys()].filter((index) => !this.#local.has(index));
  }
}
