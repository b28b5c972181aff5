import type { ImportType } from '../../../../contract/vocabulary';
import type { ReadingProblem, SheetOutline } from './sheet';

/** By column: the field that it is, null for one that is not imported. */
export type Fields = readonly (string | null)[];

/** What a person has put right in a row: field → text. */
export type Correction = [index: number, values: Record<string, string>];

/** A sheet as the page knows it; its rows stay with the worker. */
export type SheetInfo = { name: string | null; position: number } & (
  SheetOutline | { problem: ReadingProblem }
);

export type Opened = { sheets: SheetInfo[] } | { problem: ReadingProblem };

/** What is wrong with a row, or worth knowing of it, in a sentence for a person. */
export interface RowNote {
  /** Null for the row as a whole. */
  field: string | null;
  message: string;
}

export interface WrongRow {
  index: number;
  /** Of the file, the header usually 1; decision 27. */
  line: number;
  record: Record<string, string>;
  notes: RowNote[];
}

export interface SampleRow extends WrongRow {
  /** Where a coursework mark would go: field → mark. */
  split: Record<string, number> | null;
}

export interface CheckSummary {
  total: number;
  /** Rows that are refused, here or by the server. */
  wrong: number;
  /** Those that the rules of this side refuse. */
  wrongHere: number;
  /** Line of the first one. */
  firstWrong: number | null;
  /** Rows before it; all where none is wrong. */
  beforeWrong: number;
  /** At most ten; spec 2 §9. */
  problems: WrongRow[];
  /** The first five. */
  sample: SampleRow[];
  /** Coursework is shared out over other columns. */
  isSplit: boolean;
  /** Mapped fields that are read and not stored. */
  notStored: string[];
}

/** `from`: the first row that has not been imported yet. */
export type SheetPlan =
  { kind: 'stop'; from?: number } | { kind: 'good'; from?: number } | { kind: 'rows'; rows: number[] };

/** Indexes of rows, in the order of the file. */
export interface SendPlan {
  /** May reach the server in any order. */
  side: number[];
  /** One request after the other, when all of `side` are answered. */
  turn: number[];
  /** Wrong here, therefore never sent: how many. */
  skipped: number;
  /** The first of them; of an import that stops at errors, the one at which it stops. */
  refused: WrongRow[];
  /** Its line. */
  stopLine: number | null;
  total: number;
}

export interface RowToSend {
  index: number;
  line: number;
  record: Record<string, string>;
}

/** How a sheet is understood: enough to make the same of it again after the page was closed. */
export interface SheetUse {
  sheet: number;
  type: ImportType;
  /** Which of its first records is the header; those before it are passed over. None said: the first. */
  headerAt?: number;
  fields: Fields;
  corrections: Correction[];
}
