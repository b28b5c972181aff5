import {
  createContext,
  type MouseEvent,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { CellMouseArgs, CellMouseEvent, DataGridHandle } from 'react-data-grid';
import { findMarkColumn, type EditSession } from './gridColumns';
import type { SheetRow } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

/** Indexes of the visible row and of the grid column, from 0. */
export interface CellPosition {
  row: number;
  column: number;
}

/** Two opposite corners: the selection starts at `anchor` and ends at `head`. */
interface Block {
  anchor: CellPosition;
  head: CellPosition;
}

export interface Edges {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export const findEdges = ({ anchor, head }: Block): Edges => ({
  firstRow: Math.min(anchor.row, head.row),
  lastRow: Math.max(anchor.row, head.row),
  firstColumn: Math.min(anchor.column, head.column),
  lastColumn: Math.max(anchor.column, head.column),
});

/** Not a React state, so that only cells that enter or leave the block render again. */
export class GridSelection {
  #block: Block | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get block(): Block | null {
    return this.#block;
  }

  set(anchor: CellPosition | null, head = anchor): void {
    this.#block = anchor && head ? { anchor, head } : null;
    for (const listener of this.#listeners) listener();
  }

  extendTo(head: CellPosition): void {
    this.set(this.#block?.anchor ?? head, head);
  }

  /** Returns false for a block of one cell, which needs no highlight. */
  has({ row, column }: CellPosition): boolean {
    if (!this.#block) return false;
    const { firstRow, lastRow, firstColumn, lastColumn } = findEdges(this.#block);
    return (
      (firstRow !== lastRow || firstColumn !== lastColumn) &&
      row >= firstRow &&
      row <= lastRow &&
      column >= firstColumn &&
      column <= lastColumn
    );
  }
}

export const SelectionContext = createContext(new GridSelection());

export function useIsSelected(row: number, column: number): boolean {
  const selection = useContext(SelectionContext);
  const isSelected = useCallback(() => selection.has({ row, column }), [selection, row, column]);
  return useSyncExternalStore(selection.subscribe, isSelected);
}

export function useBlock(selection: GridSelection): Block | null {
  return useSyncExternalStore(selection.subscribe, () => selection.block);
}

type Arguments = CellMouseArgs<SheetRow, unknown>;

export function useGridPointer(
  grid: RefObject<DataGridHandle | null>,
  selection: GridSelection,
  editSession: EditSession,
) {
  const isDragging = useRef(false);
  return {
    onCellMouseDown: ({ rowIdx, column }: Arguments, event: CellMouseEvent) => {
      editSession.prepare(true);
      if (event.button !== 0) return;
      const position = { row: rowIdx, column: column.idx };
      isDragging.current = true;
      if (event.shiftKey && selection.block) {
        event.preventGridDefault();
        event.preventDefault();
        selection.extendTo(position);
      } else selection.set(position);
    },
    onCellDoubleClick: () => {
      editSession.prepare(false);
    },
    onPointerOver: (event: MouseEvent) => {
      if (event.buttons !== 1) isDragging.current = false;
      const position = isDragging.current ? findCellPosition(event.target) : null;
      if (!position) return;
      selection.extendTo(position);
      grid.current?.scrollToCell({ rowIdx: position.row, idx: position.column });
    },
  };
}

/** The ARIA row index counts from 1 and includes the header. */
function findCellPosition(target: EventTarget): CellPosition | null {
  const cell = target instanceof Element ? target.closest('.rdg-cell') : null;
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  const column = Number(cell?.getAttribute('aria-colindex')) - 1;
  return row >= 0 && column >= 0 ? { row, column } : null;
}

/** Clears or fills down the selected block. The returned functions are stable. */
export function useBlockActions(
  { clear, fillDown }: Pick<GradeSheet, 'clear' | 'fillDown'>,
  selection: GridSelection,
  rows: readonly SheetRow[],
  columns: readonly { key: string }[],
) {
  const latest = useRef({ rows, columns });
  useEffect(() => {
    latest.current = { rows, columns };
  });
  const readBlock = useCallback(() => {
    const edges = selection.block ? findEdges(selection.block) : null;
    const idsFrom = (from: number, to?: number) =>
      latest.current.rows.slice(from, to).map(({ studentId }) => studentId);
    return {
      students: edges ? idsFrom(edges.firstRow, edges.lastRow + 1) : [],
      /** From the first student of the block to the end of the list. */
      studentsBelow: edges ? idsFrom(edges.firstRow) : [],
      markColumns: edges
        ? latest.current.columns
            .slice(edges.firstColumn, edges.lastColumn + 1)
            .flatMap(({ key }) => findMarkColumn(key) ?? [])
        : [],
    };
  }, [selection]);
  const onClear = useCallback(() => {
    const { students, markColumns } = readBlock();
    clear(students, markColumns);
  }, [readBlock, clear]);
  const onFillDown = useCallback(() => {
    const { students, studentsBelow, markColumns } = readBlock();
    fillDown(students.length > 1 ? students : studentsBelow, markColumns);
  }, [readBlock, fillDown]);
  return { onClear, onFillDown };
}
