import { safeCell } from '../../contract/rules/spreadsheetCell';

type Cell = { value: string; type: StringConstructor } | { value: number; type: NumberConstructor } | null;

/** A cell of a sheet; text that a spreadsheet would run as a formula is made harmless. */
export function excelCell(value: string | number | null): Cell {
  if (value === null || value === '') return null;
  return typeof value === 'number' ? { value, type: Number } : { value: safeCell(value), type: String };
}
