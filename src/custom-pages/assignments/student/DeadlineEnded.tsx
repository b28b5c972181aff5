import Ended from '@mui/icons-material/EventBusyOutlined';
import Stack from '@mui/material/Stack';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { EmptyState } from '../../../ui/page/States';
import type { Answers } from './answers';
import { AssignmentHead } from './AssignmentHead';
import { KeptAnswers } from './KeptAnswers';
import { useKeptAnswers } from './useKeptAnswers';

interface DeadlineEndedProps {
  assignment: AssignmentDetail;
  answers: Answers;
  now: Date;
  /** The answers were handed in on this device, and came too late. */
  isRefused: boolean;
}

/** The due time has passed and nothing is taken after it; what was typed is there to be copied. Spec 2 §2. */
export function DeadlineEnded({ assignment, answers, now, isRefused }: DeadlineEndedProps) {
  const t = useText();
  const kept = useKeptAnswers(assignment.id, answers);
  return (
    <Stack spacing={2}>
      <EmptyState
        icon={<Ended />}
        title={t('ownAssignments.endedTitle')}
        text={t(isRefused ? 'ownAssignments.endedRefused' : 'ownAssignments.endedText')}
      />
      <AssignmentHead assignment={assignment} now={now} isOpen={false} />
      <KeptAnswers answers={kept} questions={assignment.questions} />
    </Stack>
  );
}
