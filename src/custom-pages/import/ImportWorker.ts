import { importFieldLabels } from '../../../contract/importMessages';
import {
  type CheckSummary,
  type Correction,
  type Fields,
  type RowDecision,
  type RowNote,
  type RowToSend,
  type SendPlan,
  type SendMode,
  type SheetRecord,
  type SheetRow,
  type SheetRules,
  SheetWork,
} from '../../features/import/SheetWork';
import type { LineChoice, LineKind, ReviewedLine } from '../../features/import/LineReview';
import { type ColumnStats, measureColumns } from '../../features/import/columns';
import { csvFile } from '../../features/import/csvText';
import { type SheetReading, readSource, type Source } from '../../features/import/readSource';
import type { SheetMapping } from '../../features/import/importRecord';
import {
  cutAtHeader,
  createOutline,
  type HeadedSheet,
  type Reading,
  type SheetOutline,
  Unreadable,
} from '../../features/import/sheet';
import { expandSubjects } from '../../features/import/subjectColumns';
import { readWorkbookSheets } from '../../features/import/workbook';
import { buildRules } from './sheetRules';

/** The rows of a sheet stay in the worker. */
export type SheetInfo = Pick<SheetReading, 'name' | 'position' | 'isHidden'> & {
  /** True for the sheet that a link names. */
  isLinked?: boolean;
} & Reading<SheetOutline>;

export type ReadableSheet = Extract<SheetInfo, { header: string[] }>;

type OpenResult = Reading<{ sheets: SheetInfo[] }>;

/** Reads and checks all rows in a worker. The page loads only summaries and slices. */
export class ImportWorker {
  #sheets: SheetReading[] = [];
  readonly #works = new Map<number, { key: string; work: SheetWork }>();

  async open(source: Source): Promise<OpenResult> {
    this.#works.clear();
    try {
      this.#sheets = await readSource(source, readWorkbookSheets);
    } catch (failure) {
      this.#sheets = [];
      return { problem: failure instanceof Unreadable ? failure.problem : { kind: 'unreadable' } };
    }
    return {
      sheets: this.#sheets.map(({ name, position, isHidden = false, ...result }) => ({
        name,
        position,
        isHidden,
        ...('sheet' in result ? createOutline(result.sheet) : { problem: result.problem }),
      })),
    };
  }

  /** The index of a row counts the rows after columns of subjects became rows. */
  check(mapping: SheetMapping): CheckSummary {
    const { sheet, type, headerAt, hasGroupHeads, fields, values, corrections } = mapping;
    const { leftOut, filledBlanks, decisions } = mapping;
    const expanded = expandSubjects(this.#cutSheet(sheet, headerAt, hasGroupHeads), fields);
    const key = JSON.stringify([type, headerAt, hasGroupHeads, fields, values]);
    const before = this.#works.get(sheet);
    const work = new SheetWork(expanded.sheet, buildRules(type), expanded.fields, corrections, {
      values,
      // The user went back and returns: the choices stay.
      ...(before?.key === key && before.work.choices()),
      ...(leftOut && { leftOut }),
      ...(filledBlanks && { filledBlanks }),
      ...(decisions && { decisions }),
    });
    work.check();
    this.#works.set(sheet, { key, work });
    return work.summary();
  }

  columns = (sheet: number, headerAt: number, hasGroupHeads: boolean): ColumnStats[] =>
    measureColumns(this.#cutSheet(sheet, headerAt, hasGroupHeads));

  /** The first records with these fields, unchecked. */
  firstRecords(
    { sheet, headerAt, hasGroupHeads }: Pick<SheetMapping, 'sheet' | 'headerAt' | 'hasGroupHeads'>,
    fields: Fields,
    count: number,
  ): SheetRecord[] {
    const { header, rows } = this.#cutSheet(sheet, headerAt, hasGroupHeads);
    const work = new SheetWork({ header, rows: rows.slice(0, count) }, noRules, fields);
    return work.sheet.rows.map((_, index) => work.record(index));
  }

  #cutSheet(sheet: number, headerAt = 0, hasGroupHeads = false): HeadedSheet {
    const readSheet = this.#sheets[sheet];
    if (!readSheet || !('sheet' in readSheet)) throw new Error('there is no such sheet');
    return cutAtHeader(readSheet.sheet, headerAt, hasGroupHeads);
  }

  summary = (sheet: number): CheckSummary => this.#work(sheet).summary();

  wrongRows = (sheet: number, from: number, count: number): SheetRow[] =>
    this.#work(sheet).invalidRows(from, count);

  correct = (sheet: number, index: number, values: SheetRecord): SheetRow =>
    this.#work(sheet).correct(index, values);

  decide = (sheet: number, decisions: RowDecision[]): void => this.#work(sheet).decide(decisions);

  forgetDecisions = (sheet: number): void => this.#work(sheet).forgetDecisions();

  decisions = (sheet: number): RowDecision[] => this.#work(sheet).decisions();

  corrections = (sheet: number): Correction[] => this.#work(sheet).corrections();

  reviewedLines = (sheet: number, kind: LineKind, start: number, count: number): ReviewedLine[] =>
    this.#work(sheet).reviewedLines(kind, start, count);

  includeLines = (sheet: number, choice: LineChoice, isIncluded: boolean): void =>
    this.#work(sheet).includeLines(choice, isIncluded);

  fillBlanks = (sheet: number, field: string, isFilled: boolean): void =>
    this.#work(sheet).fillBlanks(field, isFilled);

  applyAnswer = (sheet: number, indexes: number[], notes: (RowNote & { index: number })[]): void =>
    this.#work(sheet).applyAnswer(indexes, notes);

  plan = (sheet: number, mode: SendMode): SendPlan => this.#work(sheet).plan(mode);

  validIndexes = (sheet: number): number[] => this.#work(sheet).validIndexes();

  rowsToSend = (sheet: number, indexes: number[]): RowToSend[] => this.#work(sheet).rowsToSend(indexes);

  wrongFile = (sheet: number, titles: { line: string; reason: string }): Blob =>
    createWrongRowsFile(this.#work(sheet), titles);

  #work(sheet: number): SheetWork {
    const checked = this.#works.get(sheet);
    if (!checked) throw new Error('this sheet has not been checked');
    return checked.work;
  }
}

/**
 * Returns a UTF-8 file with byte-order mark. It has all columns with the corrections, the line number and the
 * reason. The import of the corrected file ignores line number and reason.
 */
function createWrongRowsFile(work: SheetWork, titles: { line: string; reason: string }): Blob {
  const { sheet, fields } = work;
  // The user chose these values outside of the file, so the corrected file needs columns for them.
  const addedFields = Object.keys(work.values).filter((field) => !fields.includes(field));
  const rows = work.invalidRows(0, sheet.rows.length).map(({ index, line, record, notes }) => {
    const cells = sheet.header.map((_, column) => {
      const field = fields[column] ?? null;
      return field === null ? (sheet.rows[index]?.cells[column] ?? '') : (record[field] ?? '');
    });
    const addedCells = addedFields.map((field) => record[field] ?? '');
    return [...cells, ...addedCells, String(line), notes.map(({ message }) => message).join(' · ')];
  });
  const addedHeads = addedFields.map((field) => importFieldLabels[field] ?? field);
  return csvFile([[...sheet.header, ...addedHeads, titles.line, titles.reason], ...rows]);
}

const noRules: SheetRules = { check: () => [], keys: () => [] };
