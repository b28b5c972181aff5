import type { Text } from '../i18n/useText';
import { mostRows } from './csvText';
import { type FileProblem, mostMegabytes } from './quickImportFile';

/** What is said of a file that cannot be used. */
export function fileSentence(t: Text, problem: FileProblem): string {
  if (problem.kind === 'openQuote') return t('quickImport.openQuote', { line: problem.line });
  if (problem.kind === 'tooBig') return t('quickImport.tooBig', { most: mostMegabytes });
  if (problem.kind === 'tooManyRows') return t('quickImport.tooManyRows', { most: mostRows });
  return t(`quickImport.${problem.kind}`);
}
