import { Button } from '@mui/material';
import { hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { QuestionDialog } from '../../ui/dialog/QuestionDialog';
import type { NewDay } from './useDay';

const nameOf = (day: string) => t('days.ofWeek', { weekday: formatWeekday(day), hijri: hijriDate(day) });

/** Asks for which day the unsaved entries are, once the day of the screen has ended. Closed unanswered, they stay as they are. */
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
            {t('days.forToday', { day: nameOf(today) })}
          </Button>
          <Button variant="contained" onClick={() => onAnswer('ended')} autoFocus>
            {t('days.forEnded', { day: nameOf(ended) })}
          </Button>
        </>
      }
    />
  );
}
