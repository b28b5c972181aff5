import { readSource, type ReadSheet, type Source } from '../../ui/import/readSource';
import type { SheetUse } from '../../ui/import/savedImports';
import { headedBy, outlineOf, type Reading, type SheetOutline, Unreadable } from '../../ui/import/sheet';
import {
  type CheckSummary,
  type Correction,
  type RowNote,
  type RowToSend,
  type SendPlan,
  type SheetPlan,
  type SheetRecord,
  type SheetRow,
  SheetWork,
} from '../../ui/import/SheetWork';
import { rulesOf } from './importRules';
import { wrongRowsFile } from './wrongRowsFile';

/** A sheet as the page knows it; its rows stay with the worker. */
export type SheetInfo = { name: string | null; position: number } & Reading<SheetOutline>;

export type Opened = Reading<{ sheets: SheetInfo[] }>;

/** Everything that reads and checks rows. It lives in a worker, and the page asks it for summaries and slices. */
export class ImportWorker {
  #sheets: ReadSheet[] = [];
  readonly #works = new Map<number, SheetWork>();

  /** Reads a file or texts, in place of what was read before. */
  async open(source: Source): Promise<Opened> {
    this.#works.clear();
    try {
      this.#sheets = await readSource(source);
    } catch (failure) {
      this.#sheets = [];
      return { problem: failure instanceof Unreadable ? failure.problem : { kind: 'unreadable' } };
    }
    return {
      sheets: this.#sheets.map(({ name, position, ...read }) =>
        'sheet' in read
          ? { name, position, ...outlineOf(read.sheet) }
          : { name, position, problem: read.problem },
      ),
    };
  }

  /** Maps and checks a sheet; corrections are those of an import that goes on. */
  check({ sheet, type, headerAt = 0, fields, corrections }: SheetUse): CheckSummary {
    const read = this.#sheets[sheet];
    if (!read || !('sheet' in read)) throw new Error('there is no such sheet');
    const work = new SheetWork(headedBy(read.sheet, headerAt), rulesOf(type), fields, corrections);
    work.check();
    this.#works.set(sheet, work);
    return work.summary();
  }

  summary = (sheet: number): CheckSummary => this.#work(sheet).summary();

  wrongRows = (sheet: number, from: number, count: number): SheetRow[] =>
    this.#work(sheet).wrongRows(from, count);

  correct = (sheet: number, index: number, values: SheetRecord): SheetRow =>
    this.#work(sheet).correct(index, values);

  corrections = (sheet: number): Correction[] => this.#work(sheet).corrections();

  settle = (sheet: number, indexes: number[], notes: (RowNote & { index: number })[]): void =>
    this.#work(sheet).settle(indexes, notes);

  plan = (sheet: number, mode: SheetPlan): SendPlan => this.#work(sheet).plan(mode);

  fitting = (sheet: number): number[] => this.#work(sheet).fitting();

  rowsToSend = (sheet: number, indexes: number[]): RowToSend[] => this.#work(sheet).rowsToSend(indexes);

  /** The wrong rows as a CSV to mend, with the columns of the file and the reasons behind them. */
  wrongFile = (sheet: number, titles: { line: string; reason: string }): Blob =>
    wrongRowsFile(this.#work(sheet), titles);

  #work(sheet: number): SheetWork {
    const work = this.#works.get(sheet);
    if (!work) throw new Error('this sheet has not been checked');
    return work;
  }
}
