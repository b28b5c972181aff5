import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { StudentAssignment } from '../../../../contract/assignments';
import { isPast } from '../../../../contract/rules/assignments';
import { currentSession } from '../../../dataProvider/session';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { answerDraftKey, readLocalDraft } from './answerDraft';
import { isSame } from './answers';
import { DueText, Fact, ScoreText, StatusBadge } from './Facts';
import { isLate, stateOf } from './studentModel';

interface AssignmentCardProps {
  assignment: StudentAssignment;
  now: Date;
  timeZone: string;
  /** Handed in on this device, and not with the server yet. */
  isWaiting: boolean;
}

const twoLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** One assignment of the student, and the way to solve it or to the solution. Spec 2 §2. */
export function AssignmentCard({ assignment, now, timeZone, isWaiting }: AssignmentCardProps) {
  const t = useText();
  const { id, title, description, subject_name, due_date, total_marks, submission } = assignment;
  const state = stateOf(assignment, now);
  const local = readLocalDraft(answerDraftKey(currentSession()?.user.id ?? 0, id));
  const isBegun = !submission && state !== 'expired' && !isSame(local.answers, {});
  const way = submission ? 'view' : isBegun ? 'carryOn' : 'solve';
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Typography>
        <Box sx={{ flexShrink: 0 }}>
          <StatusBadge state={isWaiting ? 'waiting' : state} />
        </Box>
      </Box>
      <Typography variant="body2" color="text.secondary">
        <bdi>{subject_name}</bdi>
        {submission?.status === 'graded' && isLate(submission) && ` · ${t('ownAssignments.wasLate')}`}
      </Typography>
      {description && (
        <Typography variant="body2" sx={twoLines}>
          <bdi>{description}</bdi>
        </Typography>
      )}
      <Box
        component="dl"
        sx={{ m: 0, mt: 'auto', display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2 }}
      >
        <Fact name={t('ownAssignments.due')}>
          <DueText dueDate={due_date} now={now} timeZone={timeZone} />
          {state === 'pending' && isPast(due_date, now) && (
            <Box component="span" sx={{ display: 'block', color: 'warning.main' }}>
              {t('ownAssignments.lateTaken')}
            </Box>
          )}
        </Fact>
        <Fact name={t('ownAssignments.fullMarks')}>
          <Isolated>{total_marks}</Isolated>
        </Fact>
        {submission && (
          <Fact name={t('ownAssignments.score')}>
            <ScoreText score={submission.total_score} marks={submission.total_marks} />
          </Fact>
        )}
      </Box>
      <Button
        component={Link}
        to={`/assignments/${id}/${submission ? 'view' : 'submit'}`}
        variant={submission ? 'outlined' : 'contained'}
        aria-label={t(`ownAssignments.${way}Of`, { title })}
        sx={{ minHeight: 44 }}
      >
        {t(`ownAssignments.${way}`)}
      </Button>
    </Card>
  );
}
