import Tooltip from '@mui/material/Tooltip';
import { useContext } from 'react';
import type { GradeColumn } from '../../../contract/rules/gradeSettings';
import { EditorContext } from './editorContext';
import { type SheetRow, shownText } from './sheetRow';
import { useMarkProblem } from './useMarkProblem';

/** Where the cell finds its reason. */
export const refusedId = (rowIndex: number, column: GradeColumn) => `refused-${column}-${rowIndex}`;

interface RefusedMarkProps {
  row: SheetRow;
  rowIndex: number;
  column: GradeColumn;
}

/** A text that is no mark, with the reason on it. */
export function RefusedMark({ row, rowIndex, column }: RefusedMarkProps) {
  const { settings } = useContext(EditorContext);
  const sentenceOf = useMarkProblem(settings);
  const problem = row.problems[column];
  const sentence = problem ? sentenceOf(column, problem) : '';
  return (
    <Tooltip title={sentence} describeChild disableInteractive>
      <span className="refused-text">
        <bdi>{shownText(row, column)}</bdi>
        <span id={refusedId(rowIndex, column)} hidden>
          {sentence}
        </span>
      </span>
    </Tooltip>
  );
}
