import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentTable } from '../../../../contract/documents/document';
import { useText } from '../../../i18n/useText';
import { ReportCell } from './ReportCell';
import { phoneCards, tableStyle } from './tableStyle';

/** A screen begins with so many rows; paper has them all. */
const shownFirst = 50;

/** For the cards of a phone: a browser forgets what a row is where it does not look like one. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** One table of a report: the same on the screen, on paper, and on a phone, where its rows are cards. */
export function ReportTableView({
  table: { title, columns, rows, empty, isHalf },
}: {
  table: DocumentTable;
}) {
  const t = useText();
  const id = useId();
  const [isWhole, setIsWhole] = useState(rows.length <= shownFirst);
  useEffect(() => {
    const showAll = () => flushSync(() => setIsWhole(true));
    window.addEventListener('beforeprint', showAll);
    return () => window.removeEventListener('beforeprint', showAll);
  }, []);
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ minWidth: 0, gridColumn: isHalf ? 'auto' : '1 / -1' }}
    >
      <Typography id={id} variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography color="text.secondary">{empty}</Typography>
      ) : (
        <Box sx={frame} tabIndex={0} role="region" aria-labelledby={id}>
          <Box
            component="table"
            {...roles.table}
            aria-labelledby={id}
            sx={[tableStyle, !isHalf && phoneCards]}
          >
            <thead {...roles.group}>
              <tr {...roles.row}>
                {columns.map(({ head, kind }, place) => (
                  <th key={place} {...roles.head} scope="col" data-kind={kind}>
                    <bdi>{head}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody {...roles.group}>
              {(isWhole ? rows : rows.slice(0, shownFirst)).map((row, line) => (
                // A report has no row that moves, and two columns may have one name.
                <tr key={line} {...roles.row}>
                  {columns.map(({ head, kind }, place) => {
                    const content = <ReportCell value={row[place] ?? null} kind={kind} />;
                    return kind === 'name' ? (
                      <th key={place} {...roles.rowHead} scope="row" data-kind={kind}>
                        {content}
                      </th>
                    ) : (
                      <td
                        key={place}
                        {...roles.cell}
                        data-kind={kind}
                        data-head={head}
                        data-empty={row[place] === null ? '' : undefined}
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
      {!isWhole && rows.length > shownFirst && (
        <Button className="no-print" onClick={() => setIsWhole(true)} sx={{ mt: 1 }}>
          {t('staffReports.showAllRows', { smart_count: rows.length - shownFirst })}
        </Button>
      )}
    </Box>
  );
}

const frame = {
  overflowX: 'auto',
  // A frame that goes on over the end of a page looks like an empty row.
  '@media print': { overflow: 'visible', borderInline: 0, borderRadius: 0 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;
