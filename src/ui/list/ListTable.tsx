import { Card, styled, type SxProps, type Theme, Tooltip, useMediaQuery } from '@mui/material';
import { type MouseEvent, type ReactNode, useContext, useState } from 'react';
import { DataTable, type RaRecord, useListContext, useRecordContext } from 'react-admin';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { Isolated } from '../page/Isolated';
import { pageTitleId } from '../page/Page';
import type { ExcelColumn } from '../report/useExcelExport';
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

/** Labels, export and actions for selected records. */
export interface Selection<R> {
  recordName: (record: R) => string;
  excel: { fileName: string; columns: readonly ExcelColumn<R>[] };
  renderActions?: (ids: number[], onDone: () => void) => ReactNode;
}

interface ListTableProps<R> {
  hasIndex?: boolean;
  /** Columns that only the user shows, so that the other columns have whole values. */
  hiddenColumns?: string[];
  /** The same for a window below `lg`. */
  hiddenWhenNarrow?: string[];
  children: ReactNode;
  renderActions: (record: R) => ReactNode;
  sx?: SxProps<Theme>;
}

/** react-admin's `DataTable` with a sticky head and labelled checkboxes. Its rows are not links. */
export function ListTable<R extends RaRecord>({
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
  );
}

function RowIndex() {
  const { data, page, perPage } = useListContext();
  const record = useRecordContext();
  const index = data?.findIndex(({ id }) => id === record?.id) ?? -1;
  return index < 0 ? null : <Isolated>{(page - 1) * perPage + index + 1}</Isolated>;
}

interface CellTooltipsProps {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** On hover or keyboard focus, a tooltip shows truncated texts and the `data-tip` of a cell. */
export function CellTooltips({ onClick, children }: CellTooltipsProps) {
  const [tooltip, setTooltip] = useState<{ anchor: Element; text: string } | null>(null);
  const showTooltip = (cells: Element[]) => {
    const texts = cells.map(readTip).filter((text) => text !== '');
    setTooltip(cells[0] && texts.length > 0 ? { anchor: cells[0], text: texts.join(' · ') } : null);
  };
  const hideTooltip = () => setTooltip(null);
  return (
    <Card
      onClick={onClick}
      onMouseOver={({ target }) =>
        showTooltip([(target as Element).closest('td')].filter((cell) => cell !== null))
      }
      onMouseLeave={hideTooltip}
      onFocus={({ target }) =>
        target.matches(':focus-visible')
          ? showTooltip([...(target.closest('tbody tr')?.children ?? [])])
          : hideTooltip()
      }
      onBlur={hideTooltip}
      sx={{ overflow: { xs: 'auto', lg: 'clip' } }}
    >
      {children}
      <Tooltip
        open={tooltip !== null}
        title={tooltip?.text ?? ''}
        placement="top-start"
        disableInteractive
        slotProps={{ popper: { anchorEl: tooltip?.anchor ?? null } }}
      >
        <span aria-hidden />
      </Tooltip>
    </Card>
  );
}

function readTip(cell: Element): string {
  const tip = cell.querySelector('[data-tip]')?.getAttribute('data-tip');
  return tip ?? ([cell, ...cell.querySelectorAll('*')].some(isTruncated) ? readCellText(cell) : '');
}

/** Compares the width of a line, or the height of `TwoLines`. Inline elements have no width. */
const isTruncated = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  (clientWidth > 0 && scrollWidth > clientWidth) ||
  // Glyphs can exceed a line by a few pixels. A hidden line exceeds the cell by more than 8 pixels.
  (clientHeight > 0 && scrollHeight > clientHeight + 8);

function readCellText(cell: Element): string {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (texts.nextNode()) parts.push(texts.currentNode.textContent?.trim() ?? '');
  return parts.filter((part) => part !== '').join(' ');
}
