import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyComponent } from '../page/lazyComponent';
import { isPhoneWindow } from '../page/useIsPhone';
import type { ListTableProps } from './ListColumn';

const load = () => import('./LoadedTable');
const LoadedTable = lazyComponent(load) as <R extends RaRecord>(props: ListTableProps<R>) => ReactNode;
// A phone shows no table. A wider window loads it with the page. `LoadedTable` shows the failure.
if (!isPhoneWindow()) load().catch(() => undefined);

/** Must be in a `LazyBoundary`. */
export const ListTable = <R extends RaRecord>(props: ListTableProps<R>) => <LoadedTable<R> {...props} />;
