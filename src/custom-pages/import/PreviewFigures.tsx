import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useText } from '../../i18n/useText';
import { QuickImportFigures } from '../../ui/quick-import/QuickImportFigures';
import type { CheckSummary } from './reading/work';
import type { Comparison } from './useComparison';

/** How many rows would be new, changed, unchanged and refused; what a server cannot tell is not guessed. */
export function PreviewFigures({ summary, comparison }: { summary: CheckSummary; comparison: Comparison }) {
  const t = useText();
  const { state, done, total, fresh, changed, unchanged, refused } = comparison;
  const isTold = state === 'running' || state === 'done';
  return (
    <div>
      <QuickImportFigures
        figures={
          isTold
            ? [
                [t('imports.figures.fresh'), fresh, 'success'],
                [t('imports.figures.changed'), changed, 'info'],
                [t('imports.figures.unchanged'), unchanged, 'text'],
                [t('imports.figures.wrong'), summary.wrongHere + refused, 'error'],
              ]
            : [
                [t('imports.figures.fitting'), summary.total - summary.wrongHere, 'success'],
                [t('imports.figures.wrong'), summary.wrongHere, 'error'],
              ]
        }
      />
      {state === 'running' && total > 0 && (
        <>
          <Typography role="status" variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            {t('imports.comparing', { done, total })}
          </Typography>
          <LinearProgress
            variant="determinate"
            value={(done / total) * 100}
            aria-label={t('imports.comparing', { done, total })}
          />
        </>
      )}
      {state === 'failed' && (
        <Typography role="status" variant="body2" color="warning" sx={{ mt: 1 }}>
          {t('imports.compareFailed')}
        </Typography>
      )}
    </div>
  );
}
