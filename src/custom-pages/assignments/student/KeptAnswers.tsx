import Copy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';
import type { Question } from '../../../../contract/assignments';
import { isUnanswered } from '../../../../contract/rules/assignments';
import { useText } from '../../../i18n/useText';
import type { Answers } from './answers';
import { AnswerShown, textOfAnswer } from './AnswerShown';

interface KeptAnswersProps {
  answers: Answers;
  /** Empty where they cannot be read any more. */
  questions: readonly Question[];
}

/** What was answered and is not taken any more, to be copied; nothing where nothing was. */
export function KeptAnswers({ answers, questions }: KeptAnswersProps) {
  const t = useText();
  const notify = useNotify();
  const known = new Map(questions.map((question, place) => [question.id, { question, number: place + 1 }]));
  const kept = Object.entries(answers)
    .filter(([, answer]) => !isUnanswered(answer))
    .map(([id, answer]) => ({ id: Number(id), answer, ...known.get(Number(id)) }))
    .toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || a.id - b.id);
  if (kept.length === 0) return null;

  const heading = (number: number | undefined) =>
    number === undefined ? t('ownAssignments.yourAnswer') : t('ownAssignments.question', { number });
  const copy = async () => {
    const lines = kept.map(({ number, question, answer }) =>
      [heading(number), question?.question_text, textOfAnswer(question, answer, t)]
        .filter(Boolean)
        .join('\n'),
    );
    try {
      await navigator.clipboard.writeText(lines.join('\n\n'));
      notify(t('ownAssignments.copied'), { type: 'success' });
    } catch {
      notify(t('ownAssignments.copyFailed'), { type: 'warning' });
    }
  };
  return (
    <Card component="section" aria-labelledby="kept-answers" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography id="kept-answers" variant="h2">
          {t('ownAssignments.keptTitle')}
        </Typography>
        <Button variant="outlined" startIcon={<Copy />} onClick={() => void copy()}>
          {t('ownAssignments.copy')}
        </Button>
      </Box>
      <Typography color="text.secondary">{t('ownAssignments.keptText')}</Typography>
      {kept.map(({ id, number, question, answer }) => (
        <Box key={id}>
          <Typography variant="body2" color="text.secondary">
            {heading(number)}
          </Typography>
          <AnswerShown question={question} answer={answer} />
        </Box>
      ))}
    </Card>
  );
}
