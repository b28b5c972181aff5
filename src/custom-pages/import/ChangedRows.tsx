import { Box, Button, Chip, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { type ChangedRow, changeKinds, type ChangeKind, rowsOfKind } from './importChanges';
import { fieldName } from './fields';

interface ChangedRowsProps {
  type: ImportType;
  rows: readonly ChangedRow[];
}

const rowsPerStep = 50;

/** Every stored value that the import will replace, with its old and new value. */
export function ChangedRows({ type, rows }: ChangedRowsProps) {
  const titleId = useId();
  const [kind, setKind] = useState<ChangeKind | null>(null);
  const [shownCount, setShownCount] = useState(rowsPerStep);
  if (rows.length === 0) return null;
  const chosenRows = rowsOfKind(rows, kind);
  const kinds = changeKinds.filter((each) => rows.some((row) => row.kind === each));
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3" sx={{ mb: 1 }}>
        {t('imports.changes.title', { smart_count: rows.length })}
      </Typography>
      {kinds.length > 1 && (
        <Box role="group" aria-labelledby={titleId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
          {[null, ...kinds].map((each) => (
            <Chip
              key={each}
              component="button"
              aria-pressed={each === kind}
              color={each === kind ? 'primary' : 'default'}
              variant={each === kind ? 'filled' : 'outlined'}
              label={t('imports.changes.ofKind', {
                kind: t(`imports.changes.kinds.${each ?? 'all'}`),
                count: rowsOfKind(rows, each).length,
              })}
              onClick={() => setKind(each)}
            />
          ))}
        </Box>
      )}
      <Box component="ul" sx={listStyles}>
        {chosenRows.slice(0, shownCount).map((row) => (
          <Box component="li" key={row.index}>
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
              <SecondaryText component="span" className="figure">
                {t('imports.line', { line: row.line })}
              </SecondaryText>
              <Typography component="bdi" variant="body2" sx={{ fontWeight: 600 }}>
                {row.record}
              </Typography>
            </Box>
            {row.changes.map(({ field, from, to }) => (
              <Typography key={field} variant="body2">
                {fieldName(type, field)}: <bdi>{from ?? t('ui.empty')}</bdi> {'\u2190'}{' '}
                <bdi>{to ?? t('ui.empty')}</bdi>
              </Typography>
            ))}
          </Box>
        ))}
      </Box>
      {chosenRows.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + rowsPerStep)} sx={{ mt: 1 }}>
          {t('imports.showMore')}
        </Button>
      )}
    </section>
  );
}

const listStyles = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  '& > li': { px: 1.5, py: 1 },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
};
