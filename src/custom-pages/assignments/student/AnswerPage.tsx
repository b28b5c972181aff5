import Ended from '@mui/icons-material/EventBusyOutlined';
import Done from '@mui/icons-material/TaskAltOutlined';
import { Alert, Box, Button, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { isPast } from '../../../../contract/rules/assignments';
import { useApi } from '../../../dataProvider/useApi';
import { useIsOutboxLoaded } from '../../../dataProvider/outbox/userOutbox';
import type { QueuedSubmission } from '../../../dataProvider/outbox/kinds';
import { drop } from '../../../dataProvider/outbox/outbox';
import { isNotFound } from '../../../dataProvider/ApiProblem';
import { currentSession } from '../../../dataProvider/session';
import { useServerNow } from '../../../features/assignments/useServerNow';
import { t } from '../../../i18n/text';
import { deleteDraft } from '../../../ui/form/drafts';
import { Fact, Facts } from '../../../ui/page/Facts';
import { LinkButton } from '../../../ui/page/LinkButton';
import { Moment } from '../../../ui/page/Moment';
import { EmptyState } from '../../../ui/page/States';
import { type AnswerDraft, answerDraftKey, useAnswerDraft } from './answerDraft';
import { AnswerForm } from './AnswerForm';
import { type Answers, answersById, hasSameAnswers, mergeAnswers } from './answers';
import { AssignmentHead, ScoreText } from './AssignmentHead';
import {
  UnsentAnswers,
  MissingAssignment,
  AssignmentLoading,
  OneAssignmentPage,
  useAssignment,
} from './OneAssignmentPage';
import { isLate, useSubmissionQueue } from './useStudentAssignments';

export default function AnswerPage() {
  const { id = '' } = useParams();
  return <OpenAssignment key={id} id={/^\d+$/.test(id) ? Number(id) : 0} />;
}

function OpenAssignment({ id }: { id: number }) {
  const draftKey = answerDraftKey(currentSession()?.user.id ?? 0, id);
  const { data: assignment, error, refetch } = useAssignment(id);
  const draft = useAnswerDraft(draftKey);
  const { queue, isLoadingResult } = useSubmissionQueue();
  const isOutboxLoaded = useIsOutboxLoaded();
  const queuedSubmission = queue.find(({ assignmentId }) => assignmentId === id);
  const now = useServerNow(assignment?.due_date ?? null);
  const { answers } = draft.local;

  const isRefused = queuedSubmission?.state === 'refused';
  const isSubmitting = isLoadingResult || (queuedSubmission !== undefined && !isRefused);
  const isPastDue = assignment && isPast(assignment.due_date, now) && !assignment.allow_late_submission;
  const isClosed = isPastDue === true && !isSubmitting;
  const isMissing = id === 0 || isNotFound(error);
  useHeadingFocus(assignment !== undefined && !isMissing && !assignment.submission && !isClosed);

  if (isMissing) return <MissingAssignment answers={answers} questions={assignment?.questions ?? []} />;
  if (!assignment || !isOutboxLoaded) return <AssignmentLoading error={error} onRetry={refetch} />;
  const { submission } = assignment;
  return (
    <OneAssignmentPage title={assignment.title} subject={assignment.subject_name}>
      {submission ? (
        <SubmissionDone
          assignment={assignment}
          submission={submission}
          draft={draft}
          draftKey={draftKey}
          queued={queuedSubmission}
        />
      ) : isClosed ? (
        <PastDue assignment={assignment} answers={answers} now={now} isRefused={isRefused} />
      ) : (
        <AnswerForm
          assignment={assignment}
          draft={draft}
          now={now}
          queued={queuedSubmission}
          isLoadingResult={isLoadingResult}
          reload={refetch}
        />
      )}
    </OneAssignmentPage>
  );
}

interface SubmissionDoneProps {
  assignment: AssignmentDetail;
  submission: NonNullable<AssignmentDetail['submission']>;
  draft: AnswerDraft;
  draftKey: string;
  queued: QueuedSubmission | undefined;
}

/** Shows the time and the score of a submission that the server has (spec 2 §2). */
function SubmissionDone({ assignment, submission, draft, draftKey, queued }: SubmissionDoneProps) {
  const { answers } = draft.local;
  const isStored = hasSameAnswers(answers, answersById(submission.answers));
  useEffect(() => {
    if (!isStored) return;
    deleteDraft(draftKey);
    if (queued?.state === 'refused') void drop(queued);
  }, [isStored, draftKey, queued]);
  return (
    <Stack spacing={2}>
      <EmptyState
        icon={<Done color="success" />}
        title={t('ownAssignments.doneTitle')}
        text={t('ownAssignments.onceOnly')}
        action={
          <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center', '& dl': { textAlign: 'start' } }}>
            <Facts sx={{ rowGap: 0.5 }}>
              <Fact name={t('assignments.submittedAt')}>
                <Moment value={submission.submitted_at} />
                {isLate(submission) && (
                  <Box sx={{ color: 'warning.main' }}>{t('ownAssignments.statuses.late')}</Box>
                )}
              </Fact>
              <Fact name={t('ownAssignments.score')}>
                <ScoreText score={submission.total_score} marks={submission.total_marks} />
              </Fact>
            </Facts>
            <LinkButton
              to={`/assignments/${assignment.id}/view`}
              label={t('assignments.viewSolution')}
              variant="contained"
            />
          </Box>
        }
      />
      {queued?.state === 'refused' && !isStored && (
        <>
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={() => void drop(queued)}>
                {t('ui.close')}
              </Button>
            }
          >
            {t('ownAssignments.doneElsewhere')}
          </Alert>
          <UnsentAnswers answers={answersById(queued.answers)} questions={assignment.questions} />
        </>
      )}
    </Stack>
  );
}

interface PastDueProps {
  assignment: AssignmentDetail;
  answers: Answers;
  now: Date;
  /** The answers were submitted on this device, but arrived after the due time. */
  isRefused: boolean;
}

/** After the due time the student can only copy the typed answers (spec 2 §2). */
function PastDue({ assignment, answers, now, isRefused }: PastDueProps) {
  const unsentAnswers = useUnsentAnswers(assignment.id, answers);
  return (
    <Stack spacing={2}>
      <EmptyState
        icon={<Ended />}
        title={t('ownAssignments.endedTitle')}
        text={t(isRefused ? 'ownAssignments.endedRefused' : 'ownAssignments.endedText')}
      />
      <AssignmentHead assignment={assignment} now={now} isOpen={false} />
      <UnsentAnswers answers={unsentAnswers} questions={assignment.questions} />
    </Stack>
  );
}

/** Merges the answers on this device with the draft on the server. */
function useUnsentAnswers(assignmentId: number, localAnswers: Answers): Answers {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['assignments', 'draft', assignmentId],
    queryFn: () => api.answerDraft(assignmentId),
  });
  return mergeAnswers({}, localAnswers, answersById(data?.answers ?? [])).answers;
}

/** When the form closes, the focus moves to the heading of the page. */
function useHeadingFocus(isFormOpen: boolean): void {
  const wasFormOpen = useRef(isFormOpen);
  useEffect(() => {
    if (wasFormOpen.current && !isFormOpen) document.querySelector<HTMLElement>('#main-content h1')?.focus();
    wasFormOpen.current = isFormOpen;
  }, [isFormOpen]);
}
