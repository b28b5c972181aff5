import Papa from 'papaparse';
import { safeCell } from '../../../contract/rules/spreadsheetCell';
import type { SheetWork } from '../../ui/import/SheetWork';

/**
 * The rows that are refused, as UTF-8 with a byte-order mark: every column of the file, corrected where it was, and
 * behind them line and reason, which map to nothing when the mended file is imported.
 */
export function wrongRowsFile(work: SheetWork, titles: { line: string; reason: string }): Blob {
  const { sheet, fields } = work;
  const rows = work.wrongRows(0, sheet.rows.length).map(({ index, line, record, notes }) => {
    const cells = sheet.header.map((_, column) => {
      const field = fields[column] ?? null;
      return field === null ? (sheet.rows[index]?.cells[column] ?? '') : (record[field] ?? '');
    });
    return [...cells, String(line), notes.map(({ message }) => message).join(' · ')];
  });
  return csvFile([[...sheet.header, titles.line, titles.reason], ...rows]);
}

/** A CSV as every spreadsheet opens it in Arabic; no cell is run as a formula. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\uFEFF', Papa.unparse(rows.map((cells) => cells.map(safeCell)))], {
    type: 'text/csv;charset=utf-8',
  });
