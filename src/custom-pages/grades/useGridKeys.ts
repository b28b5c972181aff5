import { type RefObject, useRef } from 'react';
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from 'react-data-grid';
import { historyKey, type EditSession } from './gridColumns';
import type { GridSelection, CellPosition } from './gridSelection';
import type { SheetRow } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface GridKeyOptions {
  sheet: GradeSheet;
  grid: RefObject<DataGridHandle | null>;
  selection: GridSelection;
  editSession: EditSession;
  rowCount: number;
  columnCount: number;
  firstMarkIndex: number;
  lastMarkIndex: number;
  onClear: () => void;
  onFillDown: () => void;
}

type Arguments = CellKeyDownArgs<SheetRow, unknown>;

interface KeyContext extends GridKeyOptions {
  /** After Escape, the next Tab leaves the grid, because keyboard users need a way out. */
  isLeaving: { current: boolean };
}

/** Handles keys of a spreadsheet that differ from the grid's own keys. */
export function useGridKeys(options: GridKeyOptions) {
  const isLeaving = useRef(false);
  const context = { ...options, isLeaving };
  const { sheet, selection, rowCount, columnCount } = options;
  const ctrlShortcuts: Record<string, (event: CellKeyboardEvent) => void> = {
    z: ({ shiftKey }) => (shiftKey ? sheet.redo() : sheet.undo()),
    y: () => sheet.redo(),
    d: options.onFillDown,
    a: () => selection.set({ row: 0, column: 0 }, { row: rowCount - 1, column: columnCount - 1 }),
  };
  return (args: Arguments, event: CellKeyboardEvent) => {
    if (args.rowIdx < 0 || !args.column) return;
    const from = { row: args.rowIdx, column: args.column.idx };
    if (event.key === 'Tab') return onTab(context, args, from, event);
    if (args.mode === 'EDIT') return onFieldKey(context, args, from, event);
    if (event.key !== 'Escape') isLeaving.current = false;
    const shortcut = findShortcut(event);
    if (shortcut === null) return onCellKey(context, args, from, event);
    // Copy, cut and paste have their own events, so their keys must not open the field of the cell.
    event.preventGridDefault();
    const action = ctrlShortcuts[shortcut];
    if (!action) return;
    event.preventDefault();
    // The undo of saved operations uses the same keys.
    event.stopPropagation();
    action(event);
  };
}

/** The grid only scrolls to a cell that is active already. This function also focuses such a cell. */
export function focusCell(grid: RefObject<DataGridHandle | null>, { row, column }: CellPosition) {
  grid.current?.setActivePosition({ rowIdx: row, idx: column }, { shouldFocus: true });
  const selector = `[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`;
  grid.current?.element?.querySelector<HTMLElement>(`${selector}[aria-selected="true"]`)?.focus();
}

/** Moves to another cell. At the edge of the grid, the field closes instead. */
function moveTo(context: KeyContext, args: Arguments, target: CellPosition, from: CellPosition) {
  const row = Math.max(0, Math.min(context.rowCount - 1, target.row));
  const column = Math.max(0, Math.min(context.columnCount - 1, target.column));
  if (row !== from.row || column !== from.column) focusCell(context.grid, { row, column });
  else if (args.mode === 'EDIT') args.onClose(true, true);
}

function findTabTarget(
  { firstMarkIndex, lastMarkIndex, rowCount }: KeyContext,
  { row, column }: CellPosition,
  isBack: boolean,
): CellPosition | null {
  if (column < firstMarkIndex || column > lastMarkIndex) return null;
  const next = column + (isBack ? -1 : 1);
  if (next >= firstMarkIndex && next <= lastMarkIndex) return { row, column: next };
  const nextRow = row + (isBack ? -1 : 1);
  if (nextRow < 0 || nextRow >= rowCount) return null;
  return { row: nextRow, column: isBack ? lastMarkIndex : firstMarkIndex };
}

function onTab(context: KeyContext, args: Arguments, from: CellPosition, event: CellKeyboardEvent) {
  const { sheet, isLeaving } = context;
  const target = sheet.isEditing && !isLeaving.current ? findTabTarget(context, from, event.shiftKey) : null;
  isLeaving.current = false;
  event.preventGridDefault();
  if (!target) {
    if (args.mode === 'EDIT') args.onClose(true, false);
    return;
  }
  event.preventDefault();
  focusCell(context.grid, target);
}

function extendBlock(context: KeyContext, event: CellKeyboardEvent, move: { rows: number; columns: number }) {
  const { selection, grid, rowCount, columnCount } = context;
  const head = selection.block?.head;
  if (!head) return;
  const movesToEdge = event.ctrlKey || event.metaKey;
  const moveIndex = (from: number, step: number, count: number) =>
    step === 0
      ? from
      : movesToEdge
        ? step > 0
          ? count - 1
          : 0
        : Math.max(0, Math.min(count - 1, from + step));
  const newHead = {
    row: moveIndex(head.row, move.rows, rowCount),
    column: moveIndex(head.column, move.columns, columnCount),
  };
  selection.extendTo(newHead);
  grid.current?.scrollToCell({ rowIdx: newHead.row, idx: newHead.column });
}

function onFieldKey(context: KeyContext, args: Arguments, from: CellPosition, event: CellKeyboardEvent) {
  const move = findMove(event.key);
  if (event.key === 'Escape') return context.sheet.cancelTyping();
  const isLeavingCell = move && (move.rows !== 0 || context.editSession.isReplacing) && !event.shiftKey;
  if (event.key !== 'Enter' && !isLeavingCell) return;
  const step = move ?? { rows: event.shiftKey ? -1 : 1, columns: 0 };
  event.preventGridDefault();
  event.preventDefault();
  moveTo(context, args, { row: from.row + step.rows, column: from.column + step.columns }, from);
}

function onCellKey(context: KeyContext, args: Arguments, from: CellPosition, event: CellKeyboardEvent) {
  const { grid, selection, editSession, isLeaving } = context;
  const move = findMove(event.key);
  editSession.prepare(true);
  // These keys press the button in the cell.
  if (args.column?.key === historyKey && [' ', 'Enter'].includes(event.key))
    return event.preventGridDefault();
  if (move && event.shiftKey) {
    extendBlock(context, event, move);
  } else if (event.key === 'Enter') {
    moveTo(context, args, { row: from.row + (event.shiftKey ? -1 : 1), column: from.column }, from);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    context.onClear();
  } else if (event.key === 'F2') {
    editSession.prepare(false);
    grid.current?.setActivePosition({ rowIdx: from.row, idx: from.column }, { enableEditor: true });
  } else if (event.key === 'Escape') {
    isLeaving.current = true;
    selection.set(from);
  } else return;
  event.preventGridDefault();
  event.preventDefault();
}

/** Returns the letter with Ctrl or Command, by its position on an Arabic keyboard; null for other keys. */
function findShortcut(event: {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  key: string;
  code: string;
}): string | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null;
}

const arrowMoves: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  // The grid is right-to-left, so the left arrow moves to the next column.
  ArrowLeft: { rows: 0, columns: 1 },
  ArrowRight: { rows: 0, columns: -1 },
};

const findMove = (key: string) => arrowMoves[key] ?? null;
