import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { gregorianDate } from '../../../contract/rules/hijri';
import { sendWaiting, useQueuedRegisters } from '../../dataProvider/registerQueue';
import type { Sheet } from '../../dataProvider/teaching';
import { useText } from '../../i18n/useText';
import type { RegisterOfDay } from './useRegister';

const SendNow = () => {
  const t = useText();
  return (
    <Button color="inherit" onClick={sendWaiting}>
      {t('absences.sendNow')}
    </Button>
  );
};

/** Before a sheet is chosen, or where none can be read: what was saved here is not lost. */
export function WaitingRegisters() {
  const t = useText();
  const waiting = useQueuedRegisters().length;
  if (waiting === 0) return null;
  return (
    <Alert severity="warning" action={<SendNow />}>
      {t('absences.waitingHere', { smart_count: waiting })}
    </Alert>
  );
}

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
  const day = t('ui.gregorian', { date: gregorianDate(date) });
  const others = useQueuedRegisters().filter(
    (one) => one.batchName !== sheet.batchName || one.subjectCode !== sheet.subjectCode || one.date !== date,
  ).length;
  return (
    <div role="status">
      {queued?.state === 'waiting' && (
        <Alert severity="warning" action={<SendNow />}>
          {t('absences.waiting', { day })}
        </Alert>
      )}
      {queued?.state === 'sending' && <Alert severity="info">{t('absences.sending', { day })}</Alert>}
      {queued?.state === 'refused' && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={review}>
              {t('absences.review')}
            </Button>
          }
        >
          {t('absences.refused', { day, reason: queued.problem?.message ?? '' })}
        </Alert>
      )}
      {others > 0 && (
        <Alert severity="warning" action={<SendNow />} sx={{ mt: queued ? 1 : 0 }}>
          {t('absences.waitingElsewhere', { smart_count: others })}
        </Alert>
      )}
    </div>
  );
}
