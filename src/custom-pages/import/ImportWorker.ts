import { importFieldLabels, importMessages, importResultMessages } from '../../../contract/importMessages';
import { foldArabic, foldDigits } from '../../../contract/rules/arabicText';
import { checkRecord } from '../../../contract/rules/imports';
import type { ImportProblem } from '../../../contract/rules/importsCells';
import type { ImportType } from '../../../contract/vocabulary';
import {
  type CheckSummary,
  type Correction,
  type RowNote,
  type RowToSend,
  type SendPlan,
  type SendMode,
  type SheetRecord,
  type SheetRow,
  type SheetRules,
  SheetWork,
} from '../../features/import/SheetWork';
import { csvFile } from '../../features/import/csvText';
import { type SheetReading, readSource, type Source } from '../../features/import/readSource';
import type { SheetMapping } from '../../features/import/importRecord';
import {
  cutAtHeader,
  createOutline,
  type Reading,
  type SheetOutline,
  Unreadable,
} from '../../features/import/sheet';
import { readWorkbookSheets } from '../../features/import/workbook';

/** The rows of a sheet stay in the worker. */
export type SheetInfo = { name: string | null; position: number } & Reading<SheetOutline>;

type OpenResult = Reading<{ sheets: SheetInfo[] }>;

/** Reads and checks all rows in a worker. The page loads only summaries and slices. */
export class ImportWorker {
  #sheets: SheetReading[] = [];
  readonly #works = new Map<number, SheetWork>();

  async open(source: Source): Promise<OpenResult> {
    this.#works.clear();
    try {
      this.#sheets = await readSource(source, readWorkbookSheets);
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

  check({ sheet, type, headerAt = 0, fields, corrections }: SheetMapping): CheckSummary {
    const readSheet = this.#sheets[sheet];
    if (!readSheet || !('sheet' in readSheet)) throw new Error('there is no such sheet');
    const work = new SheetWork(cutAtHeader(readSheet.sheet, headerAt), buildRules(type), fields, corrections);
    work.check();
    this.#works.set(sheet, work);
    return work.summary();
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
  const rows = work.invalidRows(0, sheet.rows.length).map(({ index, line, record, notes }) => {
    const cells = sheet.header.map((_, column) => {
      const field = fields[column] ?? null;
      return field === null ? (sheet.rows[index]?.cells[column] ?? '') : (record[field] ?? '');
    });
    return [...cells, String(line), notes.map(({ message }) => message).join(' · ')];
  });
  return csvFile([[...sheet.header, titles.line, titles.reason], ...rows]);
}

/** The server has the same rules. */
const buildRules = (type: ImportType): SheetRules => ({
  check: (record) => checkRecord(type, record).problems.map(describeProblem),
  keys: (record) => rowKeys(type, record),
  // Two rows of one programme or batch are a mistake: the second would overwrite the first.
  ...((type === 'programs' || type === 'batches') && { repeatedMessage: importResultMessages.repeated }),
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
