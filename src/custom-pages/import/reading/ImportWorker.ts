import { maxAbove } from '../../../ui/report/csvText';
import { readSource, type ReadSheet, type Source } from './readSource';
import { headedBy, headedOutline, maxColumns, type Sheet, type SheetOutline, Unreadable } from './sheet';
import { SheetWork } from './SheetWork';
import type {
  CheckSummary,
  Correction,
  Opened,
  RowNote,
  RowToSend,
  SendPlan,
  SheetPlan,
  SheetUse,
  WrongRow,
} from './work';
import { wrongRowsFile } from './wrongRowsFile';

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
    const work = new SheetWork(headedBy(read.sheet, headerAt), type, fields, corrections);
    this.#works.set(sheet, work);
    return work.summary();
  }

  summary = (sheet: number): CheckSummary => this.#work(sheet).summary();

  wrongRows = (sheet: number, from: number, count: number): WrongRow[] =>
    this.#work(sheet).wrongRows(from, count);

  correct = (sheet: number, index: number, values: Record<string, string>): WrongRow =>
    this.#work(sheet).correct(index, values);

  corrections = (sheet: number): Correction[] => this.#work(sheet).corrections();

  refuse = (sheet: number, rows: [index: number, notes: RowNote[]][]): void => this.#work(sheet).refuse(rows);

  accept = (sheet: number, indexes: number[]): void => this.#work(sheet).accept(indexes);

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

/** Records of which the page is told: the header may be any of the first, and has three rows below it. */
const maxTold = maxAbove + 3;
/** Signs of a cell that the page is told of before anything is chosen. */
const maxShown = 200;

function outlineOf({ records }: Sheet): SheetOutline {
  const first = records.slice(0, maxTold).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, maxColumns).map((cell) => cell.slice(0, maxShown)),
  }));
  return headedOutline({ header: [], rows: records.length - 1, samples: [], first, headerAt: 0 }, 0);
}
