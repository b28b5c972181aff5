import { useCallback } from 'react';
import type { GradeColumn } from '../../../../contract/rules/gradeSettings';
import { useText } from '../../../i18n/useText';

/** What stands under a mark: out of how many, after the column's name where the head of the table has another. */
export function useCaption() {
  const t = useText();
  return useCallback(
    (column: GradeColumn | null, name: string | undefined, max: number | undefined) => {
      if (max === undefined) return '';
      const isOwn = name !== undefined && column !== null && name !== t(`studentReport.columns.${column}`);
      return isOwn ? t('studentReport.namedOfMax', { name, max }) : t('studentReport.ofMax', { max });
    },
    [t],
  );
}
