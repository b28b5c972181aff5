import { Box, Card, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useId } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import type { SheetRow } from '../../features/import/SheetWork';
import { t } from '../../i18n/text';
import { Fact, Facts } from '../../ui/page/Facts';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { courseworkSplit, fieldName } from './fields';

interface SampleRowsProps {
  type: ImportType;
  rows: readonly SheetRow[];
  fields: readonly string[];
}

/** Shows the first five rows of the file, and highlights computed shares of the coursework. */
export function SampleRows({ type, rows: sheetRows, fields }: SampleRowsProps) {
  const titleId = useId();
  const isPhone = useIsPhone();
  const splitRows = sheetRows.map((row) => ({ row, split: courseworkSplit(type, row.record) }));
  const shares = [...new Set(splitRows.flatMap(({ split }) => Object.keys(split)))];
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3" sx={{ mb: 1 }}>
        {t('imports.firstRows')}
      </Typography>
      {isPhone ? (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {splitRows.map(({ row, split }) => (
            <SampleCard key={row.index} type={type} row={row} split={split} fields={fields} />
          ))}
        </Box>
      ) : (
        <Box
          // The keyboard must reach a scrollable area.
          tabIndex={0}
          role="region"
          aria-labelledby={titleId}
          sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 1.5 }}
        >
          <Table size="small" aria-labelledby={titleId}>
            <TableHead>
              <TableRow>
                <TableCell>{t('imports.lineTitle')}</TableCell>
                {[...fields, ...shares].map((field, index) => (
                  <TableCell key={`${field}-${index < fields.length}`}>{fieldName(type, field)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {splitRows.map(({ row: { index, line, record, notes }, split }) => (
                <TableRow key={index} sx={{ '&:last-child td': { border: 0 } }}>
                  <TableCell
                    className="figure"
                    sx={{ color: notes.length > 0 ? 'error.main' : 'text.secondary' }}
                  >
                    {line}
                  </TableCell>
                  {fields.map((field) => (
                    <TableCell key={field} sx={{ whiteSpace: 'nowrap', maxWidth: 260 }}>
                      <Typography component="bdi" variant="body2" noWrap sx={{ display: 'block' }}>
                        {record[field] || t('ui.nothing')}
                      </Typography>
                    </TableCell>
                  ))}
                  {shares.map((field) => (
                    <TableCell
                      key={field}
                      className="figure"
                      title={t('imports.splitMark')}
                      sx={{ bgcolor: 'action.selected', textAlign: 'center' }}
                    >
                      {split[field] ?? t('ui.nothing')}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </section>
  );
}

interface SampleCardProps {
  type: ImportType;
  row: SheetRow;
  split: Record<string, number>;
  fields: readonly string[];
}

function SampleCard({ type, row, split, fields }: SampleCardProps) {
  const filledFields = fields.filter((field) => (row.record[field] ?? '').trim() !== '');
  const shares = Object.entries(split);
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="body2" color={row.notes.length > 0 ? 'error' : 'text.secondary'}>
        {t('imports.line', { line: row.line })}
      </Typography>
      <Facts>
        {filledFields.map((field) => (
          <Fact key={field} name={fieldName(type, field)}>
            <bdi>{row.record[field] ?? ''}</bdi>
          </Fact>
        ))}
        {shares.map(([field, mark]) => (
          <Fact key={`share-${field}`} name={fieldName(type, field)} sx={{ bgcolor: 'action.selected' }}>
            <bdi>{mark}</bdi>
          </Fact>
        ))}
      </Facts>
      {shares.length > 0 && <SecondaryText variant="caption">{t('imports.splitMark')}</SecondaryText>}
    </Card>
  );
}
