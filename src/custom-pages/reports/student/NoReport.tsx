import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useText } from '../../../i18n/useText';
import { EmptyState } from '../../../ui/page/States';

/** Why there is no report, and the way to try again. Spec 2 §8, decision 31. */
export function NoReport({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  const isUnlinked = error instanceof ApiProblem && error.status === 404;
  const problem = error instanceof ApiProblem ? error.message : t('ui.unexpected');
  return (
    <Box role="alert">
      <EmptyState
        title={t('studentReport.emptyTitle')}
        text={
          <>
            {t('studentReport.emptyText')}
            <Box component="span" sx={{ display: 'block' }}>
              {isUnlinked ? t('studentReport.notLinked') : problem}
            </Box>
          </>
        }
        action={
          <Button variant="outlined" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        }
      />
    </Box>
  );
}
