import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNotify } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { type StudentAnswer, isPast } from '../../../../contract/rules/assignments';
import { gregorianDate, timeInZone } from '../../../../contract/rules/hijri';
import type { SentSubmission } from '../../../dataProvider/outbox/kinds';
import { send, sendQueued } from '../../../dataProvider/outbox/outbox';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { t } from '../../../i18n/text';
import { SecondaryText } from '../../../ui/page/SecondaryText';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { EmptyState } from '../../../ui/page/States';
import { type AnswerDraft, type Clash, type LocalDraft, useDraftSync } from './answerDraft';
import { AnsweredQuestion } from './AnsweredQuestion';
import {
  type Answers,
  answerTo,
  isSame,
  type ListedAnswer,
  findOrphans,
  toList,
  findUnanswered,
  setAnswer,
} from './answers';
import { AssignmentHead } from './AssignmentHead';
import { AnswerShown, questionTextId } from './QuestionCard';
import { DraftLine, SubmitBar, SubmitQuestion } from './SubmitBar';

interface AnswerFormProps {
  assignment: AssignmentDetail;
  draft: AnswerDraft;
  now: Date;
  queued: SentSubmission | undefined;
  /** The submission has arrived, and its result is being loaded. */
  isReading: boolean;
  /** Loads the assignment again. Must keep its identity. */
  reread: () => Promise<unknown>;
}

/** The questions with fields for the answers, and submitting; spec 2 §2. */
export function AnswerForm({ assignment, draft, now, queued, isReading, reread }: AnswerFormProps) {
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const { questions, due_date } = assignment;
  const { local, latest, change, isKept } = draft;
  const { handIn, isSending } = useHandIn(assignment, reread);
  const isOnItsWay = isSending || isReading || (queued !== undefined && queued.state !== 'refused');
  const { state, clash, settle } = useDraftSync({
    assignment,
    draft,
    isOn: !isOnItsWay,
    onRefused: reread,
  });
  const open = findUnanswered(local.answers, questions);
  const isLate = isPast(due_date, now);

  const answer = useCallback(
    (questionId: number, given: StudentAnswer) =>
      change({ ...latest.current, answers: setAnswer(latest.current.answers, questionId, given) }),
    [change, latest],
  );
  const submit = () => {
    if (clash) {
      notify(t('ownAssignments.clashFirst'), { type: 'warning' });
      document.getElementById('draft-clash')?.focus();
      return;
    }
    // Shows what the teacher has changed before the person submits.
    void reread();
    setIsAsking(true);
  };
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <AssignmentHead assignment={assignment} now={now} isOpen />
      {isLate && <Alert severity="warning">{t('ownAssignments.lateWarning')}</Alert>}
      <OutboxState queued={queued} />
      {clash && <DraftClash clash={clash} local={local} questions={questions} onSettle={settle} />}
      <RemovedAnswers answers={findOrphans(local.answers, questions)} />
      {questions.length === 0 && (
        <EmptyState title={assignment.title} text={t('ownAssignments.noQuestions')} />
      )}
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question, place) => (
          <AnsweredQuestion
            key={question.id}
            question={question}
            number={place + 1}
            answer={answerTo(local.answers, question.id)}
            isDisabled={isOnItsWay}
            onAnswer={answer}
          />
        ))}
      </Stack>
      <SecondaryText>{t('ownAssignments.onceOnly')}</SecondaryText>
      <SubmitBar
        answered={questions.length - open.length}
        total={questions.length}
        isSending={isSending || isReading || queued?.state === 'sending'}
        isDisabled={isOnItsWay}
        onSubmit={submit}
      >
        {questions.length > 0 && (
          <DraftLine state={state} hasAnswers={!isSame(local.answers, {})} isKept={isKept} />
        )}
      </SubmitBar>
      <SubmitQuestion
        isOpen={isAsking && !isOnItsWay}
        unanswered={open.length}
        isLate={isLate}
        onConfirm={() => {
          setIsAsking(false);
          handIn(local.answers);
        }}
        onToUnanswered={() => {
          setIsAsking(false);
          focusQuestion(open[0]?.id);
        }}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}

