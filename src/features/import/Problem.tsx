import { Alert, Typography } from '@mui/material';
import { t } from '../../i18n/text';
import { maxRows } from './csvText';
import { type FileKinds, importFiles, maxColumns, type ReadingProblem } from './sheet';

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

export function describeProblem(
  problem: ReadingProblem,
  { texts, megabytes }: FileKinds = importFiles,
): string {
  switch (problem.kind) {
    case 'tooBig':
      return t(`${texts}.problems.tooBig`, { most: megabytes });
    case 'tooManyRows':
      return t(`${texts}.problems.tooManyRows`, { most: maxRows });
    case 'tooManyColumns':
      return t(`${texts}.problems.tooManyColumns`, { columns: problem.columns, most: maxColumns });
    case 'openQuote':
      return t(`${texts}.problems.openQuote`, { line: problem.line });
    default:
      return t(`${texts}.problems.${problem.kind}`);
  }
}
