import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ImportType } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { fieldName } from './fieldNames';
import type { SampleRow } from './reading/work';

interface SampleCardProps {
  type: ImportType;
  row: SampleRow;
  fields: readonly string[];
}

/** One of the first rows, on a phone: only what is filled in. */
export function SampleCard({ type, row, fields }: SampleCardProps) {
  const t = useText();
  const filled = fields.filter((field) => (row.record[field] ?? '').trim() !== '');
  const shares = Object.entries(row.split ?? {});
  return (
    <Card sx={{ p: 2 }}>
      <Typography variant="body2" color={row.notes.length > 0 ? 'error' : 'text.secondary'}>
        {t('imports.line', { line: row.line })}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', columnGap: 2, gridTemplateColumns: 'auto minmax(0, 1fr)' }}
      >
        {filled.map((field) => (
          <Pair key={field} name={fieldName(type, field)} value={row.record[field] ?? ''} />
        ))}
        {shares.map(([field, mark]) => (
          <Pair key={`share-${field}`} name={fieldName(type, field)} value={String(mark)} isShare />
        ))}
      </Box>
      {shares.length > 0 && (
        <Typography variant="caption" color="text.secondary">
          {t('imports.splitMark')}
        </Typography>
      )}
    </Card>
  );
}

const Pair = ({ name, value, isShare = false }: { name: string; value: string; isShare?: boolean }) => (
  <>
    <Typography component="dt" variant="body2" color="text.secondary">
      {name}
    </Typography>
    <Typography
      component="dd"
      variant="body2"
      sx={{ m: 0, overflowWrap: 'anywhere', bgcolor: isShare ? 'action.selected' : undefined }}
    >
      <bdi>{value}</bdi>
    </Typography>
  </>
);
