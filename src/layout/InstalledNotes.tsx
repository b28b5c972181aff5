import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { waitForWorker, startWorker, applyNewVersion, useNewVersion } from '../dataProvider/appVersion';
import { useCachedSince } from '../dataProvider/cachedReads';
import { useInstitute, useToday } from '../dataProvider/useInstitute';
import { useApi } from '../dataProvider/useApi';
import { readAhead } from '../features/teaching-context/readAhead';
import { t } from '../i18n/text';
import { hasUnsavedWork } from '../ui/dialog/AskBeforeLeaving';
import { useWindowEvent } from '../ui/page/useWindowEvent';

/** Keeps the app on this device, and says above the screen what concerns the kept app. */
export default function InstalledNotes() {
  useReadAhead();
  useNewDay();
  return (
    <div aria-live="polite">
      <NewVersion />
      <KeptSince />
    </div>
  );
}

/** Offers a new version; nothing is loaded again before the person says so, nor over unsaved work. */
function NewVersion() {
  const isThere = useNewVersion();
  const [isHindered, setIsHindered] = useState(false);
  if (!isThere) return null;
  return (
    <Alert
      role="none" // it can wait, unlike an alert
      severity="info"
      sx={{ mb: 2, alignItems: 'center' }}
      action={
        <Button color="inherit" onClick={() => (hasUnsavedWork() ? setIsHindered(true) : applyNewVersion())}>
          {t('shell.installed.takeNew')}
        </Button>
      }
    >
      {t(isHindered ? 'shell.installed.saveFirst' : 'shell.installed.newVersion')}
    </Alert>
  );
}

/** Keeps what a teacher needs next, as soon as the browser has nothing else to do. */
function useReadAhead() {
  const api = useApi();
  const latest = useRef(api);
  useEffect(() => {
    startWorker();
    void waitForWorker()
      .then(() => readAhead(latest.current))
      // Without the server there is what was kept before.
      .catch(() => undefined);
  }, []);
}

/** Reads what is on the screen again when a new day begins: its figures are those of the day before. */
function useNewDay() {
  const client = useQueryClient();
  const today = useToday();
  const { isPending } = useInstitute();
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (isPending) return;
    if (before.current !== null && before.current !== today) void client.invalidateQueries();
    before.current = today;
  }, [client, isPending, today]);
}

/** Says from when the data is, while the server does not answer; and reads it again when it does. */
function KeptSince() {
  const since = useCachedSince();
  const client = useQueryClient();
  const before = useRef(since);
  useEffect(() => {
    const hasEnded = before.current !== null && since === null;
    before.current = since;
    if (hasEnded) void client.invalidateQueries();
  }, [since, client]);
  const readAgain = () => void client.invalidateQueries();
  useWindowEvent('online', () => since !== null && readAgain());
  if (since === null) return null;
  return (
    <Alert
      role="none"
      severity="warning"
      sx={{ mb: 2, alignItems: 'center' }}
      action={
        <Button color="inherit" onClick={readAgain}>
          {t('ui.tryAgain')}
        </Button>
      }
    >
      {t('shell.installed.keptSince', { time: timeOf(since) })}
    </Alert>
  );
}

const timeOf = (at: number) =>
  new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', { dateStyle: 'medium', timeStyle: 'short' }).format(
    at,
  );
