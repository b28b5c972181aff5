import { Box, Card, Chip, type Theme, Typography } from '@mui/material';
import type { AssignmentDetail } from '../../../../contract/assignments';
import {
  dueBand,
  timeUntilDue,
  isPassing,
  isPast,
  type StudentState,
} from '../../../../contract/rules/assignments';
import { useTimeZone } from '../../../dataProvider/useInstitute';
import { DueText } from '../../../features/assignments/DueText';
import { remainingUntil } from '../../../features/assignments/useServerNow';
import { t } from '../../../i18n/text';
import { Fact, Facts } from '../../../ui/page/Facts';
import { Isolated } from '../../../ui/page/Isolated';
import { PlainText } from '../../../ui/page/PlainText';
import { DueInBothCalendars } from '../AssignmentFacts';

/**
 * Green from 60 % of the marks, red below. Without a score, the text says that the grading is pending (spec 2
 * §2).
 */
export function ScoreText({ score, marks }: { score: number | null; marks: number }) {
  if (score === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('assignments.awaiting')}
      </Box>
    );
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 700,
        color: ({ colours }) => (isPassing(score, marks) ? colours.success : colours.error),
      }}
    >
      <Isolated>{t('assignments.scoreOf', { score, total: marks })}</Isolated>
    </Box>
  );
}

const statusColours: Record<
  StudentState | 'waiting',
  (theme: Theme) => { color: string; backgroundColor: string }
> = {
  pending: ({ colours: c }) => ({ color: c.info, backgroundColor: c.infoTint }),
  submitted: ({ colours: c }) => ({ color: c.primary, backgroundColor: c.primaryTint }),
  graded: ({ colours: c }) => ({ color: c.success, backgroundColor: c.successTint }),
  late: ({ colours: c }) => ({ color: c.warning, backgroundColor: c.warningTint }),
  expired: ({ colours: c }) => ({ color: c.error, backgroundColor: c.errorTint }),
  waiting: ({ colours: c }) => ({ color: c.warning, backgroundColor: c.warningTint }),
};

/** `waiting` means that the submission is in the outbox of this device (spec 2 §4). */
export function StatusBadge({ state }: { state: StudentState | 'waiting' }) {
  const label = state === 'waiting' ? t('ownAssignments.waiting') : t(`ownAssignments.statuses.${state}`);
  return <Chip size="small" label={label} sx={statusColours[state]} />;
}

interface AssignmentHeadProps {
  assignment: AssignmentDetail;
  now: Date;
  isOpen: boolean;
}

export function AssignmentHead({ assignment, now, isOpen }: AssignmentHeadProps) {
  const timeZone = useTimeZone();
  const { due_date, total_marks, description } = assignment;
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Facts sx={{ rowGap: 0.5 }}>
        <Fact name={t('assignments.due')}>
          <DueText dueDate={due_date} now={now} timeZone={timeZone} />
          {due_date && (
            <Typography component="time" dateTime={due_date} variant="caption" sx={{ display: 'block' }}>
              <DueInBothCalendars value={due_date} />
            </Typography>
          )}
        </Fact>
        {isOpen && due_date && !isPast(due_date, now) && (
          <Fact name={t('ownAssignments.remaining')}>
            <RemainingTime dueDate={due_date} now={now} timeZone={timeZone} />
          </Fact>
        )}
        <Fact name={t('assignments.fullMarks')}>
          <Isolated>{total_marks}</Isolated>
        </Fact>
      </Facts>
      {description && <PlainText>{description}</PlainText>}
    </Card>
  );
}

function RemainingTime({ dueDate, now, timeZone }: { dueDate: string; now: Date; timeZone: string }) {
  const isSoon = dueBand(timeUntilDue(dueDate, now, timeZone)) === 'soon';
  const [first = '', second] = remainingUntil(dueDate, now).map(({ unit, count }) =>
    t(`ownAssignments.${unit}`, { smart_count: count }),
  );
  return (
    <Box
      component="span"
      role="timer"
      className="figure"
      sx={{ fontWeight: 600, color: ({ colours }) => (isSoon ? colours.warning : colours.success) }}
    >
      {second === undefined ? first : t('ownAssignments.both', { first, second })}
    </Box>
  );
}
