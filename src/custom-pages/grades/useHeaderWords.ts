import { useMemo } from 'react';
import { useText } from '../../i18n/useText';
import type { HeaderWords } from './pasteColumns';

/** How spreadsheets head their columns, in both languages. */
export function useHeaderWords(): HeaderWords {
  const t = useText();
  return useMemo(
    () => ({
      number: [t('grades.studentNumber'), ...t('grades.headers.number').split('|')],
      name: [t('grades.studentName'), ...t('grades.headers.name').split('|')],
      others: [
        t('grades.total'),
        t('grades.letter'),
        t('grades.absenceDays'),
        ...t('grades.headers.others').split('|'),
      ],
    }),
    [t],
  );
}
