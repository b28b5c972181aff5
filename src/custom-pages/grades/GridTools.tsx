import FormatColorFill from '@mui/icons-material/VerticalAlignBottom';
import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/useText';
import { type GridSelection, useBlock } from './gridSelection';
import type { SheetRow } from './sheetRow';
import { markColumn } from './gridColumns';
import type { GradeSheet } from './useGradeSheet';
import { useMarkProblem } from './useMarkProblem';

interface GridToolsProps {
  sheet: GradeSheet;
  selection: GridSelection;
  rows: readonly SheetRow[];
  columnKeys: readonly string[];
  onFillDown: () => void;
}

/** What can be done by mouse, and what is wrong with the chosen cell. */
export function GridTools({ sheet, selection, rows, columnKeys, onFillDown }: GridToolsProps) {
  const t = useText();
  const sentenceOf = useMarkProblem(sheet.settings);
  const block = useBlock(selection);
  const row = rows[block?.anchor.row ?? -1];
  const column = markColumn(columnKeys[block?.anchor.column ?? -1] ?? '');
  const problem = row && column ? row.problems[column] : undefined;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1, minHeight: 40 }}>
      <Tool label={t('grades.undo')} keys="Ctrl+Z" isOff={!sheet.canUndo} onClick={sheet.undo}>
        <Undo />
      </Tool>
      <Tool label={t('grades.redo')} keys="Ctrl+Y" isOff={!sheet.canRedo} onClick={sheet.redo}>
        <Redo />
      </Tool>
      <Tool label={t('grades.fillDown')} keys="Ctrl+D" isOff={column === null} onClick={onFillDown}>
        <FormatColorFill />
      </Tool>
      <Typography
        role="status"
        variant="body2"
        color={problem ? 'error' : 'text.secondary'}
        sx={{ ml: 1, minWidth: 0 }}
      >
        {row && column && problem
          ? t('grades.problemOf', { student: row.studentName, problem: sentenceOf(column, problem) })
          : t('grades.keysHint')}
      </Typography>
    </Box>
  );
}

interface ToolProps {
  label: string;
  keys: string;
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ label, keys, isOff, onClick, children }: ToolProps) => (
  <Tooltip
    title={
      <>
        {label} <bdi>({keys})</bdi>
      </>
    }
  >
    <span>
      <IconButton aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </IconButton>
    </span>
  </Tooltip>
);
