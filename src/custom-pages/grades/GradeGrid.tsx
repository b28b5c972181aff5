import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import FillDown from '@mui/icons-material/VerticalAlignBottom';
import { Box, Typography } from '@mui/material';
import {
  memo,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CellRendererProps, Cell as DataCell, DataGrid, type DataGridHandle } from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { markMessage } from '../../../contract/rules/markMessages';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';
import { EditorContext, gridColumns, findMarkColumn, problemId, EditSession } from './gridColumns';
import {
  GridSelection,
  SelectionContext,
  useBlock,
  useBlockActions,
  useGridPointer,
  useIsSelected,
} from './gridSelection';
import { GridStyles } from './GridStyles';
import { type Cell, type SheetRow, displayText, type ActiveCell } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';
import { PasteOutcome, useGridClipboard } from './useGridClipboard';
import { focusCell, useGridKeys } from './useGridKeys';

export interface GradeGridHandle {
  goTo: (cell: Cell) => void;
}

interface GradeGridProps {
  sheet: GradeSheet;
  rows: readonly SheetRow[];
  label: string;
  /** `GradeEntry` shares this object, because a turned phone switches between the two views. */
  activeCell: ActiveCell;
  onHistory: (row: SheetRow) => void;
  ref?: Ref<GradeGridHandle>;
}

const rowHeight = 40;
const headerHeight = 44;
/**
 * Height of the page around the grid. `reading`: top bar and header. `typing`: also the tools and the save
 * bar.
 */
const heightAround = { reading: '10.5rem', typing: '16.25rem' };
/**
 * Scrolls the stats above the grid out of view.
 * @param frame the top of the grid
 */
function scrollGridToTop(frame: HTMLElement | null): void {
  if (!frame || frame.getBoundingClientRect().top <= headerBottom) return;
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  frame.scrollIntoView({ block: 'start', behavior: isMotionReduced ? 'instant' : 'smooth' });
}

/**
 * Pixels from the top of the window. If the grid starts above this line, the stats are out of view already.
 */
const headerBottom = 160;
/** Pixels for the scroll bar below the last row. */
const scrollBarHeight = 18;
const renderers = {
  renderCell: (key: React.Key, props: Parameters<typeof GridCell>[0]) => <GridCell key={key} {...props} />,
};

export default function GradeGrid({ sheet, rows, label, activeCell, onHistory, ref }: GradeGridProps) {
  const { settings, type, endTyping } = sheet;
  const isEditable = sheet.isEditing && !sheet.isSaving;
  const text = useStudentText();
  const hasHistory = useServerFeatures().has('gradeHistory');
  const columns = useMemo(
    () =>
      gridColumns({
        settings,
        isEditable,
        nameHeading: text('labels.studentName'),
        columns: sheet.columns,
        onHistory: hasHistory ? onHistory : null,
      }),
    [settings, sheet.columns, isEditable, text, hasHistory, onHistory],
  );
  const grid = useRef<DataGridHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [selection] = useState(() => new GridSelection());
  const [editSession] = useState(() => new EditSession());
  const editor = useMemo(
    () => ({ type, endTyping, settings, editSession }),
    [type, endTyping, settings, editSession],
  );

  const { onClear, onFillDown } = useBlockActions(sheet, selection, rows, columns);
  const firstMarkIndex = columns.findIndex(({ key }) => findMarkColumn(key) !== null);
  const onKey = useGridKeys({
    sheet,
    grid,
    selection,
    editSession,
    firstMarkIndex,
    onClear,
    onFillDown,
    rowCount: rows.length,
    columnCount: columns.length,
    lastMarkIndex: firstMarkIndex + sheet.columns.length - 1,
  });
  const clipboard = useGridClipboard({ sheet, rows, columns, selection, editSession, onClear });
  const pointer = useGridPointer(grid, selection, editSession);

  useImperativeHandle(ref, () => ({
    goTo: ({ studentId, column }) => {
      const rowIdx = rows.findIndex((row) => row.studentId === studentId);
      const idx = columns.findIndex(({ key }) => key === column);
      grid.current?.scrollToCell({ rowIdx, idx });
      focusCell(grid, { row: rowIdx, column: idx });
      selection.set({ row: rowIdx, column: idx });
    },
  }));
  const findStartCell = useEffectEvent(() => {
    const row = rows.findIndex(({ studentId }) => studentId === activeCell.cell?.studentId);
    const column = columns.findIndex(({ key }) => key === activeCell.cell?.column);
    return { row: Math.max(row, 0), column: column === -1 ? firstMarkIndex : column };
  });
  const selectCell = (rowIdx: number, column: { idx: number; key: string } | undefined) => {
    const row = rows[rowIdx];
    selection.set(row && column ? { row: rowIdx, column: column.idx } : null);
    const markColumn = column && findMarkColumn(column.key);
    if (row && markColumn) activeCell.set({ studentId: row.studentId, column: markColumn });
  };
  useEffect(() => {
    grid.current?.element?.setAttribute('aria-multiselectable', 'true');
    if (!isEditable) {
      editSession.close();
      return;
    }
    // The focus moves into the grid, so that the user can type at once.
    const { row, column } = selection.block?.anchor ?? findStartCell();
    focusCell(grid, { row, column });
    selection.set({ row, column });
  }, [isEditable, firstMarkIndex, selection, editSession]);
  return (
    <SelectionContext value={selection}>
      <EditorContext value={editor}>
        <div ref={frame}>
          {sheet.isEditing && (
            <GridTools
              {...{ sheet, selection, rows }}
              onFillDown={onFillDown}
              columnKeys={columns.map(({ key }) => key)}
            />
          )}
        </div>
        <GridStyles />
        <div
          className="grade-grid"
          // Scroll events do not bubble.
          onScrollCapture={({ target }) =>
            target instanceof Element && target.scrollTop > 0 && scrollGridToTop(frame.current)
          }
          onCopy={clipboard.onCopy}
          onCut={clipboard.onCut}
          onPaste={clipboard.onPaste}
          onPointerOver={pointer.onPointerOver}
        >
          <DataGrid<SheetRow, unknown, string>
            ref={grid}
            direction="rtl"
            aria-label={label}
            columns={columns}
            rows={rows}
            rowKeyGetter={({ studentId }) => studentId}
            rowClass={({ leftOn }) => (leftOn === null ? undefined : 'has-left')}
            rowHeight={rowHeight}
            headerRowHeight={headerHeight}
            renderers={renderers}
            style={{
              blockSize: `min(${headerHeight + rows.length * rowHeight + scrollBarHeight}px, max(20rem, 100dvh - ${sheet.isEditing ? heightAround.typing : heightAround.reading}))`,
            }}
            onCellKeyDown={onKey}
            onCellMouseDown={pointer.onCellMouseDown}
            onCellDoubleClick={pointer.onCellDoubleClick}
            onActivePositionChange={({ rowIdx, column }) => selectCell(rowIdx, column)}
            {...(isEditable ? fillHandle(sheet) : {})}
          />
        </div>
        {clipboard.outcome && (
          <PasteOutcome
            plan={clipboard.outcome}
            onUndo={() => {
              sheet.undo();
              clipboard.closeOutcome();
            }}
            onClose={clipboard.closeOutcome}
          />
        )}
      </EditorContext>
    </SelectionContext>
  );
}

