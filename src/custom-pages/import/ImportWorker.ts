import { importFieldLabels, importMessages } from '../../../contract/importMessages';
import { foldArabic, foldDigits } from '../../../contract/rules/arabicText';
import { checkRecord } from '../../../contract/rules/imports';
import type { ImportProblem } from '../../../contract/rules/importsCells';
import type { ImportType } from '../../../contract/vocabulary';
import {
  type CheckSummary,
  type Correction,
  type Fields,
  type RowNote,
  type RowToSend,
  type SendPlan,
  type SendMode,
  type SheetRecord,
  type SheetRow,
  type SheetRules,
  SheetWork,
} from '../../features/import/SheetWork';
import { type ColumnStats, measureColumns } from '../../features/import/columns';
import { csvFile } from '../../features/import/csvText';
import { type SheetReading, readSource, type Source } from '../../features/import/readSource';
import type { SheetMapping } from '../../features/import/importRecord';
import {
  cutAtHeader,
  importFiles,
  createOutline,
  type HeadedSheet,
  type Reading,
  type SheetOutline,
  Unreadable,
} from '../../features/import/sheet';
import { expandSubjects } from '../../features/import/subjectColumns';
import { readWorkbookSheets } from '../../features/import/workbook';

/** The rows of a sheet stay in the worker. */
export type SheetInfo = { name: string | null; position: number } & Reading<SheetOutline>;

export type ReadableSheet = Extract<SheetInfo, { header: string[] }>;

type OpenResult = Reading<{ sheets: SheetInfo[] }>;

/** Reads and checks all rows in a worker. The page loads only summaries and slices. */
export class ImportWorker {
  #sheets: SheetReading[] = [];
  readonly #works = new Map<number, SheetWork>();

  async open(source: Source): Promise<OpenResult> {
    this.#works.clear();
    try {
      this.#sheets = await readSource(source, importFiles, readWorkbookSheets);
    } catch (failure) {
      this.#sheets = [];
      return { problem: failure instanceof Unreadable ? failure.problem : { kind: 'unreadable' } };
    }
    return {
      sheets: this.#sheets.map(({ name, position, ...result }) =>
        'sheet' in result
          ? { name, position, ...createOutline(result.sheet) }
          : { name, position, problem: result.problem },
      ),
    };
  }

  /** The index of a row counts the rows after columns of subjects became rows. */
  check({ sheet, type, headerAt, hasGroupHeads, fields, corrections, values }: SheetMapping): CheckSummary {
    const expanded = expandSubjects(this.#cutSheet(sheet, headerAt, hasGroupHeads), fields);
    const work = new SheetWork(expanded.sheet, buildRules(type), expanded.fields, corrections, {
      values,
    });
    work.check();
    this.#works.set(sheet, work);
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

  corrections = (sheet: number): Correction[] => this.#work(sheet).corrections();

  applyAnswer = (sheet: number, indexes: number[], notes: (RowNote & { index: number })[]): void =>
    this.#work(sheet).applyAnswer(indexes, notes);

  plan = (sheet: number, mode: SendMode): SendPlan => this.#work(sheet).plan(mode);

  validIndexes = (sheet: number): number[] => this.#work(sheet).validIndexes();

  rowsToSend = (sheet: number, indexes: number[]): RowToSend[] => this.#work(sheet).rowsToSend(indexes);

  wrongFile = (sheet: number, titles: { line: string; reason: string }): Blob =>
    createWrongRowsFile(this.#work(sheet), titles);

  #work(sheet: number): SheetWork {
    const work = this.#works.get(sheet);
    if (!work) throw new Error('this sheet has not been checked');
    return work;
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

/** The server has the same rules. */
const buildRules = (type: ImportType): SheetRules => ({
  check: (record) => checkRecord(type, record).problems.map(describeProblem),
  keys: (record) => rowKeys(type, record),
});

const describeProblem = ({ field, code, value, limit }: ImportProblem): RowNote => ({
  field,
  message: importMessages[code](
    importFieldLabels[field ?? ''] ?? field ?? '',
    value,
    String(limit ?? ''),
    '',
  ),
});

/**
 * Rows with a common key may belong to the same record, so they are sent one after another. Other rows are
 * sent in parallel.
 */
function rowKeys(type: ImportType, record: SheetRecord): string[] {
  const cell = (field: string) => record[field] ?? '';
  const keyFrom = (...fields: string[]) => {
    const values = fields.map((field) =>
      foldDigits(foldArabic(cell(field))).replace(/^['\u2018\u2019]\s*/, ''),
    );
    return values.every((value) => value === '') ? [] : [`${fields[0]}:${values.join('|')}`];
  };
  switch (type) {
    case 'students':
      return [...keyFrom('student_id'), ...keyFrom('national_id')];
    case 'programs':
      return [...keyFrom('code'), ...keyFrom('name')];
    case 'batches':
      return keyFrom('name');
    case 'subjects':
      // Offerings of one base share name and hours. A row with a programme and no batch creates several
      // offerings.
      return [...keyFrom('code'), ...(cell('code') === '' ? keyFrom('name') : [])];
    case 'grades':
      return [
        ...keyFrom('student_id', 'subject_code', 'subject_name'),
        ...(cell('student_id') === '' ? keyFrom('student_name', 'subject_code', 'subject_name') : []),
      ];
    case 'users':
      return keyFrom('username');
  }
}
