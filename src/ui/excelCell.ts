type Cell = { value: string; type: StringConstructor } | { value: number; type: NumberConstructor } | null;

/**
 * A cell of an .xlsx: a figure is a number; text is a text cell, which no spreadsheet runs, whatever it begins with, and
 * which therefore needs nothing before it (a .csv does: `safeCell`).
 */
export function excelCell(value: string | number | null): Cell {
  if (value === null || value === '') return null;
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
}
