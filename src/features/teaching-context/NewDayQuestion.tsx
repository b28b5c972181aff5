import { Button } from '@mui/material';
import { hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import type { NewDay } from './useDay';

const dayName = (day: string) => t('days.ofWeek', { weekday: formatWeekday(day), hijri: hijriDate(day) });

/** Closing the dialog keeps the ended day. */
export function NewDayQuestion({ newDay }: { newDay: NewDay | null }) {
  if (!newDay) return null;
  const { ended, today, onAnswer } = newDay;
  return (
    <QuestionDialog
      title={t('days.newDay')}
      text={t('days.newDayText')}
      onClose={() => onAnswer('ended')}
      answers={
        <>
          <Button variant="outlined" onClick={() => onAnswer('today')}>
            {t('days.forToday', { day: dayName(today) })}
          </Button>
          <Button variant="contained" onClick={() => onAnswer('ended')} autoFocus>
            {t('days.forEnded', { day: dayName(ended) })}
          </Button>
        </>
      }
    />
  );
}
