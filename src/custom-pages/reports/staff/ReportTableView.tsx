import { Box, Button, Chip, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type Cell,
  type CellKind,
  type DocumentTable,
  type Fact,
  cellText,
} from '../../../../contract/documents/document';
import { colourBand, letterMinimums } from '../../../../contract/rules/grading';
import { letters } from '../../../../contract/vocabulary';
import { LetterChip } from '../../../features/documents/LetterChip';
import { t } from '../../../i18n/text';
import { BothDates } from '../../../ui/page/BothDates';
import { Isolated } from '../../../ui/page/Isolated';
import { useIsPhone } from '../../../ui/page/useIsPhone';
import { useWindowEvent } from '../../../ui/page/useWindowEvent';

/** A phone starts with fewer rows, because its rows are cards. A print has all rows. */
const initialRows = { desk: 50, phone: 15 };

/** A browser removes the roles of a table if CSS displays its rows differently. So the roles are explicit. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** On a phone the rows are cards. */
export function ReportTableView({
  table: { title, columns, rows, empty, isHalfWidth, isNumbered = false, struck, figures = [] },
}: {
  table: DocumentTable;
}) {
  const id = useId();
  const initialCount = useIsPhone() ? initialRows.phone : initialRows.desk;
  const [isExpanded, setIsExpanded] = useState(false);
  const hasAllRows = isExpanded || rows.length <= initialCount;
  useWindowEvent('beforeprint', () => flushSync(() => setIsExpanded(true)));
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ minWidth: 0, gridColumn: isHalfWidth ? 'auto' : '1 / -1' }}
    >
      <Typography id={id} variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {figures.length > 0 && (
        <Box component="dl" sx={figuresStyle}>
          {figures.map(({ label, value, kind, hint }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <ReportCell value={value} kind={kind ?? 'figure'} />
              </dd>
              {hint && <dd>({hint})</dd>}
            </div>
          ))}
        </Box>
      )}
      {rows.length === 0 ? (
        <Typography color="text.secondary">{empty}</Typography>
      ) : (
        <Box sx={frameStyle} tabIndex={0} role="region" aria-labelledby={id}>
          <Box
            component="table"
            {...roles.table}
            aria-labelledby={id}
            sx={[tableStyle, !isHalfWidth && phoneCards]}
          >
            <thead {...roles.group}>
              <tr {...roles.row}>
                {isNumbered && (
                  <th {...roles.head} scope="col" data-kind="index">
                    {t('ui.index')}
                  </th>
                )}
                {columns.map(({ head, kind }, columnIndex) => (
                  <th key={columnIndex} {...roles.head} scope="col" data-kind={kind}>
                    <bdi>{head}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...roles.group}>
              {(hasAllRows ? rows : rows.slice(0, initialCount)).map((row, rowIndex) => (
                // Rows do not move, and two rows may have the same name.
                <tr key={rowIndex} {...roles.row}>
                  {isNumbered && (
                    <td {...roles.cell} data-kind="index">
                      <Isolated>{rowIndex + 1}</Isolated>
                    </td>
                  )}
                  {columns.map(({ head, kind }, columnIndex) => {
                    const isStruck = struck?.rows.includes(rowIndex) ?? false;
                    const value = <ReportCell value={row[columnIndex] ?? null} kind={kind} />;
                    const content = isStruck ? <s>{value}</s> : value;
                    return kind === 'name' ? (
                      <th key={columnIndex} {...roles.rowHead} scope="row" data-kind={kind}>
                        {content}
                        {isStruck && (
                          <Chip
                            size="small"
                            component="span"
                            label={struck?.why}
                            sx={{ marginInlineStart: 1 }}
                          />
                        )}
                      </th>
                    ) : (
                      <td
                        key={columnIndex}
                        {...roles.cell}
                        data-kind={kind}
                        data-head={head}
                        data-empty={row[columnIndex] === null ? '' : undefined}
                      >
                        <span>{content}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
      {!hasAllRows && (
        <Button className="no-print" onClick={() => setIsExpanded(true)} sx={{ mt: 1 }}>
          {t('staffReports.showAllRows', { smart_count: rows.length - initialCount })}
        </Button>
      )}
    </Box>
  );
}

const figuresStyle = {
  m: 0,
  mb: 1,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 1 },
  '& dt, & dd + dd': { color: 'text.secondary' },
  '& dd': { m: 0 },
  '& dt + dd': { fontWeight: 700 },
} as const;

const frameStyle = {
  overflowX: 'auto',
  // A border that continues on the next page looks like an empty row.
  '@media print': { overflow: 'visible', borderInline: 0, borderRadius: 0 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;

export function ReportCell({ value, kind }: { value: Cell; kind: CellKind | Fact['kind'] }) {
  if (kind === 'letter') {
    const letterIndex = letters.findIndex((one) => one === value);
    const letter = letters[letterIndex] ?? null;
    return <LetterChip letter={letter} band={letter && colourBand(letterMinimums[letterIndex] ?? 0)} />;
  }
  const text = cellText(value);
  if (text === null) return t('ui.nothing');
  if (kind === 'day') return <BothDates value={text} />;
  if (kind === 'figure' || kind === 'code') return <Isolated>{text}</Isolated>;
  return <bdi>{text}</bdi>;
}

const phoneMedia = '@media screen and (max-width: 599.95px)';

const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.9375rem',
  '& th, & td': {
    padding: '8px 12px',
    textAlign: 'start',
    verticalAlign: 'middle',
    borderBlockEnd: '1px solid',
    borderColor: 'divider',
    // A number does not wrap to make room for other columns.
    overflowWrap: 'break-word',
    minWidth: '4.5rem',
  },
  '& tbody tr:last-of-type > *': { borderBlockEnd: 0 },
  // Inline boxes, such as letter chips, do not inherit the strike-through.
  '& s, & s *': { color: 'text.secondary', textDecoration: 'line-through', backgroundColor: 'transparent' },
  '& thead th': { fontWeight: 600, color: 'text.secondary', bgcolor: 'action.hover' },
  '& tbody th': { fontWeight: 600, minWidth: '9rem' },
  '& tbody [data-kind="name"], & tbody [data-kind="text"]': { overflowWrap: 'anywhere' },
  '& [data-kind="figure"], & [data-kind="letter"], & [data-kind="index"]': { textAlign: 'center' },
  '& [data-kind="index"]': { minWidth: '2.5rem', color: 'text.secondary', whiteSpace: 'nowrap' },
  '& [data-kind="day"], & [data-kind="letter"], & tbody [data-kind="figure"]': { whiteSpace: 'nowrap' },
  '@media print': {
    // As compact as the PDF: a row has two lines, because a day shows both calendars.
    fontSize: '8.5pt',
    '& thead': { display: 'table-header-group' },
    '& tr': { breakInside: 'avoid' },
    '& th, & td': { padding: '2px 5px', minWidth: 0, lineHeight: 1.25 },
    '& [data-kind="day"] *': { fontSize: '8pt', lineHeight: 'inherit' },
    '& tbody th': { minWidth: '34mm' },
  },
} as const;

/** On a phone each row is a card. A table with two or three narrow columns stays a table. */
const phoneCards = {
  [phoneMedia]: {
    '&, & tbody, & tr, & th, & td': { display: 'block' },
    '& thead': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
    '& tbody tr:last-of-type': { borderBlockEnd: 0 },
    // Day, numbers and short texts share lines below the name. A long text has its own line.
    '& tbody tr': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '16px',
      padding: '8px 16px',
      borderBlockEnd: '1px solid',
      borderColor: 'divider',
    },
    '& tbody th, & tbody td': { borderBlockEnd: 0, padding: '2px 0' },
    '& tbody th': { flex: '1 0 100%' },
    '& tbody td': { display: 'flex', gap: '6px', minWidth: 0, fontSize: '0.8125rem' },
    '& tbody td[data-kind="day"]': { flex: '1 0 100%', '&::before': { content: 'none' } },
    '& tbody td[data-kind="day"] > span > span': {
      display: 'inline !important',
      marginInlineStart: '8px',
      fontWeight: 400,
    },
    '& tbody td::before': { content: 'attr(data-head)', color: 'text.secondary', flexShrink: 0 },
    '& tbody td > span': { minWidth: 0, fontWeight: 600 },
    '& tbody td[data-kind="index"]': { flex: '0 0 1.5rem', minWidth: 0, '&::before': { content: 'none' } },
    '& tbody td[data-kind="index"] + th': { flex: '1 0 calc(100% - 2.75rem)' },
    // A card hides empty texts, but shows missing marks.
    '& tbody td[data-kind="text"][data-empty]': { display: 'none' },
  },
} as const;