/** The region exists before it has text, so that screen readers announce the text. */
const withoutSpace = { '&&:empty': { m: 0 } };

/** The state of answers that were submitted on this device but have not reached the server. */
function OutboxState({ queued }: { queued: SentSubmission | undefined }) {
  return (
    <Box role="status" sx={withoutSpace}>
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

/** Answers to questions that the teacher has deleted. */
function RemovedAnswers({ answers }: { answers: readonly ListedAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <Alert severity="warning">
      {t('ownAssignments.removedTitle', { smart_count: answers.length })}
      {answers.map((answer) => (
        <Box key={answer.question_id} sx={{ mt: 0.5 }}>
          <AnswerShown question={undefined} answer={answer} />
        </Box>
      ))}
    </Alert>
  );
}

/** Submits the answers; then the assignment is loaded again before anything else is shown. Spec 2 §8. */
function useHandIn({ id, title, questions }: AssignmentDetail, reread: () => Promise<unknown>) {
  const notify = useNotify();
  const handing = useMutation({
    mutationFn: async (answers: Answers) => {
      const delivery = await send('answers', {
        assignmentId: id,
        title,
        answers: toList(answers, questions),
      });
      if (delivery.kind !== 'waiting') await reread();
      return delivery;
    },
    onSuccess: (delivery) => {
      if (delivery.kind === 'sent')
        notify(delivery.result?.message || t('ownAssignments.submitDone'), { type: 'success' });
      else if (delivery.kind === 'refused') {
        const { code } = delivery.problem;
        const isChanged = code === 'VALIDATION' || code === 'NOT_FOUND';
        const why = isChanged
          ? t('ownAssignments.changed')
          : sentenceOf(delivery.problem, t('ownAssignments.submitFailed'));
        notify(why, { type: 'error', autoHideDuration: 10_000 });
      }
    },
    onError: (problem) => notify(sentenceOf(problem, t('ownAssignments.submitFailed')), { type: 'error' }),
  });
  return { handIn: handing.mutate, isSending: handing.isPending };
}

/** Scrolls to a question and focuses its answer, after the dialog has closed and returned the focus. */
function focusQuestion(id: number | undefined): void {
  if (id === undefined) return;
  setTimeout(() => {
    const card = document.getElementById(questionTextId(id))?.closest('li');
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, afterDialog);
}

/** In milliseconds; longer than the closing of a dialog. */
const afterDialog = 250;

interface DraftClashProps {
  clash: Clash;
  local: LocalDraft;
  questions: AssignmentDetail['questions'];
  onSettle: (keeps: 'here' | 'there') => void;
}

/** Two devices have different answers: shows both, and the person chooses. */
function DraftClash({ clash: { there, questions: ids }, local, questions, onSettle }: DraftClashProps) {
  const timeZone = useTimeZone();
  const at = there.savedAt;
  const when = at
    ? `${gregorianDate(at, { timeZone })} ${timeInZone(new Date(at), timeZone)}`
    : t('ui.notSpecified');
  const clashing = questions.flatMap((question, place) =>
    ids.includes(question.id) ? [{ question, number: place + 1 }] : [],
  );
  return (
    <Alert severity="warning" id="draft-clash" tabIndex={-1} sx={{ alignItems: 'flex-start' }}>
      <Typography sx={{ fontWeight: 600 }}>{t('ownAssignments.clashTitle', { when })}</Typography>
      {clashing.map(({ question, number }) => (
        <Box key={question.id} sx={{ mt: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t('assignments.questionNumber', { number })}
          </Typography>
          {(['here', 'there'] as const).map((side) => (
            <Box key={side} sx={{ mt: 0.5 }}>
              <SecondaryText variant="caption">
                {t(side === 'here' ? 'ownAssignments.clashHere' : 'ownAssignments.clashThere')}
              </SecondaryText>
              <AnswerShown
                question={question}
                answer={answerTo(side === 'here' ? local.answers : there.answers, question.id)}
              />
            </Box>
          ))}
        </Box>
      ))}
      <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => onSettle('here')}>
          {t('ownAssignments.keepHere')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => onSettle('there')}>
          {t('ownAssignments.takeThere')}
        </Button>
      </Box>
    </Alert>
  );
}
