import type { SxProps, Theme } from '@mui/material/styles';
import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';
import type { DataTableColumnProps, RaRecord } from 'react-admin';
import type { ExcelExport } from '../report/useExcelExport';

/** Labels, export and actions for selected records. */
export interface Selection<R> {
  recordName: (record: R) => string;
  excel: ExcelExport<R>;
  renderActions?: (ids: number[], onDone: () => void) => ReactNode;
}

export interface ListTableProps<R> {
  hasIndex?: boolean;
  /** Columns that only the user shows, so that the other columns have whole values. */
  hiddenColumns?: string[];
  /** The same for a window below `lg`. */
  hiddenWhenNarrow?: string[];
  children: ReactNode;
  renderActions: (record: R) => ReactNode;
  sx?: SxProps<Theme>;
}

type Column = ComponentType<DataTableColumnProps>;

/** The loaded table sets react-admin's column. */
export const ColumnComponent = createContext<Column>(() => null);

/** A column of `ListTable`, with the props of react-admin's `DataTable.Col`. */
export function ListColumn<R extends RaRecord>(props: DataTableColumnProps<R>) {
  return createElement(useContext(ColumnComponent), props as DataTableColumnProps);
}
