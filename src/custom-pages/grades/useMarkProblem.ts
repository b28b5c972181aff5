import { useCallback } from 'react';
import { markMessages as say } from '../../../contract/errors';
import type { MarkProblem } from '../../../contract/rules/grading';
import {
  defaultGradeSettings,
  type GradeColumn,
  type GradeSettings,
} from '../../../contract/rules/gradeSettings';

/** The name that the subject gives to a column. */
export const columnName = (settings: GradeSettings, column: GradeColumn): string =>
  settings[`${column}Name`] || defaultGradeSettings[`${column}Name`];

/** The sentence of a refused mark, with the subject's own names and maxima; spec 2 §5. */
export function useMarkProblem(settings: GradeSettings) {
  return useCallback(
    (column: GradeColumn, problem: MarkProblem): string => {
      const name = columnName(settings, column);
      const sentences: Record<MarkProblem, string> = {
        NOT_NUMBER: say.notPositive(name),
        NEGATIVE: say.notPositive(name),
        OVER_MAX: say.overMax(name, settings[`${column}Max`]),
        OFF_STEP: say.offStep(name),
      };
      return sentences[problem];
    },
    [settings],
  );
}
