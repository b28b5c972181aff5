import { Box, Button, Card, LinearProgress, Stack, styled, type SxProps, type Theme } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTable,
  Pagination,
  type RaRecord,
  RecordContextProvider,
  useListContext,
  useRecordContext,
  useRemoveFromStore,
} from 'react-admin';
import { useNavigate } from 'react-router';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { Isolated } from '../page/Isolated';
import { EmptyState, ErrorState, Waiting } from '../page/States';
import { useIsPhone } from '../page/useIsPhone';

export interface ListContentProps<R> {
  /** The `DataTable`, from 600 px. */
  table: ReactNode;
  /** One record as a `RecordCard`, below 600 px. */
  renderCard: (record: R, index: number) => ReactNode;
  /** When there is nothing at all: an `EmptyState`. */
  empty: ReactNode;
  /** What happened when the list could not be read. */
  failed: string;
}

const rowsPerPage = [10, 25, 50, 100];

/** The rows of the list around in all its states: waiting, failed, nothing yet, nothing found, there. */
export function ListContent<R extends RaRecord>({ table, renderCard, empty, failed }: ListContentProps<R>) {
  const isPhone = useIsPhone();
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
        <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((record, index) => (
            <RecordContextProvider key={record.id} value={record}>
              {renderCard(record, (page - 1) * perPage + index + 1)}
            </RecordContextProvider>
          ))}
        </Stack>
      ) : (
        <Card sx={{ overflow: 'hidden', overflowX: 'auto' }}>{table}</Card>
      )}
      <Pagination rowsPerPageOptions={rowsPerPage} sx={{ mt: 1 }} />
    </Box>
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

const StyledTable = styled(DataTable)({
  '& .RaDataTable-headerCell': { position: 'sticky', top: 0, zIndex: 1 },
  '& .column-index, & .column-actions': { width: '1%', whiteSpace: 'nowrap' },
  '& .column-actions': { textAlign: 'end' },
}) as unknown as typeof DataTable;

const none: string[] = [];

interface ListTableProps<R> {
  /** Whether the rows are numbered. */
  hasIndex?: boolean;
  /** Whether rows can be chosen; what is done with those that are stands elsewhere on the page. */
  hasChoice?: boolean;
  /** Shown only where the person asks for them. */
  hiddenColumns?: string[];
  children: ReactNode;
  /** What can be done with a row, at its end. */
  renderActions: (record: R) => ReactNode;
  sx?: SxProps<Theme>;
}

/** react-admin's table as it looks here: sticky head, no toolbar over it, rows that are not links. */
export function ListTable<R extends RaRecord>({
  hasIndex = true,
  hasChoice = false,
  hiddenColumns = none,
  children,
  renderActions,
  sx,
}: ListTableProps<R>) {
  return (
    <StyledTable<R>
      bulkActionButtons={hasChoice}
      bulkActionsToolbar={<></>}
      hiddenColumns={hiddenColumns}
      rowClick={false}
      {...(sx ? { sx } : {})}
    >
      {hasIndex && (
        <DataTable.Col source="index" label={t('ui.index')} disableSort>
          <RowIndex />
        </DataTable.Col>
      )}
      {children}
      <DataTable.Col<R> source="actions" label={t('ui.actions')} disableSort render={renderActions} />
    </StyledTable>
  );
}

function RowIndex() {
  const { data, page, perPage } = useListContext();
  const record = useRecordContext();
  const index = data?.findIndex(({ id }) => id === record?.id) ?? -1;
  return index < 0 ? null : <Isolated>{(page - 1) * perPage + index + 1}</Isolated>;
}
