import { type MouseEvent, type RefObject, useRef } from 'react';
import type { CellMouseArgs, CellMouseEvent, DataGridHandle } from 'react-data-grid';
import type { Visit } from './editorContext';
import type { GridSelection, Place } from './gridSelection';
import type { SheetRow } from './sheetRow';

type Arguments = CellMouseArgs<SheetRow, unknown>;

/** A block is chosen by pulling the mouse over it, or by Shift and a click. */
export function useGridPointer(
  grid: RefObject<DataGridHandle | null>,
  selection: GridSelection,
  visit: Visit,
) {
  const isPulling = useRef(false);
  return {
    onCellMouseDown: ({ rowIdx, column }: Arguments, event: CellMouseEvent) => {
      visit.prepare(true);
      if (event.button !== 0) return;
      const place = { row: rowIdx, column: column.idx };
      isPulling.current = true;
      if (event.shiftKey && selection.block) {
        // The keyboard stays in the first cell of the block.
        event.preventGridDefault();
        event.preventDefault();
        selection.extendTo(place);
      } else selection.set(place);
    },
    onCellDoubleClick: () => {
      visit.prepare(false);
    },
    onPointerOver: (event: MouseEvent) => {
      if (event.buttons !== 1) isPulling.current = false;
      const place = isPulling.current ? placeOf(event.target) : null;
      if (!place) return;
      selection.extendTo(place);
      grid.current?.scrollToCell({ rowIdx: place.row, idx: place.column });
    },
  };
}

/** The rows of the grid count from 1, with the header as the first. */
function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest('.rdg-cell') : null;
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  const column = Number(cell?.getAttribute('aria-colindex')) - 1;
  return row >= 0 && column >= 0 ? { row, column } : null;
}
