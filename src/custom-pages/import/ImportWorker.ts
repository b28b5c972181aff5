import { importFieldNames, importMessages } from '../../../contract/importMessages';
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
  type SheetPlan,
  type SheetRecord,
  type SheetRow,
  type SheetRules,
  SheetWork,
} from '../../features/import/SheetWork';
import { csvFile } from '../../features/import/csvText';
import { type SheetReading, readSource, type Source } from '../../features/import/readSource';
import type { SheetMapping } from '../../features/import/savedImports';
import {
  cutAtHeader,
  importFiles,
  createOutline,
  type Reading,
  type SheetOutline,
  Unreadable,
} from '../../features/import/sheet';
import { readWorkbookSheets } from '../../features/import/workbook';

/** A sheet as the page knows it; its rows stay in the worker. */
export type SheetInfo = { name: string | null; position: number } & Reading<SheetOutline>;

type Opened = Reading<{ sheets: SheetInfo[] }>;

/** Reads and checks all rows. It runs in a worker; the page asks it for summaries and parts. */
export class ImportWorker {
  #sheets: SheetReading[] = [];
  readonly #works = new Map<number, SheetWork>();

  /** Reads a file or texts, replacing what was read before. */
  async open(source: Source): Promise<Opened> {
    this.#works.clear();
    try {
      this.#sheets = await readSource(source, importFiles, readWorkbookSheets);
    } catch (failure) {
      this.#sheets = [];
      return { problem: failure instanceof Unreadable ? failure.problem : { kind: 'unreadable' } };
    }
    return {
      sheets: this.#sheets.map(({ name, position, ...read }) =>
        'sheet' in read
          ? { name, position, ...createOutline(read.sheet) }
          : { name, position, problem: read.problem },
      ),
    };
  }

  /** Maps and checks a sheet; `corrections` are those of an import that continues. */
  check({ sheet, type, headerAt = 0, fields, corrections }: SheetMapping): CheckSummary {
    const read = this.#sheets[sheet];
    if (!read || !('sheet' in read)) throw new Error('there is no such sheet');
    const work = new SheetWork(cutAtHeader(read.sheet, headerAt), rulesOf(type), fields, corrections);
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

  settle = (sheet: number, indexes: number[], notes: (RowNote & { index: number })[]): void =>
    this.#work(sheet).applyAnswer(indexes, notes);

  plan = (sheet: number, mode: SheetPlan): SendPlan => this.#work(sheet).plan(mode);

  fitting = (sheet: number): number[] => this.#work(sheet).validIndexes();

  rowsToSend = (sheet: number, indexes: number[]): RowToSend[] => this.#work(sheet).rowsToSend(indexes);

  /** The invalid rows as a CSV to correct, with the columns of the file and the reasons after them. */
  wrongFile = (sheet: number, titles: { line: string; reason: string }): Blob =>
    wrongRowsFile(this.#work(sheet), titles);

  #work(sheet: number): SheetWork {
    const work = this.#works.get(sheet);
    if (!work) throw new Error('this sheet has not been checked');
    return work;
  }
}

/**
 * The refused rows as UTF-8 with a byte-order mark: every column of the file with corrections, then line and reason,
 * which are ignored when the corrected file is imported.
 */
function wrongRowsFile(work: SheetWork, titles: { line: string; reason: string }): Blob {
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

/** The rules of a type, the same as on the server. */
const rulesOf = (type: ImportType): SheetRules => ({
  check: (record) => checkRecord(type, record).problems.map(noteOf),
  keys: (record) => rowKeys(type, record),
});

const noteOf = ({ field, code, value, limit }: ImportProblem): RowNote => ({
  field,
  message: importMessages[code](importFieldNames[field ?? ''] ?? field ?? '', value, String(limit ?? ''), ''),
});

/**
 * The keys that a row shares with rows of the same record: rows with a common key must be sent one after the other,
 * all others may be sent at the same time.
 */
function rowKeys(type: ImportType, record: SheetRecord): string[] {
  const cell = (field: string) => record[field] ?? '';
  const key = (...fields: string[]) => {
    const parts = fields.map((field) =>
      foldDigits(foldArabic(cell(field))).replace(/^['\u2018\u2019]\s*/, ''),
    );
    return parts.every((part) => part === '') ? [] : [`${fields[0]}:${parts.join('|')}`];
  };
  switch (type) {
    case 'students':
      return [...key('student_id'), ...key('national_id')];
    case 'programs':
      return [...key('code'), ...key('name')];
    case 'batches':
      return key('name');
    case 'subjects':
      // Offerings of one base share its name and hours; a row with a programme and no batch means many of them.
      return [...key('code'), ...(cell('code') === '' ? key('name') : [])];
    case 'grades':
      return [
        ...key('student_id', 'subject_code', 'subject_name'),
        ...(cell('student_id') === '' ? key('student_name', 'subject_code', 'subject_name') : []),
      ];
    case 'users':
      return key('username');
  }
}
