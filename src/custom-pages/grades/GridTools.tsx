import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import FillDown from '@mui/icons-material/VerticalAlignBottom';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { memo, type ReactNode } from 'react';
import { useText } from '../../i18n/useText';
import { markColumn } from './gridColumns';
import { type GridSelection, useBlock } from './gridSelection';
import type { SheetRow } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';
import { useMarkProblem } from './useMarkProblem';

interface GridToolsProps {
  sheet: GradeSheet;
  selection: GridSelection;
  rows: readonly SheetRow[];
  columnKeys: readonly string[];
  /** Keeps its identity. */
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
      <Tools
        undo={sheet.undo}
        redo={sheet.redo}
        canUndo={sheet.canUndo}
        canRedo={sheet.canRedo}
        canFill={column !== null}
        onFillDown={onFillDown}
      />
      <Typography
        role="status"
        variant="body2"
        color={problem ? 'error' : 'text.secondary'}
        sx={{ marginInlineStart: 1, minWidth: 0 }}
      >
        {row && column && problem
          ? t('grades.problemOf', { student: row.studentName, problem: sentenceOf(column, problem) })
          : t('grades.keysHint')}
      </Typography>
    </Box>
  );
}

interface ToolsProps extends Pick<GradeSheet, 'undo' | 'redo' | 'canUndo' | 'canRedo'> {
  canFill: boolean;
  onFillDown: () => void;
}

const Tools = memo(function Tools({ undo, redo, canUndo, canRedo, canFill, onFillDown }: ToolsProps) {
  const t = useText();
  return (
    <>
      <Tool label={t('grades.undo')} keys="Ctrl+Z" isOff={!canUndo} onClick={undo}>
        <Undo />
      </Tool>
      <Tool label={t('grades.redo')} keys="Ctrl+Y" isOff={!canRedo} onClick={redo}>
        <Redo />
      </Tool>
      <Tool label={t('grades.fillDown')} keys="Ctrl+D" isOff={!canFill} onClick={onFillDown}>
        <FillDown />
      </Tool>
    </>
  );
});

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
