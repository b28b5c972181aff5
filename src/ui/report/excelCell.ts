import type { Cell } from '../../../contract/documents/document';

type ExcelCell =
  | ((
      | { value: string; type: StringConstructor }
      | { value: number; type: NumberConstructor; format?: string }
    ) & {
      strikethrough?: boolean;
    })
  | null;

/** Spreadsheets never run a text cell as a formula. In a CSV file they do (`safeCell`). */
export function excelCell(cell: Cell, isStruck = false): ExcelCell {
  if (cell === null || cell === '') return null;
  const style = isStruck ? { strikethrough: true } : {};
  if (typeof cell === 'string') return { value: cell, type: String, ...style };
  if (typeof cell === 'number') return { value: cell, type: Number, ...style };
  return cell.format === 'percent'
    ? { value: Number((cell.figure / 100).toFixed(6)), type: Number, format: '0.0%', ...style }
    : { value: cell.figure, type: Number, format: '0.00', ...style };
}
