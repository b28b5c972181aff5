import { Alert, Typography } from '@mui/material';
import { t } from '../../i18n/text';
import { maxRows } from './csvText';
import { importFiles, maxColumns, type ReadingProblem } from './sheet';

export const Problem = ({ messages }: { messages: readonly string[] }) =>
  messages.length === 0 ? null : (
    <Alert severity="error">
      {messages.map((message) => (
        <Typography key={message} sx={{ overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
      ))}
    </Alert>
  );

export function describeProblem(problem: ReadingProblem): string {
  switch (problem.kind) {
    case 'tooBig':
      return t('imports.problems.tooBig', { most: importFiles.megabytes });
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
