import Attendance from '@mui/icons-material/EventAvailableOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import Assignments from '@mui/icons-material/AssignmentOutlined';
import Halaqa from '@mui/icons-material/RecordVoiceOverOutlined';
import Records from '@mui/icons-material/MenuBookOutlined';
import {
  Box,
  Button,
  Card,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  Skeleton,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { TodayItem } from '../../../contract/dashboard';
import { hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';

/** What there is to do on this day, for a teacher. */
export function useTodayWork(isWanted: boolean) {
  const { today: read } = useApi();
  const today = useToday();
  const query = useQuery({ queryKey: ['today', today], queryFn: () => read(), enabled: isWanted });
  return { today, ...query };
}

/**
 * The work of a teacher's day: a card for each circle or subject, with links to screens where everything is already
 * chosen. Nothing if the server does not have the call.
 */
export function TodayWork({ work }: { work: ReturnType<typeof useTodayWork> }) {
  const { today, data, error, isPending, refetch } = work;
  const [isWhole, setIsWhole] = useState(false);
  if (error instanceof ApiProblem && error.isUnsupportedCall) return null;
  const meeting = data?.filter(({ is_today }) => is_today) ?? [];
  const isOfToday = meeting.length > 0;
  const shown = isWhole || !isOfToday ? data : meeting;
  const others = (data?.length ?? 0) - meeting.length;
  return (
    <Box component="section" aria-labelledby="today-work" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.5 }}>
        <Typography id="today-work" variant="h2">
          {t('dashboard.today')}
        </Typography>
        <SecondaryText component="span">
          <Isolated>{t('days.ofWeek', { weekday: formatWeekday(today), hijri: hijriDate(today) })}</Isolated>
        </SecondaryText>
      </Box>
      {error && <ErrorState title={t('ui.loadFailed')} error={error} onRetry={refetch} />}
      {/* Always one line, so that the cards stand where their skeletons stood. */}
      {!error && (
        <SecondaryText component="div">
          {data ? summaryOf(data, meeting.length) : <Skeleton width={160} />}
        </SecondaryText>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, sm: 2 },
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(3, minmax(0, 1fr))',
          },
        }}
      >
        {isPending && [0, 1, 2].map((place) => <Skeleton key={place} variant="rounded" height={240} />)}
        {shown?.map((item) => (
          <WorkCard key={`${item.subject_code}/${item.circle_id}`} item={item} today={today} />
        ))}
      </Box>
      {isOfToday && others > 0 && (
        <Button onClick={() => setIsWhole(!isWhole)} sx={{ justifySelf: 'start' }}>
          {isWhole ? t('dashboard.onlyToday') : t('dashboard.otherDays', { smart_count: others })}
        </Button>
      )}
    </Box>
  );
}

/** @param meetings the number of items that meet today */
function summaryOf(items: readonly TodayItem[], meetings: number): string {
  if (items.length === 0) return t('dashboard.noWork');
  return meetings === 0 ? t('dashboard.noMeeting') : t('dashboard.meetings', { smart_count: meetings });
}

/** The address of a teaching screen with everything chosen. */
function addressOf(screen: string, item: TodayItem, date?: string): string {
  const chosen = new URLSearchParams({
    program_id: item.program_id,
    batch_id: String(item.batch_id),
    subject_code: item.subject_code,
    ...(item.circle_id !== null && { circle_id: String(item.circle_id) }),
    ...(date !== undefined && { date }),
  });
  return `/${screen}?${chosen}`;
}

function WorkCard({ item, today }: { item: TodayItem; today: string }) {
  const { register, records, marks_missing, to_grade, overdue_registers } = item;
  const name = item.circle_name ?? item.name;
  const place = item.circle_name === null ? item.batch_name : `${item.name} · ${item.batch_name}`;
  return (
    <Card component="article" aria-label={name} sx={{ display: 'flex', flexDirection: 'column', pt: 1.5 }}>
      <Box sx={{ px: 2 }}>
        <Typography variant="h3" noWrap title={name}>
          {name}
        </Typography>
        <SecondaryText noWrap title={place}>
          {place}
        </SecondaryText>
      </Box>
      <List disablePadding sx={{ py: 0.5 }}>
        <Work
          to={addressOf('absences', item)}
          icon={<Attendance />}
          label={t('dashboard.register')}
          isDone={register.taken}
          state={
            register.taken ? t('absences.taken', { smart_count: register.absent }) : t('absences.notTaken')
          }
        />
        {records && (
          <Work
            to={addressOf('daily-records', item)}
            icon={<Records />}
            label={t('dashboard.records')}
            isDone={records.done >= records.of}
            state={t('dashboard.recordsDone', { done: records.done, of: records.of })}
          />
        )}
        {records && item.circle_id !== null && (
          <Work to={addressOf('halaqa', item)} icon={<Halaqa />} label={t('hearing.menu')} state="" />
        )}
        {marks_missing !== null && marks_missing > 0 && (
          <Work
            to={addressOf('grades', item)}
            icon={<Grades />}
            label={t('dashboard.marks')}
            state={t('dashboard.marksMissing', { smart_count: marks_missing })}
          />
        )}
        {to_grade > 0 && (
          <Work
            to={addressOf('assignments', item)}
            icon={<Assignments />}
            label={t('dashboard.handIns')}
            state={t('dashboard.toGrade', { smart_count: to_grade })}
          />
        )}
      </List>
      {overdue_registers.length > 0 && (
        <Box sx={{ px: 2, pb: 1.5, mt: 'auto' }}>
          <SecondaryText variant="caption">{t('dashboard.overdue')}</SecondaryText>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {overdue_registers.map((day) => (
              <Button
                key={day}
                component={Link}
                to={addressOf('absences', item, day === today ? undefined : day)}
                size="small"
                variant="outlined"
                color="warning"
                aria-label={t('dashboard.takeRegisterOf', {
                  day: t('days.ofWeek', { weekday: formatWeekday(day), hijri: hijriDate(day) }),
                })}
              >
                {formatWeekday(day)}
              </Button>
            ))}
          </Box>
        </Box>
      )}
    </Card>
  );
}

interface WorkProps {
  to: string;
  icon: ReactNode;
  label: string;
  state: string;
  isDone?: boolean;
}

const Work = ({ to, icon, label, state, isDone = false }: WorkProps) => (
  <ListItem disablePadding>
    <ListItemButton component={Link} to={to} sx={{ minHeight: 48, gap: 1 }}>
      <ListItemIcon aria-hidden sx={{ minWidth: 0, color: isDone ? 'success.main' : 'primary.main' }}>
        {icon}
      </ListItemIcon>
      <Typography component="span" sx={{ flexGrow: 1, fontWeight: 600 }}>
        {label}
      </Typography>
      <SecondaryText component="span" sx={isDone ? { color: 'success.main' } : {}}>
        {state}
      </SecondaryText>
    </ListItemButton>
  </ListItem>
);
