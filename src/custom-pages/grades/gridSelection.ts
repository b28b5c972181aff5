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
import { markColumn, type Visit } from './gridColumns';
import type { SheetRow } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

/** A cell by its row on screen and its column, each from 0. */
export interface Place {
  row: number;
  column: number;
}

/** A block of cells, given by two opposite corners: where the selection began, and where it ends. */
interface Block {
  anchor: Place;
  head: Place;
}

export interface Edges {
  top: number;
  bottom: number;
  first: number;
  last: number;
}

export const edgesOf = ({ anchor, head }: Block): Edges => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  first: Math.min(anchor.column, head.column),
  last: Math.max(anchor.column, head.column),
});

/** The selected block. It is not React state, so that only the cells that enter or leave it are rendered again. */
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

  set(anchor: Place | null, head = anchor): void {
    this.#block = anchor && head ? { anchor, head } : null;
    for (const listener of this.#listeners) listener();
  }

  extendTo(head: Place): void {
    this.set(this.#block?.anchor ?? head, head);
  }

  /** Whether a cell is in the block; false for a block of one cell. */
  has({ row, column }: Place): boolean {
    if (!this.#block) return false;
    const { top, bottom, first, last } = edgesOf(this.#block);
    return (
      (top !== bottom || first !== last) && row >= top && row <= bottom && column >= first && column <= last
    );
  }
}

export const SelectionContext = createContext(new GridSelection());

export function useIsSelected(row: number, column: number): boolean {
  const selection = useContext(SelectionContext);
  const isSelected = useCallback(() => selection.has({ row, column }), [selection, row, column]);
  return useSyncExternalStore(selection.subscribe, isSelected);
}

/** The block itself, for a component that the grid has once, not in each cell. */
export function useBlock(selection: GridSelection): Block | null {
  return useSyncExternalStore(selection.subscribe, () => selection.block);
}

type Arguments = CellMouseArgs<SheetRow, unknown>;

/** A block is selected by dragging the mouse, or by Shift and a click. */
export function useGridPointer(
  grid: RefObject<DataGridHandle | null>,
  selection: GridSelection,
  visit: Visit,
) {
  const isDragging = useRef(false);
  return {
    onCellMouseDown: ({ rowIdx, column }: Arguments, event: CellMouseEvent) => {
      visit.prepare(true);
      if (event.button !== 0) return;
      const place = { row: rowIdx, column: column.idx };
      isDragging.current = true;
      if (event.shiftKey && selection.block) {
        // The focus stays in the first cell of the block.
        event.preventGridDefault();
        event.preventDefault();
        selection.extendTo(place);
      } else selection.set(place);
    },
    onCellDoubleClick: () => {
      visit.prepare(false);
    },
    onPointerOver: (event: MouseEvent) => {
      if (event.buttons !== 1) isDragging.current = false;
      const place = isDragging.current ? cellAt(event.target) : null;
      if (!place) return;
      selection.extendTo(place);
      grid.current?.scrollToCell({ rowIdx: place.row, idx: place.column });
    },
  };
}

/** In the grid rows count from 1, and the first is the header. */
function cellAt(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest('.rdg-cell') : null;
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  const column = Number(cell?.getAttribute('aria-colindex')) - 1;
  return row >= 0 && column >= 0 ? { row, column } : null;
}

/** Clears the marks of the selected block, or fills them down. Both functions keep their identity. */
export function useBlockActions(
  { clear, fillDown }: Pick<GradeSheet, 'clear' | 'fillDown'>,
  selection: GridSelection,
  rows: readonly SheetRow[],
  columns: readonly { key: string }[],
) {
  const shown = useRef({ rows, columns });
  useEffect(() => {
    shown.current = { rows, columns };
  });
  const readBlock = useCallback(() => {
    const edges = selection.block ? edgesOf(selection.block) : null;
    const idsFrom = (from: number, to?: number) =>
      shown.current.rows.slice(from, to).map(({ studentId }) => studentId);
    return {
      students: edges ? idsFrom(edges.top, edges.bottom + 1) : [],
      /** The first student of the block and everybody below. */
      below: edges ? idsFrom(edges.top) : [],
      marks: edges
        ? shown.current.columns.slice(edges.first, edges.last + 1).flatMap(({ key }) => markColumn(key) ?? [])
        : [],
    };
  }, [selection]);
  const onClear = useCallback(() => {
    const { students, marks } = readBlock();
    clear(students, marks);
  }, [readBlock, clear]);
  const onFillDown = useCallback(() => {
    const { students, below, marks } = readBlock();
    fillDown(students.length > 1 ? students : below, marks);
  }, [readBlock, fillDown]);
  return { onClear, onFillDown };
}
