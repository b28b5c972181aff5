import { type RefObject, useRef } from 'react';
import type { CellKeyboardEvent, CellKeyDownArgs, DataGridHandle } from 'react-data-grid';
import { historyKey, type Visit } from './gridColumns';
import type { GridSelection, Place } from './gridSelection';
import type { SheetRow } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface KeyParts {
  sheet: GradeSheet;
  grid: RefObject<DataGridHandle | null>;
  selection: GridSelection;
  visit: Visit;
  rowCount: number;
  columnCount: number;
  /** Indexes of the first and the last mark column in the grid, from 0. */
  firstMark: number;
  lastMark: number;
  onClear: () => void;
  onFillDown: () => void;
}

type Arguments = CellKeyDownArgs<SheetRow, unknown>;

/** What a key needs of the grid. */
interface KeyContext extends KeyParts {
  /** After Escape the next Tab leaves the grid, so that a keyboard user can get out. */
  isLeaving: { current: boolean };
}

/** The keys of a spreadsheet that differ from the grid's own keys. */
export function useGridKeys(parts: KeyParts) {
  const isLeaving = useRef(false);
  const context = { ...parts, isLeaving };
  const { sheet, selection, rowCount, columnCount } = parts;
  const withCtrl: Record<string, (event: CellKeyboardEvent) => void> = {
    z: ({ shiftKey }) => (shiftKey ? sheet.redo() : sheet.undo()),
    y: () => sheet.redo(),
    d: parts.onFillDown,
    a: () => selection.set({ row: 0, column: 0 }, { row: rowCount - 1, column: columnCount - 1 }),
  };
  return (args: Arguments, event: CellKeyboardEvent) => {
    if (args.rowIdx < 0 || !args.column) return;
    const from = { row: args.rowIdx, column: args.column.idx };
    if (event.key === 'Tab') return onTab(context, args, from, event);
    if (args.mode === 'EDIT') return onFieldKey(context, args, from, event);
    if (event.key !== 'Escape') isLeaving.current = false;
    const shortcut = shortcutOf(event);
    if (shortcut === null) return onCellKey(context, args, from, event);
    // Copy, cut and paste come as events of their own; the field of the cell must not open for them.
    event.preventGridDefault();
    const act = withCtrl[shortcut];
    if (!act) return;
    event.preventDefault();
    // The app's undo of saved operations listens to the same keys.
    event.stopPropagation();
    act(event);
  };
}

/** Makes a cell the active one and focuses it, also where it is active already: for that one the grid only scrolls. */
export function goTo(grid: RefObject<DataGridHandle | null>, { row, column }: Place) {
  grid.current?.setActivePosition({ rowIdx: row, idx: column }, { shouldFocus: true });
  const place = `[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`;
  grid.current?.element?.querySelector<HTMLElement>(`${place}[aria-selected="true"]`)?.focus();
}

/** Goes to another cell; at the edge of the grid, closes the field of the same cell. */
function leaveTo(context: KeyContext, args: Arguments, to: Place, from: Place) {
  const row = Math.max(0, Math.min(context.rowCount - 1, to.row));
  const column = Math.max(0, Math.min(context.columnCount - 1, to.column));
  if (row !== from.row || column !== from.column) goTo(context.grid, { row, column });
  else if (args.mode === 'EDIT') args.onClose(true, true);
}

function tabTarget(
  { firstMark, lastMark, rowCount }: KeyContext,
  { row, column }: Place,
  isBack: boolean,
): Place | null {
  if (column < firstMark || column > lastMark) return null;
  const next = column + (isBack ? -1 : 1);
  if (next >= firstMark && next <= lastMark) return { row, column: next };
  const nextRow = row + (isBack ? -1 : 1);
  if (nextRow < 0 || nextRow >= rowCount) return null;
  return { row: nextRow, column: isBack ? lastMark : firstMark };
}

function onTab(context: KeyContext, args: Arguments, from: Place, event: CellKeyboardEvent) {
  const { sheet, isLeaving } = context;
  const to = sheet.isEditing && !isLeaving.current ? tabTarget(context, from, event.shiftKey) : null;
  isLeaving.current = false;
  event.preventGridDefault();
  if (!to) {
    if (args.mode === 'EDIT') args.onClose(true, false);
    return;
  }
  event.preventDefault();
  goTo(context.grid, to);
}

/** Moves the end of the selected block. */
function extend(context: KeyContext, event: CellKeyboardEvent, move: { rows: number; columns: number }) {
  const { selection, grid, rowCount, columnCount } = context;
  const head = selection.block?.head;
  if (!head) return;
  const isToEdge = event.ctrlKey || event.metaKey;
  const reach = (from: number, by: number, count: number) =>
    by === 0 ? from : isToEdge ? (by > 0 ? count - 1 : 0) : Math.max(0, Math.min(count - 1, from + by));
  const to = {
    row: reach(head.row, move.rows, rowCount),
    column: reach(head.column, move.columns, columnCount),
  };
  selection.extendTo(to);
  grid.current?.scrollToCell({ rowIdx: to.row, idx: to.column });
}

function onFieldKey(context: KeyContext, args: Arguments, from: Place, event: CellKeyboardEvent) {
  const move = moveOf(event.key);
  if (event.key === 'Escape') return context.sheet.cancelTyping();
  const isLeavingCell = move && (move.rows !== 0 || context.visit.isReplacing) && !event.shiftKey;
  if (event.key !== 'Enter' && !isLeavingCell) return;
  const by = move ?? { rows: event.shiftKey ? -1 : 1, columns: 0 };
  event.preventGridDefault();
  event.preventDefault();
  leaveTo(context, args, { row: from.row + by.rows, column: from.column + by.columns }, from);
}

function onCellKey(context: KeyContext, args: Arguments, from: Place, event: CellKeyboardEvent) {
  const { grid, selection, visit, isLeaving } = context;
  const move = moveOf(event.key);
  visit.prepare(true);
  // These keys press the button in the cell.
  if (args.column?.key === historyKey && [' ', 'Enter'].includes(event.key))
    return event.preventGridDefault();
  if (move && event.shiftKey) {
    extend(context, event, move);
  } else if (event.key === 'Enter') {
    leaveTo(context, args, { row: from.row + (event.shiftKey ? -1 : 1), column: from.column }, from);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    context.onClear();
  } else if (event.key === 'F2') {
    visit.prepare(false);
    grid.current?.setActivePosition({ rowIdx: from.row, idx: from.column }, { enableEditor: true });
  } else if (event.key === 'Escape') {
    isLeaving.current = true;
    selection.set(from);
  } else return;
  event.preventGridDefault();
  event.preventDefault();
}

/** The letter pressed with Ctrl or Command, by its position on an Arabic keyboard; null for any other key. */
function shortcutOf(event: {
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

const moves: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  // The grid runs from right to left: the left arrow goes on, the right one back.
  ArrowLeft: { rows: 0, columns: 1 },
  ArrowRight: { rows: 0, columns: -1 },
};

/** How far an arrow key goes, in rows and columns; null for any other key. */
const moveOf = (key: string) => moves[key] ?? null;
