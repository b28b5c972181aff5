import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNotify } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { type StudentAnswer, isPast } from '../../../../contract/rules/assignments';
import { hijriDate, timeInZone } from '../../../../contract/rules/hijri';
import type { QueuedSubmission } from '../../../dataProvider/outbox/kinds';
import { send, sendQueued } from '../../../dataProvider/outbox/outbox';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { t } from '../../../i18n/text';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { problemMessage } from '../../../ui/page/problemMessage';
import { EmptyState } from '../../../ui/page/States';
import { type AnswerDraft, type Clash, type LocalDraft, useDraftSync } from './answerDraft';
import { AnsweredQuestion } from './AnsweredQuestion';
import {
  type Answers,
  answerTo,
  hasSameAnswers,
  type ListedAnswer,
  findOrphanAnswers,
  listAnswers,
  findUnanswered,
  setAnswer,
} from './answers';
import { AssignmentHead } from './AssignmentHead';
import { AnswerText, questionTextId } from './QuestionCard';
import { DraftStatus, SubmitBar, SubmitConfirmation } from './SubmitBar';

interface AnswerFormProps {
  assignment: AssignmentDetail;
  draft: AnswerDraft;
  now: Date;
  queued: QueuedSubmission | undefined;
  /** True while the result of a sent submission loads. */
  isLoadingResult: boolean;
  /** Reloads the assignment. The function must be stable. */
  reload: () => Promise<unknown>;
}

/** Shows the questions with fields for the answers, and the submit bar (spec 2 §2). */
export function AnswerForm({ assignment, draft, now, queued, isLoadingResult, reload }: AnswerFormProps) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const { questions, due_date } = assignment;
  const { local, latest, change, isStored } = draft;
  const { submitAnswers, isSending } = useSubmitAnswers(assignment, reload);
  const isSubmitting = isSending || isLoadingResult || (queued !== undefined && queued.state !== 'refused');
  const {
    state: draftState,
    clash,
    chooseDraft,
  } = useDraftSync({
    assignment,
    draft,
    isEnabled: !isSubmitting,
    onRefused: reload,
  });
  const unansweredQuestions = findUnanswered(local.answers, questions);
  const isLate = isPast(due_date, now);

  const changeAnswer = useCallback(
    (questionId: number, newAnswer: StudentAnswer) =>
      change({ ...latest.current, answers: setAnswer(latest.current.answers, questionId, newAnswer) }),
    [change, latest],
  );
  const submit = () => {
    if (clash) {
      notify(t('ownAssignments.clashFirst'), { type: 'warning' });
      document.getElementById('draft-clash')?.focus();
      return;
    }
    // Reloads the teacher's changes before the student submits.
    void reload();
    setIsAsking(true);
  };
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <AssignmentHead assignment={assignment} now={now} isOpen />
      {isLate && <Alert severity="warning">{t('ownAssignments.lateWarning')}</Alert>}
      <OutboxState queued={queued} />
      {clash && <DraftClash clash={clash} local={local} questions={questions} onChoose={chooseDraft} />}
      <RemovedAnswers answers={findOrphanAnswers(local.answers, questions)} />
      {questions.length === 0 && (
        <EmptyState title={assignment.title} text={t('ownAssignments.noQuestions')} />
      )}
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question, index) => (
          <AnsweredQuestion
            key={question.id}
            question={question}
            number={index + 1}
            answer={answerTo(local.answers, question.id)}
            isDisabled={isSubmitting}
            onAnswer={changeAnswer}
          />
        ))}
      </Stack>
      <SecondaryText>{t('ownAssignments.onceOnly')}</SecondaryText>
      <SubmitBar
        answered={questions.length - unansweredQuestions.length}
        total={questions.length}
        isSending={isSending || isLoadingResult || queued?.state === 'sending'}
        isDisabled={isSubmitting}
        onSubmit={submit}
      >
        {questions.length > 0 && (
          <DraftStatus
            state={draftState}
            hasAnswers={!hasSameAnswers(local.answers, {})}
            isStored={isStored}
          />
        )}
      </SubmitBar>
      <SubmitConfirmation
        isOpen={isAsking && !isSubmitting}
        unansweredCount={unansweredQuestions.length}
        isLate={isLate}
        onConfirm={() => {
          setIsAsking(false);
          submitAnswers(local.answers);
        }}
        onShowUnanswered={() => {
          setIsAsking(false);
          focusQuestion(unansweredQuestions[0]?.id);
        }}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}

/**
 * Screen readers announce the text only if the element exists before the text, so the element may be empty.
 */
const noMarginIfEmpty = { '&&:empty': { m: 0 } };

