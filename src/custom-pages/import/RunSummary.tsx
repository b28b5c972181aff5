import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { QuickImportFigures } from '../../ui/quick-import/QuickImportFigures';
import { Warnings } from './PreviewNotes';
import { errorLines } from './sending/errorLines';
import { doneOf, type RunState, totalOf, totalsOf } from './sending/runState';
import { useEndSentence } from './useEndSentence';

interface RunSummaryProps {
  state: RunState;
  /** How it ended is said elsewhere. */
  isTold?: boolean;
}

/** Inserted, updated, failed; processed of total; the first five errors and how many others. Spec 2 §8. */
export function RunSummary({ state, isTold = false }: RunSummaryProps) {
  const t = useText();
  const { severity, sentence } = useEndSentence(state);
  const totals = totalsOf(state);
  const { lines, others } = errorLines(totals);
  return (
    <Stack spacing={2}>
      {(!isTold || state.end !== 'done') && (
        <Alert severity={severity} role="status">
          {sentence}
        </Alert>
      )}
      <QuickImportFigures
        figures={[
          [t('importsEnd.inserted'), totals.imported, 'success'],
          [t('importsEnd.updated'), totals.updated, 'info'],
          [t('importsEnd.failed'), totals.failed, 'error'],
        ]}
      />
      <Typography variant="body2" color="text.secondary" className="figure">
        {t('importsEnd.processed', { done: doneOf(state), total: totalOf(state) })}
        {totals.unchanged > 0 && ` · ${t('importsEnd.unchanged', { smart_count: totals.unchanged })}`}
      </Typography>
      {lines.length > 0 && (
        <div>
          <Typography variant="h3">{t('importsEnd.errorsTitle')}</Typography>
          <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
            {lines.map(({ key, line, message }) => (
              <Typography component="li" variant="body2" key={key} sx={{ overflowWrap: 'anywhere' }}>
                {t('importsEnd.errorLine', { line, message })}
              </Typography>
            ))}
          </Box>
          {others > 0 && (
            <Typography variant="body2" color="text.secondary">
              {t('importsEnd.otherErrors', { smart_count: others })}
            </Typography>
          )}
        </div>
      )}
      <Warnings warnings={totals.warnings} count={totals.warningCount} />
    </Stack>
  );
}
