import { useCallback, useEffect, useRef } from 'react';
import { markColumn } from './gridColumns';
import { edgesOf, type GridSelection } from './gridSelection';
import type { SheetRow } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';

/** What is done to the marks of the chosen block. Both functions keep their identity. */
export function useChosenBlock(
  { clear, fillDown }: Pick<GradeSheet, 'clear' | 'fillDown'>,
  selection: GridSelection,
  rows: readonly SheetRow[],
  columns: readonly { key: string }[],
) {
  const shown = useRef({ rows, columns });
  useEffect(() => {
    shown.current = { rows, columns };
  });
  const chosen = useCallback(() => {
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
    const { students, marks } = chosen();
    clear(students, marks);
  }, [chosen, clear]);
  const onFillDown = useCallback(() => {
    const { students, below, marks } = chosen();
    fillDown(students.length > 1 ? students : below, marks);
  }, [chosen, fillDown]);
  return { onClear, onFillDown };
}
