import Copy from '@mui/icons-material/ContentCopy';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import type { Question } from '../../../../contract/assignments';
import { isUnanswered } from '../../../../contract/rules/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Page } from '../../../ui/page/Page';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/States';
import { BackLink } from '../AssignmentFacts';
import type { Answers } from './answers';
import { AnswerText, formatAnswer } from './QuestionCard';

interface OneAssignmentPageProps {
  title: string;
  subject?: string;
  children: ReactNode;
}

export function OneAssignmentPage({ title, subject, children }: OneAssignmentPageProps) {
  return (
    <Stack spacing={1}>
      <BackLink to="/assignments">{t('ownAssignments.back')}</BackLink>
      <Page title={title} subtitle={subject && <bdi>{subject}</bdi>}>
        {children}
      </Page>
    </Stack>
  );
}

/** Loads the assignment, its questions and the student's submission; reloads at every visit. */
export function useAssignment(id: number) {
  const { assignment } = useApi();
  return useQuery({
    queryKey: ['assignments', 'one', id],
    queryFn: () => assignment(id),
    refetchOnMount: 'always',
    enabled: id > 0,
  });
}

interface AssignmentLoadingProps {
  error: Error | null;
  onRetry: () => void;
}

export function AssignmentLoading({ error, onRetry }: AssignmentLoadingProps) {
  return (
    <OneAssignmentPage title={t('assignments.solve')}>
      {error ? (
        <ErrorState title={t('ownAssignments.loadFailed')} error={error} onRetry={onRetry} />
      ) : (
        <LoadingState shape="record" />
      )}
    </OneAssignmentPage>
  );
}

/** The assignment does not exist, but the student can copy the typed answers (spec 2 §8). */
export function MissingAssignment({
  answers,
  questions,
}: {
  answers: Answers;
  questions: readonly Question[];
}) {
  return (
    <Page title={t('assignments.notFoundTitle')}>
      <EmptyState
        title={t('assignments.notFoundTitle')}
        text={t('ownAssignments.notFoundText')}
        action={<LinkButton to="/assignments" label={t('ownAssignments.back')} variant="contained" />}
      />
      <UnsentAnswers answers={answers} questions={questions} />
    </Page>
  );
}

interface UnsentAnswersProps {
  answers: Answers;
  /** Empty if the questions can no longer be loaded. */
  questions: readonly Question[];
}

/** Shows answers that can no longer be submitted, with a button to copy them. */
export function UnsentAnswers({ answers, questions }: UnsentAnswersProps) {
  const notify = useNotify();
  const questionById = new Map(
    questions.map((question, index) => [question.id, { question, number: index + 1 }]),
  );
  const unsentAnswers = Object.entries(answers)
    .filter(([, answer]) => !isUnanswered(answer))
    .map(([id, answer]) => ({ id: Number(id), answer, ...questionById.get(Number(id)) }))
    .toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || a.id - b.id);
  if (unsentAnswers.length === 0) return null;

  const heading = (number: number | undefined) =>
    number === undefined ? t('ownAssignments.chosen') : t('assignments.questionNumber', { number });
  const copy = async () => {
    const lines = unsentAnswers.map(({ number, question, answer }) =>
      [heading(number), question?.question_text, formatAnswer(question, answer)].filter(Boolean).join('\n'),
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
      {unsentAnswers.map(({ id, number, question, answer }) => (
        <Box key={id}>
          <SecondaryText>{heading(number)}</SecondaryText>
          <AnswerText question={question} answer={answer} />
        </Box>
      ))}
    </Card>
  );
}
