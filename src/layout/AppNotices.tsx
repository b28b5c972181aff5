import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { waitForWorker, watchVersions, applyNewVersion, useNewVersion } from '../dataProvider/appVersion';
import { useInstitute, useToday } from '../dataProvider/useInstitute';
import { useApi } from '../dataProvider/useApi';
import { prefetch } from '../features/teaching-context/prefetch';
import { t } from '../i18n/text';
import { hasUnsavedWork } from '../ui/dialog/AskBeforeLeaving';

/** Looks for new versions. The notices are above the screen. */
export default function AppNotices() {
  usePrefetch();
  useRefreshOnNewDay();
  return (
    <div aria-live="polite">
      <NewVersionNotice />
    </div>
  );
}

/** Offers a new version. Only a click reloads the page, and unsaved work prevents the reload. */
function NewVersionNotice() {
  const isAvailable = useNewVersion();
  const [isBlocked, setIsBlocked] = useState(false);
  if (!isAvailable) return null;
  return (
    <Alert
      role="none" // the role "alert" would interrupt a screen reader
      severity="info"
      sx={{ mb: 2, alignItems: 'center' }}
      action={
        <Button
          color="inherit"
          onClick={() => (hasUnsavedWork() ? setIsBlocked(true) : void applyNewVersion())}
        >
          {t('ui.takeNew')}
        </Button>
      }
    >
      {t(isBlocked ? 'shell.installed.saveFirst' : 'ui.newVersion')}
    </Alert>
  );
}

/** Loads the next data of a teacher into the cache while the browser is idle. */
function usePrefetch() {
  const api = useApi();
  const apiRef = useRef(api);
  useEffect(() => {
    watchVersions();
    void waitForWorker()
      .then(() => prefetch(apiRef.current))
      // If the server does not respond, the cached data stays.
      .catch(() => undefined);
  }, []);
}

/** Refetches when a new day begins, because the screen shows data of the previous day. */
function useRefreshOnNewDay() {
  const client = useQueryClient();
  const today = useToday();
  const { isPending } = useInstitute();
  const previousDay = useRef<string | null>(null);
  useEffect(() => {
    if (isPending) return;
    if (previousDay.current !== null && previousDay.current !== today) void client.invalidateQueries();
    previousDay.current = today;
  }, [client, isPending, today]);
}
