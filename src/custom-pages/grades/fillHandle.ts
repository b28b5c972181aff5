import { markColumn } from './gridColumns';
import { type SheetRow, shownText } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';

type Filled = SheetRow & { filled?: string };

/** The corner of the chosen cell, pulled over others or pressed twice: its mark for all of them, as one edit. */
export const fillHandle = (sheet: GradeSheet) => ({
  onFill: ({ columnKey, sourceRow, targetRow }: FillParts): Filled => {
    const column = markColumn(columnKey);
    return column ? { ...targetRow, filled: shownText(sourceRow, column) } : targetRow;
  },
  onRowsChange: (after: Filled[], { indexes, column }: { indexes: number[]; column: { key: string } }) => {
    const mark = markColumn(column.key);
    const entries = indexes.flatMap((index) => {
      const row = after[index];
      if (!mark || row?.filled === undefined) return [];
      return [{ studentId: row.studentId, column: mark, text: row.filled }];
    });
    sheet.enter(entries);
  },
});

interface FillParts {
  columnKey: string;
  sourceRow: SheetRow;
  targetRow: SheetRow;
}
