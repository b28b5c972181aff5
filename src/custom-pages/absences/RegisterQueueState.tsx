import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { sendWaiting, useQueuedRegisters } from '../../dataProvider/registerQueue';
import type { Sheet } from '../../dataProvider/teaching';
import { useText } from '../../i18n/useText';
import type { RegisterOfDay } from './useRegister';

/** What waits on this device to be sent: this day's register, and those of other days. */
export function RegisterQueueState({
  day: { queued, review },
  sheet,
  date,
}: {
  day: RegisterOfDay;
  sheet: Sheet;
  date: string;
}) {
  const t = useText();
  const others = useQueuedRegisters().filter(
    (one) => one.batchName !== sheet.batchName || one.subjectCode !== sheet.subjectCode || one.date !== date,
  ).length;
  const sendNow = (
    <Button color="inherit" onClick={sendWaiting}>
      {t('absences.sendNow')}
    </Button>
  );
  return (
    <div role="status">
      {queued?.state === 'waiting' && (
        <Alert severity="warning" action={sendNow}>
          {t('absences.waiting', { day: date })}
        </Alert>
      )}
      {queued?.state === 'sending' && <Alert severity="info">{t('absences.sending', { day: date })}</Alert>}
      {queued?.state === 'refused' && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={review}>
              {t('absences.review')}
            </Button>
          }
        >
          {t('absences.refused', { day: date, reason: queued.problem?.message ?? '' })}
        </Alert>
      )}
      {others > 0 && (
        <Alert severity="warning" action={sendNow} sx={{ mt: queued ? 1 : 0 }}>
          {t('absences.waitingElsewhere', { smart_count: others })}
        </Alert>
      )}
    </div>
  );
}
