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
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { IconAction } from '../../ui/page/IconAction';
import { EditorContext, gridColumns, markColumn, refusedId, Visit } from './gridColumns';
import {
  GridSelection,
  SelectionContext,
  useBlock,
  useBlockActions,
  useGridPointer,
  useIsSelected,
} from './gridSelection';
import { GridStyles } from './GridStyles';
import { type Cell, type SheetRow, shownText, type TypingPlace } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';
import { PasteOutcome, useGridClipboard } from './useGridClipboard';
import { goTo, useGridKeys } from './useGridKeys';

export interface GradeGridHandle {
  /** Scrolls to a cell and focuses it. */
  goTo: (cell: Cell) => void;
}

interface GradeGridProps {
  sheet: GradeSheet;
  /** The rows that match the search. */
  rows: readonly SheetRow[];
  label: string;
  /** Where the person types, also on a phone that was turned. */
  place: TypingPlace;
  onHistory: (row: SheetRow) => void;
  ref?: Ref<GradeGridHandle>;
}

const rowHeight = 40;
const headerHeight = 44;
/** What stands over the grid and below it: the bar, the head; while it is typed into also its tools and the bar of changes. */
const around = { reading: '10.5rem', typing: '16.25rem' };
/** Figures that stand over the grid go out of the way of who scrolls in it. @param frame the top of the grid */
function foldAbove(frame: HTMLElement | null): void {
  if (!frame || frame.getBoundingClientRect().top <= headEnd) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  frame.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' });
}

/** Where the grid begins at the lowest, in pixels, with nothing between it and the head. */
const headEnd = 160;
/** Room for the scroll bar below the last row. */
const scrollBar = 18;
const renderers = {
  renderCell: (key: React.Key, props: Parameters<typeof GridCell>[0]) => <GridCell key={key} {...props} />,
};

/** The grade sheet as a spreadsheet: to read, or to type in edit mode. */
export default function GradeGrid({ sheet, rows, label, place, onHistory, ref }: GradeGridProps) {
  const { settings, type, endTyping } = sheet;
  const isEditable = sheet.isEditing && !sheet.isSaving;
  const hasHistory = useServerFeatures().has('gradeHistory');
  const columns = useMemo(
    () =>
      gridColumns({
        settings,
        isEditable,
        columns: sheet.columns,
        onHistory: hasHistory ? onHistory : null,
      }),
    [settings, sheet.columns, isEditable, hasHistory, onHistory],
  );
  const grid = useRef<DataGridHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [selection] = useState(() => new GridSelection());
  const [visit] = useState(() => new Visit());
  const editor = useMemo(() => ({ type, endTyping, settings, visit }), [type, endTyping, settings, visit]);

  const { onClear, onFillDown } = useBlockActions(sheet, selection, rows, columns);
  const firstMark = columns.findIndex(({ key }) => markColumn(key) !== null);
  const onKey = useGridKeys({
    sheet,
    grid,
    selection,
    visit,
    firstMark,
    onClear,
    onFillDown,
    rowCount: rows.length,
    columnCount: columns.length,
    lastMark: firstMark + sheet.columns.length - 1,
  });
  const clipboard = useGridClipboard({ sheet, rows, columns, selection, visit, onClear });
  const pointer = useGridPointer(grid, selection, visit);

  useImperativeHandle(ref, () => ({
    goTo: ({ studentId, column }) => {
      const rowIdx = rows.findIndex((row) => row.studentId === studentId);
      const idx = columns.findIndex(({ key }) => key === column);
      grid.current?.scrollToCell({ rowIdx, idx });
      goTo(grid, { row: rowIdx, column: idx });
      selection.set({ row: rowIdx, column: idx });
    },
  }));
  const cellToType = useEffectEvent(() => {
    const row = rows.findIndex(({ studentId }) => studentId === place.cell?.studentId);
    const column = columns.findIndex(({ key }) => key === place.cell?.column);
    return { row: Math.max(row, 0), column: column === -1 ? firstMark : column };
  });
  const selectCell = (rowIdx: number, column: { idx: number; key: string } | undefined) => {
    const row = rows[rowIdx];
    selection.set(row && column ? { row: rowIdx, column: column.idx } : null);
    const mark = column && markColumn(column.key);
    if (row && mark) place.set({ studentId: row.studentId, column: mark });
  };
  useEffect(() => {
    grid.current?.element?.setAttribute('aria-multiselectable', 'true');
    if (!isEditable) {
      visit.close();
      return;
    }
    // After "edit" was pressed, the person can type at once.
    const { row, column } = selection.block?.anchor ?? cellToType();
    goTo(grid, { row, column });
    selection.set({ row, column });
  }, [isEditable, firstMark, selection, visit]);
  return (
    <SelectionContext value={selection}>
      <EditorContext value={editor}>
        <div ref={frame} style={{ scrollMarginBlockStart: sizes.topBar + 8 }}>
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
          // A scroll event does not bubble.
          onScrollCapture={({ target }) =>
            target instanceof Element && target.scrollTop > 0 && foldAbove(frame.current)
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
              blockSize: `min(${headerHeight + rows.length * rowHeight + scrollBar}px, max(20rem, 100dvh - ${sheet.isEditing ? around.typing : around.reading}))`,
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

/** A cell of the grid with what the grid does not know: the selected block, invalid and changed marks. */
function GridCell(props: CellRendererProps<SheetRow, unknown>) {
  const { row, rowIdx, column, isCellActive } = props;
  const isSelected = useIsSelected(rowIdx, column.idx);
  const mark = markColumn(column.key);
  const isRefused = mark !== null && row.problems[mark] !== undefined;
  const classes = [
    isSelected && 'is-chosen',
    isRefused && 'is-refused',
    mark && row.changed.includes(mark) && 'is-changed',
  ].filter(Boolean);
  return (
    <DataCell
      {...props}
      className={classes.join(' ')}
      aria-selected={isSelected || isCellActive}
      {...(column.key === 'name' ? { role: 'rowheader' } : {})}
      {...(isRefused ? { 'aria-invalid': true, 'aria-describedby': refusedId(rowIdx, mark) } : {})}
    />
  );
}

type Filled = SheetRow & { filled?: string };

/**
 * The handle at the corner of the selected cell: dragging or double-clicking it fills its mark into other cells, as
 * one edit.
 */
const fillHandle = (sheet: GradeSheet) => ({
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

interface GridToolsProps {
  sheet: GradeSheet;
  selection: GridSelection;
  rows: readonly SheetRow[];
  columnKeys: readonly string[];
  /** Keeps its identity. */
  onFillDown: () => void;
}

function GridTools({ sheet, selection, rows, columnKeys, onFillDown }: GridToolsProps) {
  const block = useBlock(selection);
  const row = rows[block?.anchor.row ?? -1];
  const column = markColumn(columnKeys[block?.anchor.column ?? -1] ?? '');
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
