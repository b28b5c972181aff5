import { Box, Button, LinearProgress, Stack, type Theme, useMediaQuery } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';
import {
  Pagination,
  type RaRecord,
  RecordContextProvider,
  useCreatePath,
  useListContext,
  useRemoveFromStore,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { type To, useNavigate } from 'react-router';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { EmptyState, ErrorState, LoadingState } from '../page/States';
import { useIsPhone } from '../page/useIsPhone';
import { CellTooltips } from './ListTable';

export interface ListContentProps<R> {
  table: ReactNode;
  renderCard: (record: R, index: number) => ReactNode;
  /** An `EmptyState` for a list without rows and without a filter. */
  empty: ReactNode;
  failureTitle: string;
  /** A tap selects a record instead of opening it. */
  isSelecting?: boolean;
  /** The URL that a tap opens, or null. Default: the edit form. */
  recordAddress?: (record: R) => To | null;
}

const rowsPerPage = [10, 25, 50, 100];

export function ListContent<R extends RaRecord>({
  table,
  renderCard,
  empty,
  failureTitle,
  ...tap
}: ListContentProps<R>) {
  const isPhone = useIsPhone();
  const onTap = useTap<R>(tap);
  const { data, error, isPending, isFetching, filterValues, setFilters, refetch, page, perPage } =
    useListContext<R>();
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
    <Box aria-busy={isFetching}>
      <Box sx={{ height: 4 }}>{isFetching && <LinearProgress aria-label={t('ui.loading')} />}</Box>
      {isPhone ? (
        // The keyboard uses the buttons and links of each card instead.
        <Stack component="ul" spacing={1} onClick={onTap} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((record, index) => (
            <RecordContextProvider key={record.id} value={record}>
              {renderCard(record, (page - 1) * perPage + index + 1)}
            </RecordContextProvider>
          ))}
        </Stack>
      ) : (
        <CellTooltips onClick={onTap}>{table}</CellTooltips>
      )}
      <Pages />
    </Box>
  );
}

type TapProps<R> = Pick<ListContentProps<R>, 'isSelecting' | 'recordAddress'>;

/** A tap on a control, or with selected text, does nothing. */
function useTap<R extends RaRecord>({ isSelecting = false, recordAddress }: TapProps<R>) {
  const { data = [], resource, onToggleItem } = useListContext<R>();
  const { hasEdit } = useResourceDefinition();
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const edit = ({ id }: R) => createPath({ resource, id, type: 'edit' });
  const open = recordAddress ?? (hasEdit ? edit : undefined);
  return ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // React bubbles clicks in a dialog of a row, although the dialog is elsewhere in the DOM.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input, label') || getSelection()?.isCollapsed === false) return;
    const row = target.closest('tbody tr, li[data-record]');
    const record = row && data[[...(row.parentElement?.children ?? [])].indexOf(row)];
    if (!record) return;
    if (isSelecting) return onToggleItem(record.id);
    const address = open?.(record) ?? null;
    if (address !== null) void navigate(address);
  };
}

/** Without page numbers, Material UI labels the arrows in English. */
function Pages() {
  const translate = useTranslate();
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  return (
    <Pagination
      rowsPerPageOptions={rowsPerPage}
      sx={{ mt: 1 }}
      {...(isSmall && { getItemAriaLabel: (type: string) => translate(`ra.navigation.${type}`) })}
    />
  );
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
