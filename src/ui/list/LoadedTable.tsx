import { styled, type Theme, useMediaQuery } from '@mui/material';
import { useContext } from 'react';
import { DataTable, Pagination, type RaRecord, useListContext, useRecordContext } from 'react-admin';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { Isolated } from '../page/Isolated';
import { pageTitleId } from '../page/Page';
import { ColumnComponent, type ListTableProps } from './ListColumn';
import { ListSelection, PageCheckbox, RecordCheckbox } from './RecordCheckbox';

const StyledTable = styled(DataTable)(({ theme }) => ({
  // A narrower table scrolls sideways.
  minWidth: 640,
  '& .RaDataTable-table': { tableLayout: 'fixed' as const },
  '& .RaDataTable-headerCell': {
    position: 'sticky' as const,
    top: 0,
    [theme.breakpoints.up('lg')]: { top: sizes.topBar },
    zIndex: 1,
    height: 40,
    backgroundColor: theme.colours.sunken,
    padding: '2px 8px',
    lineHeight: 1.25,
    fontSize: '0.8125rem',
    whiteSpace: 'normal' as const,
  },
  '& .RaDataTable-rowCell': {
    height: 40,
    padding: '0 8px',
    fontSize: '0.875rem',
    lineHeight: 1.6,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
    '@media (pointer: coarse)': { height: 48 },
  },
  '& tbody tr': { cursor: 'pointer' },
  '& .RaDataTable-rowCell .MuiIconButton-root': { padding: 6 },
  '& .RaDataTable-rowCell .MuiButton-root': {
    minHeight: 32,
    paddingBlock: 0,
    '@media (pointer: coarse)': { minHeight: 44 },
  },
  '&& .column-choice, && .column-index': { width: 36, padding: '0 2px', textAlign: 'center' as const },
  '& .column-actions': { width: 84, textAlign: 'end' as const },
})) as unknown as typeof DataTable;

const noColumns: string[] = [];

/** react-admin's `DataTable` with a sticky head and labelled checkboxes. Its rows are not links. */
export default function LoadedTable<R extends RaRecord>({
  hasIndex = true,
  hiddenColumns = noColumns,
  hiddenWhenNarrow = hiddenColumns,
  children,
  renderActions,
  sx,
}: ListTableProps<R>) {
  const selection = useContext(ListSelection);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'));
  return (
    <ColumnComponent value={DataTable.Col}>
      <StyledTable<R>
        aria-labelledby={pageTitleId}
        bulkActionButtons={false}
        hiddenColumns={isNarrow ? hiddenWhenNarrow : hiddenColumns}
        rowClick={false}
        {...(sx ? { sx } : {})}
      >
        {selection && (
          <DataTable.Col<R>
            className="column-choice"
            label={<PageCheckbox />}
            disableSort
            render={(record) => <RecordCheckbox id={record.id} name={selection.recordName(record)} />}
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
    </ColumnComponent>
  );
}

function RowIndex() {
  const { data, page, perPage } = useListContext();
  const record = useRecordContext();
  const index = data?.findIndex(({ id }) => id === record?.id) ?? -1;
  return index < 0 ? null : <Isolated>{(page - 1) * perPage + index + 1}</Isolated>;
}

const rowsPerPage = [10, 25, 50, 100];

/** In this file, because a window with these pages also shows a table. */
export const WidePages = () => <Pagination rowsPerPageOptions={rowsPerPage} sx={{ mt: 1 }} />;
