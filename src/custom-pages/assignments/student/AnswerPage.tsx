import { useCallback } from 'react';
import { useParams } from 'react-router';
import { isPast } from '../../../../contract/rules/assignments';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { currentSession } from '../../../dataProvider/session';
import { AnswerForm } from './AnswerForm';
import { deskKey } from './answerDesk';
import { DeadlineEnded } from './DeadlineEnded';
import { HandedIn } from './HandedIn';
import { Missing } from './Missing';
import { NotYetLoaded } from './NotYetLoaded';
import { OneAssignmentPage } from './OneAssignmentPage';
import { useAssignment } from './useAssignment';
import { useDesk } from './useDesk';
import { useHeadingFocus } from './useHeadingFocus';
import { useServerNow } from './useServerNow';
import { useSubmissionQueue } from './useSubmissionQueue';

/** An assignment to be solved; each has a page of its own. Spec 2 §2. */
export default function AnswerPage() {
  const { id = '' } = useParams();
  return <Answering key={id} id={/^\d+$/.test(id) ? Number(id) : 0} />;
}

function Answering({ id }: { id: number }) {
  const draftPlace = deskKey(currentSession()?.user.id ?? 0, id);
  const { data: assignment, error, refetch } = useAssignment(id);
  const held = useDesk(draftPlace);
  const { queue, isReading } = useSubmissionQueue();
  const queued = queue.find(({ assignmentId }) => assignmentId === id);
  const now = useServerNow(assignment?.due_date ?? null);
  const reread = useCallback(() => refetch(), [refetch]);
  const { answers } = held.desk;

  const isRefused = queued?.state === 'refused';
  const isOnItsWay = isReading || (queued !== undefined && !isRefused);
  const isOver = assignment && isPast(assignment.due_date, now) && !assignment.allow_late_submission;
  const isEnded = isOver === true && !isOnItsWay;
  const isMissing = id === 0 || (error instanceof ApiProblem && error.status === 404);
  useHeadingFocus(assignment !== undefined && !isMissing && !assignment.submission && !isEnded);

  if (isMissing) return <Missing answers={answers} questions={assignment?.questions ?? []} />;
  if (!assignment) return <NotYetLoaded error={error} onRetry={() => void refetch()} />;
  const { submission } = assignment;
  return (
    <OneAssignmentPage title={assignment.title} subject={assignment.subject_name}>
      {submission ? (
        <HandedIn
          assignment={assignment}
          submission={submission}
          held={held}
          draftPlace={draftPlace}
          queued={queued}
        />
      ) : isEnded ? (
        <DeadlineEnded assignment={assignment} answers={answers} now={now} isRefused={isRefused} />
      ) : (
        <AnswerForm
          assignment={assignment}
          held={held}
          now={now}
          queued={queued}
          isReading={isReading}
          reread={reread}
        />
      )}
    </OneAssignmentPage>
  );
}