/** Shows the state of answers that are submitted on this device but still in the outbox. */
function OutboxState({ queued }: { queued: QueuedSubmission | undefined }) {
  return (
    <Box role="status" sx={noMarginIfEmpty}>
      {queued?.state === 'waiting' && (
        <Alert severity="warning">
          {t('ownAssignments.outboxWaiting')}
          <Box sx={{ mt: 1 }}>
            <Button variant="outlined" color="inherit" onClick={sendQueued}>
              {t('ui.sendNow')}
            </Button>
          </Box>
        </Alert>
      )}
      {queued?.state === 'refused' && queued.problem?.code !== 'DEADLINE_PASSED' && (
        <Alert severity="error">
          {queued.problem?.code === 'VALIDATION'
            ? t('ownAssignments.changed')
            : queued.problem?.message || t('ownAssignments.submitFailed')}
        </Alert>
      )}
    </Box>
  );
}

/** Shows answers to questions that the teacher has deleted. */
function RemovedAnswers({ answers }: { answers: readonly ListedAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <Alert severity="warning">
      {t('ownAssignments.removedTitle', { smart_count: answers.length })}
      {answers.map((answer) => (
        <Box key={answer.question_id} sx={{ mt: 0.5 }}>
          <AnswerText question={undefined} answer={answer} />
        </Box>
      ))}
    </Alert>
  );
}

/** Reloads the assignment before it shows the result (spec 2 §8). */
function useSubmitAnswers({ id, title, questions }: AssignmentDetail, reload: () => Promise<unknown>) {
  const notify = useNotify();
  const mutation = useMutation({
    mutationFn: async (answers: Answers) => {
      const delivery = await send('answers', {
        assignmentId: id,
        title,
        answers: listAnswers(answers, questions),
      });
      if (delivery.kind !== 'waiting') await reload();
      return delivery;
    },
    onSuccess: (delivery) => {
      if (delivery.kind === 'sent')
        notify(delivery.result?.message || t('ownAssignments.submitDone'), { type: 'success' });
      else if (delivery.kind === 'refused') {
        const { code } = delivery.problem;
        const isChanged = code === 'VALIDATION' || code === 'NOT_FOUND';
        const message = isChanged
          ? t('ownAssignments.changed')
          : problemMessage(delivery.problem, t('ownAssignments.submitFailed'));
        notify(message, { type: 'error', autoHideDuration: 10_000 });
      }
    },
    onError: (problem) =>
      notify(problemMessage(problem, t('ownAssignments.submitFailed')), { type: 'error' }),
  });
  return { submitAnswers: mutation.mutate, isSending: mutation.isPending };
}

/** Waits until the dialog has closed and returned the focus, and then focuses the answer. */
function focusQuestion(id: number | undefined): void {
  if (id === undefined) return;
  setTimeout(() => {
    const card = document.getElementById(questionTextId(id))?.closest('li');
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, dialogCloseMs);
}

/** Milliseconds; longer than the closing animation of a dialog. */
const dialogCloseMs = 250;

interface DraftClashProps {
  clash: Clash;
  local: LocalDraft;
  questions: AssignmentDetail['questions'];
  onChoose: (choice: 'here' | 'there') => void;
}

/** Two devices have different answers, so the student chooses one. */
function DraftClash({ clash: { serverDraft, questionIds }, local, questions, onChoose }: DraftClashProps) {
  const timeZone = useTimeZone();
  const savedAt = serverDraft.savedAt;
  const savedTime = savedAt
    ? `${hijriDate(savedAt, { timeZone })} ${timeInZone(new Date(savedAt), timeZone)}`
    : t('ui.notSpecified');
  const clashingQuestions = questions.flatMap((question, index) =>
    questionIds.includes(question.id) ? [{ question, number: index + 1 }] : [],
  );
  return (
    <Alert severity="warning" id="draft-clash" tabIndex={-1} sx={{ alignItems: 'flex-start' }}>
      <Typography sx={{ fontWeight: 600 }}>{t('ownAssignments.clashTitle', { when: savedTime })}</Typography>
      {clashingQuestions.map(({ question, number }) => (
        <Box key={question.id} sx={{ mt: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t('assignments.questionNumber', { number })}
          </Typography>
          {(['here', 'there'] as const).map((side) => (
            <Box key={side} sx={{ mt: 0.5 }}>
              <SecondaryText variant="caption">
                {t(side === 'here' ? 'ownAssignments.clashHere' : 'ownAssignments.clashThere')}
              </SecondaryText>
              <AnswerText
                question={question}
                answer={answerTo(side === 'here' ? local.answers : serverDraft.answers, question.id)}
              />
            </Box>
          ))}
        </Box>
      ))}
      <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => onChoose('here')}>
          {t('ownAssignments.keepHere')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => onChoose('there')}>
          {t('ownAssignments.takeThere')}
        </Button>
      </Box>
    </Alert>
  );
}
