import { importFieldNames, importMessages } from '../../../../contract/importMessages';
import { checkRecord, importFields } from '../../../../contract/rules/imports';
import type { ImportProblem, ImportRecord } from '../../../../contract/rules/importsCells';
import { splitCoursework } from '../../../../contract/rules/importsCoursework';
import { defaultGradeColumns, type ImportType } from '../../../../contract/vocabulary';
import { planInTurn, type PlannedRows, planSideBySide, rowKeys } from './planning';
import type { HeadedSheet } from './sheet';
import type {
  CheckSummary,
  Correction,
  Fields,
  RowNote,
  RowToSend,
  SampleRow,
  SendPlan,
  SheetPlan,
  WrongRow,
} from './work';

const previewRows = 5;
const maxCollected = 10;

/** One sheet with its columns mapped: every row checked, corrected, and handed out in slices. */
export class SheetWork {
  readonly #corrections = new Map<number, Record<string, string>>();
  readonly #local = new Map<number, RowNote[]>();
  readonly #refused = new Map<number, RowNote[]>();
  readonly #columns: [field: string, column: number][];
  #wrong: number[] | null = null;

  constructor(
    readonly sheet: HeadedSheet,
    readonly type: ImportType,
    readonly fields: Fields,
    corrections: readonly Correction[] = [],
  ) {
    this.#columns = fields.flatMap((field, column) => (field === null ? [] : [[field, column]]));
    for (const [index, values] of corrections) this.#corrections.set(index, values);
    for (const index of sheet.rows.keys()) this.#checkRow(index);
  }

  record(index: number): Record<string, string> {
    const cells = this.sheet.rows[index]?.cells ?? [];
    const record = Object.fromEntries(this.#columns.map(([field, column]) => [field, cells[column] ?? '']));
    return { ...record, ...this.#corrections.get(index) };
  }

  #checkRow(index: number): void {
    const notes = checkRecord(this.type, this.record(index)).problems.map(noteOf);
    if (notes.length > 0) this.#local.set(index, notes);
    else this.#local.delete(index);
  }

  /** What the server has refused, by index. */
  refuse(rows: readonly (readonly [index: number, notes: RowNote[]])[]): void {
    for (const [index, notes] of rows) this.#refused.set(index, notes);
    this.#wrong = null;
  }

  /** These rows stand on the server now. */
  accept(indexes: readonly number[]): void {
    for (const index of indexes) this.#refused.delete(index);
    this.#wrong = null;
  }

  correct(index: number, values: Record<string, string>): WrongRow {
    this.#corrections.set(index, { ...this.#corrections.get(index), ...values });
    this.#refused.delete(index);
    this.#checkRow(index);
    this.#wrong = null;
    return this.#row(index);
  }

  corrections(): Correction[] {
    return [...this.#corrections];
  }

  #notes(index: number): RowNote[] {
    return this.#local.get(index) ?? this.#refused.get(index) ?? [];
  }

  #row(index: number): WrongRow {
    const record = this.record(index);
    return { index, line: this.#line(index), record, notes: this.#notes(index) };
  }

  #line(index: number): number {
    return this.sheet.rows[index]?.line ?? 0;
  }

  #allWrong(): number[] {
    this.#wrong ??= [...new Set([...this.#local.keys(), ...this.#refused.keys()])].toSorted((a, b) => a - b);
    return this.#wrong;
  }

  wrongRows(from: number, count: number): WrongRow[] {
    return this.#allWrong()
      .slice(from, from + count)
      .map((index) => this.#row(index));
  }

  summary(): CheckSummary {
    const wrong = this.#allWrong();
    return {
      total: this.sheet.rows.length,
      wrong: wrong.length,
      wrongHere: this.#local.size,
      firstWrong: wrong[0] === undefined ? null : this.#line(wrong[0]),
      beforeWrong: wrong[0] ?? this.sheet.rows.length,
      problems: this.wrongRows(0, maxCollected),
      sample: Array.from({ length: Math.min(previewRows, this.sheet.rows.length) }, (_, at) =>
        this.#sample(at),
      ),
      isSplit: this.type === 'grades' && this.fields.includes('coursework'),
      notStored: importFields[this.type]
        .filter(({ name, isStored }) => !isStored && this.fields.includes(name))
        .map(({ name }) => name),
    };
  }

  #sample(index: number): SampleRow {
    const row = this.#row(index);
    return { ...row, split: this.type === 'grades' ? courseworkSplit(row.record) : null };
  }

  plan(mode: SheetPlan): SendPlan {
    const from = mode.kind === 'rows' ? 0 : (mode.from ?? 0);
    const all = Array.from(this.sheet.rows.keys()).slice(from);
    const rows: PlannedRows = {
      isWrong: (index) => this.#local.has(index),
      row: (index) => this.#row(index),
      keys: (index) => {
        const record = this.record(index);
        return rowKeys(this.type, (field) => record[field] ?? '');
      },
    };
    if (mode.kind === 'stop') return planInTurn(all, rows);
    return planSideBySide(mode.kind === 'rows' ? mode.rows : all, rows);
  }

  /** Rows to send or to check, with their lines. */
  rowsToSend(indexes: readonly number[]): RowToSend[] {
    return indexes.map((index) => ({ index, line: this.#line(index), record: this.record(index) }));
  }

  /** Indexes of what is not wrong by the rules of this side. */
  fitting(): number[] {
    return [...this.sheet.rows.keys()].filter((index) => !this.#local.has(index));
  }
}

/** The columns that share the coursework, by the default settings: those of a subject are the server's to know. */
const shared = defaultGradeColumns.filter(({ key }) => key !== 'test');

/** How a coursework mark would be shared out, field → mark; null where a row has none. */
function courseworkSplit(record: ImportRecord): Record<string, number> | null {
  const { coursework } = checkRecord('grades', record).values;
  if (typeof coursework !== 'number') return null;
  const parts = splitCoursework(coursework, shared);
  return parts && Object.fromEntries(Object.entries(parts).map(([key, mark]) => [`${key}_grade`, mark]));
}

/** The sentence of a rule that the browser has checked itself; the server has the same. */
const noteOf = ({ field, code, value, limit }: ImportProblem): RowNote => ({
  field,
  message: importMessages[code](importFieldNames[field ?? ''] ?? field ?? '', value, String(limit ?? '')),
});
