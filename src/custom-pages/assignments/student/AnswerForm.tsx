import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useNotify } from 'react-admin';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { type GivenAnswer, isPast } from '../../../../contract/rules/assignments';
import type { SentSubmission } from '../../../dataProvider/answerOutbox';
import { useText } from '../../../i18n/useText';
import { EmptyState } from '../../../ui/page/States';
import { AnsweredQuestion } from './AnsweredQuestion';
import { answerTo, isSame, orphans, unanswered, withAnswer } from './answers';
import { AssignmentHead } from './AssignmentHead';
import { DraftClash } from './DraftClash';
import { DraftLine } from './DraftLine';
import { OutboxState } from './OutboxState';
import { RemovedAnswers } from './RemovedAnswers';
import { SubmitBar } from './SubmitBar';
import { SubmitQuestion } from './SubmitQuestion';
import { toQuestion } from './toQuestion';
import type { HeldDesk } from './useDesk';
import { useDraftSync } from './useDraftSync';
import { useHandIn } from './useHandIn';

interface AnswerFormProps {
  assignment: AssignmentDetail;
  held: HeldDesk;
  now: Date;
  queued: SentSubmission | undefined;
  /** It has arrived, and the server is being asked what became of it. */
  isReading: boolean;
  /** Reads the assignment again. Always the same function. */
  reread: () => Promise<unknown>;
}

/** The questions, to be answered and handed in; spec 2 §2. */
export function AnswerForm({ assignment, held, now, queued, isReading, reread }: AnswerFormProps) {
  const t = useText();
  const notify = useNotify();
  const [isAsking, setIsAsking] = useState(false);
  const { questions, due_date } = assignment;
  const { desk, latest, change, isKept } = held;
  const { handIn, isSending } = useHandIn(assignment, reread);
  const isOnItsWay = isSending || isReading || (queued !== undefined && queued.state !== 'refused');
  const { state, clash, settle } = useDraftSync({
    assignment,
    held,
    isOn: !isOnItsWay,
    onRefused: reread,
  });
  const open = unanswered(desk.answers, questions);
  const isLate = isPast(due_date, now);

  const answer = useCallback(
    (questionId: number, given: GivenAnswer) =>
      change({ ...latest.current, answers: withAnswer(latest.current.answers, questionId, given) }),
    [change, latest],
  );
  const submit = () => {
    if (clash) {
      notify(t('ownAssignments.clashFirst'), { type: 'warning' });
      document.getElementById('draft-clash')?.focus();
      return;
    }
    // What the teacher has changed meanwhile is seen before it is too late.
    void reread();
    setIsAsking(true);
  };
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <AssignmentHead assignment={assignment} now={now} isOpen />
      {isLate && <Alert severity="warning">{t('ownAssignments.lateWarning')}</Alert>}
      <OutboxState queued={queued} />
      {clash && <DraftClash clash={clash} desk={desk} questions={questions} onSettle={settle} />}
      <RemovedAnswers answers={orphans(desk.answers, questions)} />
      {questions.length === 0 && (
        <EmptyState title={assignment.title} text={t('ownAssignments.noQuestions')} />
      )}
      <Stack component="ol" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {questions.map((question, place) => (
          <AnsweredQuestion
            key={question.id}
            question={question}
            number={place + 1}
            answer={answerTo(desk.answers, question.id)}
            isDisabled={isOnItsWay}
            onAnswer={answer}
          />
        ))}
      </Stack>
      <Typography variant="body2" color="text.secondary">
        {t('ownAssignments.onceOnly')}
      </Typography>
      <SubmitBar
        answered={questions.length - open.length}
        total={questions.length}
        isSending={isSending || isReading || queued?.state === 'sending'}
        isDisabled={isOnItsWay}
        onSubmit={submit}
      >
        {questions.length > 0 && (
          <DraftLine state={state} hasAnswers={!isSame(desk.answers, {})} isKept={isKept} />
        )}
      </SubmitBar>
      <SubmitQuestion
        isOpen={isAsking && !isOnItsWay}
        unanswered={open.length}
        isLate={isLate}
        onConfirm={() => {
          setIsAsking(false);
          handIn(desk.answers);
        }}
        onToUnanswered={() => {
          setIsAsking(false);
          toQuestion(open[0]?.id);
        }}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}
