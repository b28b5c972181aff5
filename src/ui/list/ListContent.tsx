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
import { EmptyState, ErrorState, Waiting } from '../page/States';
import { useIsPhone } from '../page/useIsPhone';
import { CutTexts } from './ListTable';

export interface ListContentProps<R> {
  /** The `DataTable`, from 600 px. */
  table: ReactNode;
  /** One record as a `RecordCard`, below 600 px. */
  renderCard: (record: R, index: number) => ReactNode;
  /** When there is nothing at all: an `EmptyState`. */
  empty: ReactNode;
  /** What happened when the list could not be read. */
  failed: string;
  /** A tap on a record chooses it, instead of opening it. */
  isChoosing?: boolean;
  /** What a tap on a record opens, null where there is nothing; by default the form that it can be edited in. */
  addressOf?: (record: R) => To | null;
}

const rowsPerPage = [10, 25, 50, 100];

/** The rows of the list around in all its states: waiting, failed, nothing yet, nothing found, there. */
export function ListContent<R extends RaRecord>({
  table,
  renderCard,
  empty,
  failed,
  ...tap
}: ListContentProps<R>) {
  const isPhone = useIsPhone();
  const onTap = useTap<R>(tap);
  const { data, error, isPending, isFetching, filterValues, setFilters, refetch, page, perPage } =
    useListContext<R>();
  if (isPending) return <Waiting />;
  if (error instanceof ApiProblem && error.status === 422) return <Refused title={failed} error={error} />;
  if (error || !data) return <ErrorState title={failed} error={error} onRetry={refetch} />;
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
        // What can be done with a record stands in it as buttons and links, for those who do not tap.
        <Stack component="ul" spacing={1} onClick={onTap} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((record, index) => (
            <RecordContextProvider key={record.id} value={record}>
              {renderCard(record, (page - 1) * perPage + index + 1)}
            </RecordContextProvider>
          ))}
        </Stack>
      ) : (
        <CutTexts onClick={onTap}>{table}</CutTexts>
      )}
      <Pages />
    </Box>
  );
}

type TapProps<R> = Pick<ListContentProps<R>, 'isChoosing' | 'addressOf'>;

/** Opens the record that is tapped on, anywhere but on what has a purpose of its own; who marks text does not tap. */
function useTap<R extends RaRecord>({ isChoosing = false, addressOf }: TapProps<R>) {
  const { data = [], resource, onToggleItem } = useListContext<R>();
  const { hasEdit } = useResourceDefinition();
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const edit = ({ id }: R) => createPath({ resource, id, type: 'edit' });
  const open = addressOf ?? (hasEdit ? edit : undefined);
  return ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // A dialog of a row stands elsewhere on the page, and its clicks come here too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('a, button, input, label') || getSelection()?.isCollapsed === false) return;
    const row = target.closest('tbody tr, li[data-record]');
    const record = row && data[[...(row.parentElement?.children ?? [])].indexOf(row)];
    if (!record) return;
    if (isChoosing) return onToggleItem(record.id);
    const address = open?.(record) ?? null;
    if (address !== null) void navigate(address);
  };
}

/** Where there is no room for the numbers of the pages, Material UI names the arrows, in English. */
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

/** The address asks for a filter that the server refuses: the list without filters is the way out. */
function Refused(props: { title: string; error: ApiProblem }) {
  const { resource } = useListContext();
  const forget = useRemoveFromStore();
  const navigate = useNavigate();
  const clear = () => {
    forget(`${resource}.listParams`);
    void navigate({ search: '' });
  };
  return <ErrorState {...props} onRetry={clear} retryLabel={t('ui.clearFilters')} />;
}
