import { Box, Button, LinearProgress } from '@mui/material';
import { memo, type MouseEvent, type ReactNode, useCallback } from 'react';
import {
  type RaRecord,
  RecordContextProvider,
  useCreatePath,
  useListContext,
  useRemoveFromStore,
  useResourceDefinition,
} from 'react-admin';
import { type To, useNavigate } from 'react-router';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { EmptyState, ErrorState, LoadingState } from '../page/States';
import { LazyBoundary } from '../page/LazyBoundary';
import { useIsPhone } from '../page/useIsPhone';
import { CellTooltips } from './CellTooltips';
import { Pages } from './Pages';
import { RecordAddress, RecordRows } from './RecordRow';

export interface ListContentProps<R> {
  table: ReactNode;
  /** A `RecordRow` for phones. A function outside of the component renders each row once. */
  renderRow: (record: R) => ReactNode;
  /** An `EmptyState` for a list without rows and without a filter. */
  empty: ReactNode;
  failureTitle: string;
  /** A tap selects a record instead of opening it. */
  isSelecting?: boolean;
  /** The URL that a tap opens, or null. Default: the edit form. */
  recordAddress?: (record: R) => To | null;
}

export function ListContent<R extends RaRecord>({
  table,
  renderRow,
  empty,
  failureTitle,
  isSelecting = false,
  recordAddress,
}: ListContentProps<R>) {
  const isPhone = useIsPhone();
  const findAddress = useRecordAddress(recordAddress);
  const onTap = useTap<R>(isSelecting, findAddress);
  const { data, error, isPending, isFetching, filterValues, setFilters, refetch, page } = useListContext<R>();
  if (isPending) return <LoadingState />;
  if (error instanceof ApiProblem && error.status === 422)
    return <RefusedFilters title={failureTitle} error={error} />;
  if (error || !data) return <ErrorState title={failureTitle} error={error} onRetry={refetch} />;
  if (data.length === 0 && page === 1) {
    if (Object.keys(filterValues).length === 0) return empty;
    return (
      <EmptyState
        title={t('ui.noResultsTitle')}
        text={t('ui.noResultsText')}
        action={
          <Button variant="outlined" onClick={() => setFilters({})}>
            {t('ui.clearFilters')}
          </Button>
        }
      />
    );
  }
  return (
    <LazyBoundary fallback={<LoadingState />}>
      <Box aria-busy={isFetching}>
        <Box sx={{ height: 4 }}>{isFetching && <LinearProgress aria-label={t('ui.loading')} />}</Box>
        {isPhone ? (
          // The keyboard uses the links and buttons of each row instead.
          <RecordRows onClick={onTap}>
            <RecordAddress value={findAddress as (record: RaRecord) => To | null}>
              {data.map((record) => (
                <MemoisedRow
                  key={record.id}
                  record={record}
                  renderRow={renderRow as (record: RaRecord) => ReactNode}
                />
              ))}
            </RecordAddress>
          </RecordRows>
        ) : (
          <CellTooltips onClick={onTap}>{table}</CellTooltips>
        )}
        <Pages />
      </Box>
    </LazyBoundary>
  );
}

/** Renders only its own change, and not each selection or reload of the list. */
const MemoisedRow = memo(
  ({ record, renderRow }: Pick<ListContentProps<RaRecord>, 'renderRow'> & { record: RaRecord }) => (
    <RecordContextProvider value={record}>{renderRow(record)}</RecordContextProvider>
  ),
);

function useRecordAddress<R extends RaRecord>(recordAddress: ListContentProps<R>['recordAddress']) {
  const { resource } = useListContext<R>();
  const { hasEdit } = useResourceDefinition();
  const createPath = useCreatePath();
  return useCallback(
    (record: R): To | null => {
      if (recordAddress) return recordAddress(record);
      return hasEdit ? createPath({ resource, id: record.id, type: 'edit' }) : null;
    },
    [recordAddress, resource, hasEdit, createPath],
  );
}

/** A tap on a control, or with selected text, does nothing. */
function useTap<R extends RaRecord>(isSelecting: boolean, findAddress: (record: R) => To | null) {
  const { data = [], onToggleItem } = useListContext<R>();
  const navigate = useNavigate();
  return ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // React bubbles clicks in a dialog of a row, although the dialog is elsewhere in the DOM.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input, label') || getSelection()?.isCollapsed === false) return;
    const row = target.closest('tbody tr, li[data-record]');
    const record = row && data[[...(row.parentElement?.children ?? [])].indexOf(row)];
    if (!record) return;
    if (isSelecting) return onToggleItem(record.id);
    const address = findAddress(record);
    if (address !== null) void navigate(address);
  };
}

/** The server refuses a filter of the URL. The user can open the list without filters. */
function RefusedFilters(props: { title: string; error: ApiProblem }) {
  const { resource } = useListContext();
  const removeFromStore = useRemoveFromStore();
  const navigate = useNavigate();
  const clear = () => {
    removeFromStore(`${resource}.listParams`);
    void navigate({ search: '' });
  };
  return <ErrorState {...props} onRetry={clear} retryLabel={t('ui.clearFilters')} />;
}
