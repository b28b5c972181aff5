import ErrorOutline from '@mui/icons-material/ErrorOutline';
import { Button } from '@mui/material';
import { t } from '../i18n/text';
import { EmptyState } from '../ui/page/States';

/** Replaces a screen that threw an error. The navigation stays usable. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={<ErrorOutline />}
      title={t('shell.crashedTitle')}
      text={t('shell.crashedText')}
      action={
        <>
          <Button variant="contained" onClick={onRetry} sx={{ mx: 0.5 }}>
            {t('ui.tryAgain')}
          </Button>
          <Button onClick={() => window.location.reload()} sx={{ mx: 0.5 }}>
            {t('shell.reload')}
          </Button>
        </>
      }
    />
  );
}

/** Shows `ErrorScreen` for an error outside of a screen. */
export const AppErrorScreen = ({
  resetErrorBoundary,
}: {
  resetErrorBoundary: (unused: undefined) => void;
}) => <ErrorScreen onRetry={() => resetErrorBoundary(undefined)} />;
