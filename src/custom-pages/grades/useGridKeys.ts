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
  /** Of the mark columns, in the grid. */
  firstMark: number;
  lastMark: number;
  onClear: () => void;
  onFillDown: () => void;
}

type Arguments = CellKeyDownArgs<SheetRow, unknown>;

/** The keys of a spreadsheet, where the grid's own ones are others. */
export function useGridKeys(parts: KeyParts) {
  const { sheet, grid, selection, visit, rowCount, columnCount, firstMark, lastMark } = parts;
  /** After Escape the next Tab leaves the grid: it is no trap for the keyboard. */
  const isLeaving = useRef(false);

  const go = ({ row, column }: Place) =>
    grid.current?.setActivePosition({ rowIdx: row, idx: column }, { shouldFocus: true });
  /** Another cell, or the same one with its field closed where there is no further one. */
  const leaveTo = (args: Arguments, to: Place, from: Place) => {
    const row = Math.max(0, Math.min(rowCount - 1, to.row));
    const column = Math.max(0, Math.min(columnCount - 1, to.column));
    if (row !== from.row || column !== from.column) go({ row, column });
    else if (args.mode === 'EDIT') args.onClose(true, true);
  };
  const tabTarget = ({ row, column }: Place, isBack: boolean): Place | null => {
    if (column < firstMark || column > lastMark) return null;
    const next = column + (isBack ? -1 : 1);
    if (next >= firstMark && next <= lastMark) return { row, column: next };
    const nextRow = row + (isBack ? -1 : 1);
    if (nextRow < 0 || nextRow >= rowCount) return null;
    return { row: nextRow, column: isBack ? lastMark : firstMark };
  };

  const tab = (args: Arguments, from: Place, event: CellKeyboardEvent) => {
    const to = sheet.isEditing && !isLeaving.current ? tabTarget(from, event.shiftKey) : null;
    isLeaving.current = false;
    event.preventGridDefault();
    if (!to) {
      if (args.mode === 'EDIT') args.onClose(true, false);
      return;
    }
    event.preventDefault();
    go(to);
  };
  const extend = (event: CellKeyboardEvent, move: { rows: number; columns: number }) => {
    const head = selection.block?.head;
    if (!head) return;
    const isFar = event.ctrlKey || event.metaKey;
    const reach = (from: number, by: number, count: number) =>
      by === 0 ? from : isFar ? (by > 0 ? count - 1 : 0) : Math.max(0, Math.min(count - 1, from + by));
    const to = {
      row: reach(head.row, move.rows, rowCount),
      column: reach(head.column, move.columns, columnCount),
    };
    selection.extendTo(to);
    grid.current?.scrollToCell({ rowIdx: to.row, idx: to.column });
  };
  const withCtrl: Record<string, (event: CellKeyboardEvent) => void> = {
    z: ({ shiftKey }) => (shiftKey ? sheet.redo() : sheet.undo()),
    y: () => sheet.redo(),
    d: parts.onFillDown,
    a: () => selection.set({ row: 0, column: 0 }, { row: rowCount - 1, column: columnCount - 1 }),
  };

  const inField = (args: Arguments, from: Place, event: CellKeyboardEvent) => {
    const move = moveOf(event.key);
    if (event.key === 'Escape') return sheet.cancelTyping();
    const isLeft = move && (move.rows !== 0 || visit.isReplacing) && !event.shiftKey;
    if (event.key !== 'Enter' && !isLeft) return;
    const by = move ?? { rows: event.shiftKey ? -1 : 1, columns: 0 };
    event.preventGridDefault();
    event.preventDefault();
    leaveTo(args, { row: from.row + by.rows, column: from.column + by.columns }, from);
  };
  const onCell = (args: Arguments, from: Place, event: CellKeyboardEvent) => {
    const move = moveOf(event.key);
    visit.prepare(true);
    // The button in the cell is pressed.
    if (args.column?.key === historyKey && [' ', 'Enter'].includes(event.key))
      return event.preventGridDefault();
    if (move && event.shiftKey) {
      extend(event, move);
    } else if (event.key === 'Enter') {
      leaveTo(args, { row: from.row + (event.shiftKey ? -1 : 1), column: from.column }, from);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      parts.onClear();
    } else if (event.key === 'F2') {
      visit.prepare(false);
      grid.current?.setActivePosition({ rowIdx: from.row, idx: from.column }, { enableEditor: true });
    } else if (event.key === 'Escape') {
      isLeaving.current = true;
      selection.set(from);
    } else return;
    event.preventGridDefault();
    event.preventDefault();
  };

  return (args: Arguments, event: CellKeyboardEvent) => {
    if (args.rowIdx < 0 || !args.column) return;
    const from = { row: args.rowIdx, column: args.column.idx };
    if (event.key === 'Tab') return tab(args, from, event);
    if (args.mode === 'EDIT') return inField(args, from, event);
    if (event.key !== 'Escape') isLeaving.current = false;
    const shortcut = shortcutOf(event);
    if (shortcut === null) return onCell(args, from, event);
    // Copy, cut and paste come as events of their own; the field of the cell must not open for them.
    event.preventGridDefault();
    const act = withCtrl[shortcut];
    if (!act) return;
    event.preventDefault();
    // The screen's own undo, of what was saved, does not hear of it.
    event.stopPropagation();
    act(event);
  };
}

/** A key with Ctrl or Command, by its place where the keyboard writes Arabic; null of any other. */
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

/** Where an arrow leads, in rows and columns; null of any other key. */
const moveOf = (key: string) => moves[key] ?? null;
