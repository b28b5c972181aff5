import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** A cell by its row on screen and its column, each from 0. */
export interface Place {
  row: number;
  column: number;
}

/** A block of cells: where it began, and where it reaches to. */
export interface Block {
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

/** The chosen block, outside of React's state: a cell is drawn again when it itself enters or leaves it. */
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

  /** Whether a cell lies in a block of more than one. */
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

/** The block itself, for what is drawn once. */
export function useBlock(selection: GridSelection): Block | null {
  return useSyncExternalStore(selection.subscribe, () => selection.block);
}
