import { Cell, type CellRendererProps } from 'react-data-grid';
import { markColumn } from './gridColumns';
import { useIsSelected } from './gridSelection';
import { refusedId } from './RefusedMark';
import type { SheetRow } from './sheetRow';

/** A cell of the grid, with what the grid itself does not know: the chosen block, refused and changed marks. */
export function GridCell(props: CellRendererProps<SheetRow, unknown>) {
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
    <Cell
      {...props}
      className={classes.join(' ')}
      aria-selected={isSelected || isCellActive}
      {...(column.key === 'name' ? { role: 'rowheader' } : {})}
      {...(isRefused ? { 'aria-invalid': true, 'aria-describedby': refusedId(rowIdx, mark) } : {})}
    />
  );
}
