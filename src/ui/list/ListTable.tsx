import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyComponent } from '../page/lazyComponent';
import { isPhoneWindow } from '../page/useIsPhone';
import type { ListTableProps } from './ListColumn';

const LoadedTable = lazyComponent(() => import('./LoadedTable'));
// A phone shows no table. A wider window loads it with the page. `LoadedTable` shows the failure.
if (!isPhoneWindow()) void LoadedTable.preload();

/** Must be in a `LazyBoundary`. */
export const ListTable = LoadedTable as <R extends RaRecord>(props: ListTableProps<R>) => ReactNode;
