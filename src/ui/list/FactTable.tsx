import { Box, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text';
import { SecondaryText } from '../page/SecondaryText';
import { useIsPhone } from '../page/useIsPhone';
import { VisuallyHidden } from '../page/VisuallyHidden';
import { ListRow } from './ListRow';

export interface FactColumn<R> {
  label: string;
  /** Null hides the fact on a phone. */
  render: (row: R) => ReactNode;
  width?: number | string;
}

interface FactTableProps<R> {
  label: string;
  firstHeading: string;
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  renderTitle: (row: R) => ReactNode;
  columns: readonly FactColumn<R>[];
  renderActions?: (row: R) => ReactNode;
}

export function FactTable<R>(props: FactTableProps<R>) {
  const { label, firstHeading, rows, rowKey, renderTitle, columns, renderActions } = props;
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map((row) => (
          <ListRow
            key={rowKey(row)}
            action={renderActions && <Box sx={{ flexShrink: 0 }}>{renderActions(row)}</Box>}
          >
            <Typography component="div" sx={{ fontWeight: 600 }}>
              {renderTitle(row)}
            </Typography>
            <Stack
              component="dl"
              direction="row"
              sx={{ m: 0, flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}
            >
              {columns.map((column) => (
                <PhoneFact key={column.label} name={column.label} value={column.render(row)} />
              ))}
            </Stack>
          </ListRow>
        ))}
      </Box>
    );
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ overflowX: 'auto' }}>
      <Table
        size="small"
        aria-label={label}
        sx={{ '& td, & th': { px: 0.75, height: 44 }, '& tr:last-of-type > *': { border: 0 } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{firstHeading}</TableCell>
            {columns.map((column) => (
              <TableCell key={column.label} sx={{ width: column.width }}>
                {column.label}
              </TableCell>
            ))}
            {renderActions && (
              <TableCell sx={{ width: '1%' }}>
                <VisuallyHidden>{t('ui.actions')}</VisuallyHidden>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 600, minWidth: 132 }}>
                {renderTitle(row)}
              </TableCell>
              {columns.map((column) => (
                <TableCell key={column.label} sx={column.width === undefined ? textCell : figureCell}>
                  {column.render(row) ?? t('ui.nothing')}
                </TableCell>
              ))}
              {renderActions && (
                <TableCell sx={{ whiteSpace: 'nowrap', textAlign: 'end' }}>{renderActions(row)}</TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const textCell = { minWidth: 88 };
const figureCell = { whiteSpace: 'nowrap' };

const PhoneFact = ({ name, value }: { name: string; value: ReactNode }) =>
  value === null ? null : (
    <Stack direction="row" sx={{ gap: 0.75, alignItems: 'baseline' }}>
      <SecondaryText component="dt" sx={{ flexShrink: 0 }}>
        {name}
      </SecondaryText>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        {value}
      </Typography>
    </Stack>
  );
