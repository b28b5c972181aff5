import { useCallback } from 'react';
import { type DueIn, dueIn } from '../../../contract/rules/assignments';
import { useTimeZone } from '../../dataProvider/useTimeZone';
import { useText } from '../../i18n/useText';
import { useNow } from '../../ui/page/useAgo';

/** A due time in relation to now, and in words: expired, today, tomorrow, in so many days. */
export function useDue(dueDate: string | null): { due: DueIn; words: string } {
  const timeZone = useTimeZone();
  const now = useNow();
  const words = useDueWords();
  const due = dueIn(dueDate, now, timeZone);
  return { due, words: words(due) };
}

function useDueWords(): (due: DueIn) => string {
  const t = useText();
  return useCallback(
    (due) => {
      if (due.kind === 'days') return t('assignments.dueDays', { smart_count: due.days });
      if (due.kind === 'none') return t('assignments.dueNone');
      if (due.kind === 'expired') return t('assignments.dueExpired');
      return t(due.kind === 'today' ? 'assignments.dueToday' : 'assignments.dueTomorrow');
    },
    [t],
  );
}
