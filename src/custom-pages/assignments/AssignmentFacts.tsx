import Back from '@mui/icons-material/ArrowForward';
import Clock from '@mui/icons-material/ScheduleOutlined';
import { Box, Card, Tooltip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Assignment } from '../../../contract/assignments';
import { dueBand, timeUntilDue } from '../../../contract/rules/assignments';
import { gregorianDate, hijriDate, timeInZone } from '../../../contract/rules/hijri';
import { useTimeZone } from '../../dataProvider/useInstitute';
import { dueText } from '../../features/assignments/DueText';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { PlainText } from '../../ui/page/PlainText';
import { IconLabel } from '../../ui/page/IconLabel';
import { useNow } from '../../ui/page/useAgo';

interface AssignmentFactsProps {
  assignment: Assignment;
  children?: ReactNode;
}

export function AssignmentFacts({ assignment, children }: AssignmentFactsProps) {
  const { description, due_date, total_marks, questions_count, teacher_name } = assignment;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      {description && <PlainText>{description}</PlainText>}
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0, 1fr))',
            sm: 'repeat(auto-fit, minmax(11rem, 1fr))',
          },
          '& > :first-of-type, & > :last-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        }}
      >
        <Fact name={t('assignments.due')}>
          <DueTime value={due_date} />
        </Fact>
        <Fact name={t('assignments.fullMarks')}>{t('assignments.marks', { smart_count: total_marks })}</Fact>
        <Fact name={t('assignments.questionsTitle')}>
          {t('assignments.questions', { smart_count: questions_count })}
        </Fact>
        {teacher_name && (
          <Fact name={t('assignments.teacher')}>
            <bdi>{teacher_name}</bdi>
          </Fact>
        )}
        {children}
      </Box>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="caption" color="text.secondary">
      {name}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ m: 0 }}>
      {children}
    </Typography>
  </Box>
);

export const SubjectLine = ({
  assignment: { subject_name, subject_code, batch_name },
}: {
  assignment: Pick<Assignment, 'subject_name' | 'subject_code' | 'batch_name'>;
}) => (
  <>
    <bdi>{subject_name}</bdi> <Isolated>{subject_code}</Isolated>
    {batch_name && (
      <>
        {' · '}
        <bdi>{batch_name}</bdi>
      </>
    )}
  </>
);

export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <LinkButton
    to={to}
    label={children}
    startIcon={<Back />}
    className="no-print"
    sx={{ alignSelf: 'flex-start' }}
  />
);

const bandColours = {
  none: 'text.secondary',
  expired: 'error.main',
  soon: 'warning.main',
  ample: 'success.main',
} as const;

/** The colour shows the urgency (spec 2 §9). */
export const DueTime = ({ value }: { value: string | null }) => (
  <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
    <DueBadge value={value} />
    {value && (
      <Typography
        component="time"
        dateTime={value}
        variant="caption"
        color="text.secondary"
        sx={{ display: 'block' }}
      >
        <DueInBothCalendars value={value} />
      </Typography>
    )}
  </Box>
);

export function ShortDueTime({ value }: { value: string | null }) {
  const timeZone = useTimeZone();
  if (!value) return <DueBadge value={null} />;
  return (
    <Tooltip title={<DueInBothCalendars value={value} />} placement="top-start" describeChild>
      <span>
        <DueBadge value={value} />
        <Typography component="time" dateTime={value} variant="caption" color="text.secondary">
          <bdi>{hijriDate(value, { timeZone })}</bdi>
        </Typography>
      </span>
    </Tooltip>
  );
}

export function DueBadge({ value }: { value: string | null }) {
  const due = timeUntilDue(value, useNow(), useTimeZone());
  return (
    <IconLabel icon={<Clock aria-hidden fontSize="inherit" />} color={bandColours[dueBand(due)]}>
      {dueText(due)}
    </IconLabel>
  );
}

export function DueInBothCalendars({ value }: { value: string }) {
  const timeZone = useTimeZone();
  return (
    <>
      <bdi style={{ whiteSpace: 'nowrap' }}>{hijriDate(value, { timeZone })}</bdi>
      {' · '}
      <bdi style={{ whiteSpace: 'nowrap' }}>
        {t('ui.gregorian', { date: gregorianDate(value, { timeZone }) })}
      </bdi>
      {' · '}
      <bdi>{t('assignments.dueAt', { time: timeInZone(new Date(value), timeZone) })}</bdi>
    </>
  );
}
