import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { isPast } from '../../../../contract/rules/assignments';
import { gregorianDate, hijriDate, timeInZone } from '../../../../contract/rules/hijri';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { PlainText } from '../../../ui/page/PlainText';
import { DueText } from './DueText';
import { Fact } from './Fact';
import { Facts } from './Facts';
import { RemainingTime } from './RemainingTime';

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
              <bdi>{hijriDate(due_date, { timeZone })}</bdi>
              {' · '}
              <bdi>{t('ui.gregorian', { date: gregorianDate(due_date, { timeZone }) })}</bdi>
              {' · '}
              <bdi>{t('assignments.dueAt', { time: timeInZone(new Date(due_date), timeZone) })}</bdi>
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
