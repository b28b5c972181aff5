import type { Text } from '../../i18n/useText';
import { maxRows } from '../../ui/report/csvText';
import { maxColumns, maxMegabytes, type ReadingProblem } from './reading/sheet';

/** What is said of a file that cannot be used. */
export function problemSentence(t: Text, problem: ReadingProblem): string {
  switch (problem.kind) {
    case 'notCsv':
      return t('imports.problems.notCsv');
    case 'tooBig':
      return t('imports.problems.tooBig', { most: maxMegabytes });
    case 'tooManyRows':
      return t('imports.problems.tooManyRows', { most: maxRows });
    case 'tooManyColumns':
      return t('imports.problems.tooManyColumns', { columns: problem.columns, most: maxColumns });
    case 'openQuote':
      return t('imports.problems.openQuote', { line: problem.line });
    default:
      return t(`imports.problems.${problem.kind}`);
  }
}
