import type { Cell, FormattedFigure } from '../../../contract/documents/document';
import { paperText as labels } from '../../../contract/reports/paperText';
import { oneDecimal } from '../../../contract/rules/grading';

type ExcelCell =
  | ((
      | { value: string; type: StringConstructor }
      | { value: number; type: NumberConstructor; format?: string }
    ) & {
      strikethrough?: boolean;
    })
  | null;

/** Below the limit of a letter a percentage has two decimals, and must not be rounded again. */
const percentFormat = ({ figure }: FormattedFigure) => (oneDecimal(figure) === figure ? '0.0%' : '0.00%');

/** The cell stays a number: the maximum is only a part of its format. */
const figureFormat = (cell: FormattedFigure) =>
  cell.format === 'outOf' ? `General"${labels.outOf('', cell.max)}"` : '0.00';

/** Spreadsheets never run a text cell as a formula. In a CSV file they do (`safeCell`). */
export function excelCell(cell: Cell, isStruck = false): ExcelCell {
  if (cell === null || cell === '') return null;
  const style = isStruck ? { strikethrough: true } : {};
  if (typeof cell === 'string') return { value: cell, type: String, ...style };
  if (typeof cell === 'number') return { value: cell, type: Number, ...style };
  return cell.format === 'percent'
    ? { value: Number((cell.figure / 100).toFixed(6)), type: Number, format: percentFormat(cell), ...style }
    : { value: cell.figure, type: Number, format: figureFormat(cell), ...style };
}
