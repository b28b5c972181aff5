import { largestMax } from '../../../../contract/rules/gradeSettings';
import { useText } from '../../../i18n/useText';
import type { ColumnProblem } from './gradeSettingsModel';

/** What is wrong with a column, in words. */
export function useColumnProblem() {
  const t = useText();
  return ({ code }: ColumnProblem): string => {
    if (code === 'NAME_MISSING') return t('subjects.gradeSettings.nameMissing');
    if (code === 'MAX_STEP') return t('validation.halfSteps');
    return t('validation.between', { least: 0, most: largestMax });
  };
}
