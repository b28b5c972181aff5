import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { dueBand, dueIn, isPast } from '../../../../contract/rules/assignments';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { PlainText } from '../../../ui/page/PlainText';
import { DueMoment } from '../DueTime';
import { DueText, Fact, Facts } from './Facts';
import { remainingUntil } from './useServerNow';

interface AssignmentHeadProps {
  assignment: AssignmentDetail;
  now: Date;
  /** The solution can still be handed in. */
  isOpen: boolean;
}

/** Due time with what is left of it, full marks and description. */
export function AssignmentHead({ assignment, now, isOpen }: AssignmentHeadProps) {
  const t = useText();
  const timeZone = useTimeZone();
  const { due_date, total_marks, description } = assignment;
  return (
    <Card sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Facts>
        <Fact name={t('ownAssignments.due')}>
          <DueText dueDate={due_date} now={now} timeZone={timeZone} />
          {due_date && (
            <Typography component="time" dateTime={due_date} variant="caption" sx={{ display: 'block' }}>
              <DueMoment value={due_date} />
            </Typography>
          )}
        </Fact>
        {isOpen && due_date && !isPast(due_date, now) && (
          <Fact name={t('ownAssignments.remaining')}>
            <RemainingTime dueDate={due_date} now={now} timeZone={timeZone} />
          </Fact>
        )}
        <Fact name={t('ownAssignments.fullMarks')}>
          <Isolated>{total_marks}</Isolated>
        </Fact>
      </Facts>
      {description && <PlainText>{description}</PlainText>}
    </Card>
  );
}

interface RemainingTimeProps {
  dueDate: string;
  now: Date;
  timeZone: string;
}

/** What is left until the due time, counting. */
function RemainingTime({ dueDate, now, timeZone }: RemainingTimeProps) {
  const t = useText();
  const isSoon = dueBand(dueIn(dueDate, now, timeZone)) === 'soon';
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
