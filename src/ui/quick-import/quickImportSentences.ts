import type { Text } from '../../i18n/useText';
import { maxRows } from '../report/csvText';
import { type FileProblem, maxMegabytes } from './quickImportFile';

/** What is said of a file that cannot be used. */
export function fileSentence(t: Text, problem: FileProblem): string {
  if (problem.kind === 'openQuote') return t('quickImport.openQuote', { line: problem.line });
  if (problem.kind === 'tooBig') return t('quickImport.tooBig', { most: maxMegabytes });
  if (problem.kind === 'tooManyRows') return t('quickImport.tooManyRows', { most: maxRows });
  return t(`quickImport.${problem.kind}`);
}
