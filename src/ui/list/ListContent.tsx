import {
  Box,
  Button,
  Card,
  Checkbox,
  LinearProgress,
  Stack,
  styled,
  type SxProps,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTable,
  type Identifier,
  Pagination,
  type RaRecord,
  RecordContextProvider,
  useListContext,
  useRecordContext,
  useRemoveFromStore,
  useTranslate,
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
      <Pages />
    </Box>
  );
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

const StyledTable = styled(DataTable)({
  '& .RaDataTable-headerCell': { position: 'sticky', top: 0, zIndex: 1 },
  '& .column-choice, & .column-index, & .column-actions': { width: '1%', whiteSpace: 'nowrap' },
  '& .column-actions': { textAlign: 'end' },
}) as unknown as typeof DataTable;

const none: string[] = [];

interface ListTableProps<R> {
  /** Whether the rows are numbered. */
  hasIndex?: boolean;
  /** What a row is called where rows can be chosen; what is done with those that are stands elsewhere on the page. */
  chosenBy?: ((record: R) => string) | undefined;
  /** Shown only where the person asks for them. */
  hiddenColumns?: string[];
  children: ReactNode;
  /** What can be done with a row, at its end. */
  renderActions: (record: R) => ReactNode;
  sx?: SxProps<Theme>;
}

/** react-admin's table as it looks here: sticky head, boxes to choose rows that say which, rows that are not links. */
export function ListTable<R extends RaRecord>({
  hasIndex = true,
  chosenBy,
  hiddenColumns = none,
  children,
  renderActions,
  sx,
}: ListTableProps<R>) {
  return (
    <StyledTable<R>
      bulkActionButtons={false}
      hiddenColumns={hiddenColumns}
      rowClick={false}
      {...(sx ? { sx } : {})}
    >
      {chosenBy && (
        <DataTable.Col<R>
          className="column-choice"
          label={<PageChoice />}
          disableSort
          render={(record) => <RecordChoice id={record.id} name={chosenBy(record)} />}
        />
      )}
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

/** A box that chooses a record of the list around. */
export function RecordChoice({ id, name }: { id: Identifier; name: string }) {
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Checkbox
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': t('ui.choose', { name }) } }}
      sx={{ m: -1 }}
    />
  );
}

/** Chooses all records of the page, or none of them; those of other pages stay as they are. */
function PageChoice() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(id));
  const count = selectedIds.length - others.length;
  return (
    <Checkbox
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(_, isOn) => onSelect(isOn ? [...others, ...ids] : others)}
      slotProps={{ input: { 'aria-label': t('ui.choosePage') } }}
      sx={{ m: -1 }}
    />
  );
}

function RowIndex() {
  const { data, page, perPage } = useListContext();
  const record = useRecordContext();
  const index = data?.findIndex(({ id }) => id === record?.id) ?? -1;
  return index < 0 ? null : <Isolated>{(page - 1) * perPage + index + 1}</Isolated>;
}
