import { Button } from '@mui/material';
import { Fragment, type ReactNode, Suspense, useMemo, useState } from 'react';
import {
  ListBase,
  type ListBaseProps,
  type RaRecord,
  type SortPayload,
  useListContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import type { ar } from '../../i18n/ar';
import { t } from '../../i18n/text';
import { Page } from '../page/Page';
import { EmptyState } from '../page/States';
import { useIsPhone } from '../page/useIsPhone';
import { lazyComponent } from '../page/lazyComponent';
import { ListContent, type ListContentProps } from './ListContent';
import type { Selection } from './ListColumn';
import { ListSelection } from './RecordCheckbox';

const SelectionBar = lazyComponent(() => import('./SelectionBar'));

type ListMessages = Record<'title' | 'subtitle' | 'loadFailed' | 'emptyTitle' | 'emptyText', string>;
/** The start of the keys of a catalogue that has all messages of a list. */
type ListCatalogue = {
  [Name in keyof typeof ar]: (typeof ar)[Name] extends ListMessages ? `${Name}.` : never;
}[keyof typeof ar];

interface ListPageProps<R> extends Pick<ListContentProps<R>, 'table' | 'renderRow' | 'recordAddress'> {
  /** For example, 'programs.' for `title` and `emptyText` of the programs. The dot makes the page load them. */
  catalogue: ListCatalogue;
  /** Required outside a `Resource`. */
  resource?: string;
  sort: SortPayload;
  perPage?: number;
  tools?: ReactNode;
  mainAction?: ReactNode;
  figures?: ReactNode;
  titleFigure?: ReactNode;
  filters: ReactNode;
  /** Records can be selected if the server has actions for several records. */
  selection?: Selection<R>;
  emptyText?: string;
  /** A `ColumnsButton`, if the table does not show all columns. */
  columnsButton?: ReactNode;
  children?: ReactNode;
}

export function ListPage<R extends RaRecord>({
  catalogue,
  resource,
  sort,
  perPage,
  tools,
  mainAction,
  figures,
  titleFigure,
  filters,
  emptyText,
  selection,
  columnsButton,
  children,
  ...rows
}: ListPageProps<R>) {
  const isPhone = useIsPhone();
  const canSelect = useServerFeatures().has('several') && selection !== undefined;
  /** A table has checkboxes. A phone has a selection mode. */
  const [hasStartedSelecting, setHasStartedSelecting] = useState(false);
  const isSelecting = isPhone && canSelect && hasStartedSelecting;
  const recordName = canSelect ? (selection.recordName as (record: RaRecord) => string) : null;
  // The same object, because a new one would render all rows.
  const selectionContext = useMemo(
    () => recordName && { recordName, isSelecting },
    [recordName, isSelecting],
  );
  const empty = (
    <EmptyState
      title={t(`${catalogue}emptyTitle`)}
      text={
        <>
          {t(`${catalogue}subtitle`)} {emptyText ?? t(`${catalogue}emptyText`)}
        </>
      }
      action={mainAction}
    />
  );
  const allTools = [
    isPhone && canSelect && !isSelecting && (
      <Button key="select" variant="outlined" onClick={() => setHasStartedSelecting(true)}>
        {t('ui.chooseSome')}
      </Button>
    ),
    !isPhone && columnsButton && <Fragment key="columns">{columnsButton}</Fragment>,
    tools && <Fragment key="tools">{tools}</Fragment>,
  ].filter(Boolean);
  return (
    <ListFrame sort={sort} resource={resource} perPage={perPage}>
      <ListSelection value={selectionContext}>
        <Page
          title={t(`${catalogue}title`)}
          tools={allTools.length > 0 && allTools}
          mainAction={!isSelecting && mainAction}
          figures={figures}
          titleFigure={titleFigure}
          filters={filters}
        >
          <ListContent<R>
            failureTitle={t(`${catalogue}loadFailed`)}
            empty={empty}
            isSelecting={isSelecting}
            {...rows}
          />
          {canSelect && (
            <WhileSelecting isSelecting={isSelecting}>
              <SelectionBar
                selection={selection as Selection<RaRecord>}
                onEnd={() => setHasStartedSelecting(false)}
              />
            </WhileSelecting>
          )}
          {children}
        </Page>
      </ListSelection>
    </ListFrame>
  );
}

interface ListFrameProps extends Pick<ListBaseProps, 'sort' | 'children' | 'queryOptions'> {
  resource?: string | undefined;
  perPage?: number | undefined;
}

/** The page size is the user's last choice, unless the URL has a page size. */
export function ListFrame({ resource, perPage = 25, ...list }: ListFrameProps) {
  const name = useResourceContext({ resource }) ?? '';
  const [storedPerPage] = useStore(`${name}.perPage`, perPage);
  const cleanedSearch = useCleanedSearch();
  // The redirect runs before the list requests an invalid page.
  if (cleanedSearch !== null) return <Navigate to={{ search: cleanedSearch }} replace />;
  return <ListBase resource={name} perPage={storedPerPage} {...list} />;
}

/** Pattern of `page` and `perPage`. React Admin itself corrects a page after the last page. */
const pageNumberPattern = /^[1-9]\d{0,3}$/;

function useCleanedSearch(): string | null {
  const search = new URLSearchParams(useLocation().search);
  const invalid = ['page', 'perPage'].filter((name) => !pageNumberPattern.test(search.get(name) ?? '1'));
  for (const name of invalid) search.delete(name);
  return invalid.length === 0 ? null : String(search);
}

interface WhileSelectingProps {
  /** If true, the bar is visible without selected records. */
  isSelecting: boolean;
  children: ReactNode;
}

function WhileSelecting({ isSelecting, children }: WhileSelectingProps) {
  const { selectedIds } = useListContext();
  return (selectedIds.length > 0 || isSelecting) && <Suspense>{children}</Suspense>;
}
