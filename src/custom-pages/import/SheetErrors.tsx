import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import type { SheetLine } from './useSheetsFlow';

const maxShown = 5;

/** What the check of every sheet has found, joined; at most five of each. Spec 2 §5. */
export function SheetErrors({ lines }: { lines: readonly SheetLine[] }) {
  const t = useText();
  const wrong = lines.filter(({ summary }) => summary && summary.wrong > 0);
  if (wrong.length === 0) return null;
  return (
    <Alert severity="warning">
      {wrong.map(({ at, name, summary }) => (
        <Typography key={at} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>:{' '}
          {(summary?.problems ?? [])
            .slice(0, maxShown)
            .map(({ line, notes }) =>
              t('importsEnd.errorLine', { line, message: notes.map(({ message }) => message).join(' · ') }),
            )
            .join(t('imports.reasonsJoin'))}{' '}
          {(summary?.wrong ?? 0) > maxShown &&
            t('importsEnd.otherErrors', { smart_count: (summary?.wrong ?? 0) - maxShown })}
        </Typography>
      ))}
    </Alert>
  );
}
