import { Card, styled, type SxProps, type Theme, Tooltip } from '@mui/material';
import { type MouseEvent, type ReactNode, useContext, useState } from 'react';
import { DataTable, type RaRecord, useListContext, useRecordContext } from 'react-admin';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { Isolated } from '../page/Isolated';
import type { ExcelColumn } from '../report/useExcelExport';
import { ListChoice, PageChoice, RecordChoice } from './RecordChoice';

const StyledTable = styled(DataTable)(({ theme }) => ({
  // Below this the table is moved sideways.
  minWidth: 800,
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
  // One line a cell, of which a second line becomes the end.
  '& .RaDataTable-rowCell': {
    height: 40,
    padding: '0 8px',
    fontSize: '0.875rem',
    lineHeight: 1.6,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
    '& .MuiTypography-caption': { display: 'inline !important', marginInlineStart: 6 },
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

const none: string[] = [];

/** The records of a list that are chosen, to do something with all of them. */
export interface Chosen<R> {
  /** What a record is called. */
  nameOf: (record: R) => string;
  /** The sheet that they are exported to. */
  excel: { fileName: string; columns: readonly ExcelColumn<R>[] };
  /** What else can be done with them. */
  renderActions?: (ids: number[], onDone: () => void) => ReactNode;
}

interface ListTableProps<R> {
  /** Whether the rows are numbered. */
  hasIndex?: boolean;
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
  hiddenColumns = none,
  children,
  renderActions,
  sx,
}: ListTableProps<R>) {
  const choice = useContext(ListChoice);
  return (
    <StyledTable<R>
      bulkActionButtons={false}
      hiddenColumns={hiddenColumns}
      rowClick={false}
      {...(sx ? { sx } : {})}
    >
      {choice && (
        <DataTable.Col<R>
          className="column-choice"
          label={<PageChoice />}
          disableSort
          render={(record) => <RecordChoice id={record.id} name={choice.nameOf(record)} />}
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

interface CutTextsProps {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** A table whose cells cut what is too long: it is shown whole to who points at it, and to who comes by the keyboard. */
export function CutTexts({ onClick, children }: CutTextsProps) {
  const [cut, setCut] = useState<{ at: Element; text: string } | null>(null);
  const tell = (cells: Element[]) => {
    const texts = cells.filter(isCut).map(textOf);
    setCut(cells[0] && texts.length > 0 ? { at: cells[0], text: texts.join(' · ') } : null);
  };
  const hide = () => setCut(null);
  return (
    <Card
      onClick={onClick}
      onMouseOver={({ target }) => tell([(target as Element).closest('td')].filter((cell) => cell !== null))}
      onMouseLeave={hide}
      onFocus={({ target }) =>
        target.matches(':focus-visible') ? tell([...(target.closest('tbody tr')?.children ?? [])]) : hide()
      }
      onBlur={hide}
      sx={{ overflow: { xs: 'auto', lg: 'clip' } }}
    >
      {children}
      <Tooltip
        open={cut !== null}
        title={cut?.text ?? ''}
        placement="top-start"
        disableInteractive
        slotProps={{ popper: { anchorEl: cut?.at ?? null } }}
      >
        <span aria-hidden />
      </Tooltip>
    </Card>
  );
}

/** Whether a cell shows only the beginning of its text: in its one line, or in its two (`TwoLines`). */
const isCut = (cell: Element): boolean =>
  cell.scrollWidth > cell.clientWidth ||
  // Letters reach a little out of their line; one more line is higher.
  [...cell.children].some((line) => line.clientHeight > 0 && line.scrollHeight > line.clientHeight + 8);

/** What a cell says, its parts apart from each other. */
function textOf(cell: Element): string {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (texts.nextNode()) parts.push(texts.currentNode.textContent?.trim() ?? '');
  return parts.filter((part) => part !== '').join(' ');
}