function GridCell(props: CellRendererProps<SheetRow, unknown>) {
  const { row, rowIdx, column, isCellActive } = props;
  const isSelected = useIsSelected(rowIdx, column.idx);
  const markColumn = findMarkColumn(column.key);
  const isInvalid = markColumn !== null && row.problems[markColumn] !== undefined;
  const classes = [
    isSelected && 'is-chosen',
    isInvalid && 'is-refused',
    markColumn && row.changed.includes(markColumn) && 'is-changed',
  ].filter(Boolean);
  return (
    <DataCell
      {...props}
      className={classes.join(' ')}
      aria-selected={isSelected || isCellActive}
      {...(column.key === 'name' ? { role: 'rowheader' } : {})}
      {...(isInvalid ? { 'aria-invalid': true, 'aria-describedby': problemId(rowIdx, markColumn) } : {})}
    />
  );
}

type FilledRow = SheetRow & { filledText?: string };

/**
 * The user drags or double-clicks the corner of the selected cell. This copies the mark to other cells in one
 * edit.
 */
const fillHandle = (sheet: GradeSheet) => ({
  onFill: ({ columnKey, sourceRow, targetRow }: FillArguments): FilledRow => {
    const column = findMarkColumn(columnKey);
    return column ? { ...targetRow, filledText: displayText(sourceRow, column) } : targetRow;
  },
  onRowsChange: (
    newRows: FilledRow[],
    { indexes, column }: { indexes: number[]; column: { key: string } },
  ) => {
    const markColumn = findMarkColumn(column.key);
    const entries = indexes.flatMap((index) => {
      const row = newRows[index];
      if (!markColumn || row?.filledText === undefined) return [];
      return [{ studentId: row.studentId, column: markColumn, text: row.filledText }];
    });
    sheet.enterTexts(entries);
  },
});

interface FillArguments {
  columnKey: string;
  sourceRow: SheetRow;
  targetRow: SheetRow;
}

interface GridToolsProps {
  sheet: GradeSheet;
  selection: GridSelection;
  rows: readonly SheetRow[];
  columnKeys: readonly string[];
  /** Must be a stable function. */
  onFillDown: () => void;
}

function GridTools({ sheet, selection, rows, columnKeys, onFillDown }: GridToolsProps) {
  const text = useStudentText();
  const block = useBlock(selection);
  const row = rows[block?.anchor.row ?? -1];
  const column = findMarkColumn(columnKeys[block?.anchor.column ?? -1] ?? '');
  const problem = row && column ? row.problems[column] : undefined;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 0.5, minHeight: 40 }}>
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
          ? t('grades.problemOf', {
              student: row.studentName,
              problem: markMessage(sheet.settings, column, problem),
            })
          : text('grades.keysHint')}
      </Typography>
    </Box>
  );
}

interface ToolsProps extends Pick<GradeSheet, 'undo' | 'redo' | 'canUndo' | 'canRedo'> {
  canFill: boolean;
  onFillDown: () => void;
}

const Tools = memo(function Tools({ undo, redo, canUndo, canRedo, canFill, onFillDown }: ToolsProps) {
  return (
    <>
      <Tool label={t('grades.undo')} keys="Ctrl+Z" disabled={!canUndo} onClick={undo}>
        <Undo />
      </Tool>
      <Tool label={t('grades.redo')} keys="Ctrl+Y" disabled={!canRedo} onClick={redo}>
        <Redo />
      </Tool>
      <Tool label={t('grades.fillDown')} keys="Ctrl+D" disabled={!canFill} onClick={onFillDown}>
        <FillDown />
      </Tool>
    </>
  );
});

interface ToolProps {
  label: string;
  keys: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ keys, ...tool }: ToolProps) => (
  <IconAction
    title={
      <>
        {tool.label} <bdi>({keys})</bdi>
      </>
    }
    {...tool}
  />
);
