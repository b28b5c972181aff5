import Attendance from '@mui/icons-material/EventAvailableOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import Assignments from '@mui/icons-material/AssignmentOutlined';
import Halaqa from '@mui/icons-material/RecordVoiceOverOutlined';
import Tell from '@mui/icons-material/SmsOutlined';
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
import type { Entry } from '../../dataProvider/outbox/kinds';
import { useQueued } from '../../dataProvider/outbox/userOutbox';
import { useApi } from '../../dataProvider/useApi';
import { useMayTell, useToday } from '../../dataProvider/useInstitute';
import { textFor } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';

export function useTodayWork(isEnabled: boolean) {
  const { today: loadToday } = useApi();
  const today = useToday();
  const query = useQuery({ queryKey: ['today', today], queryFn: () => loadToday(today), enabled: isEnabled });
  return { today, ...query };
}

/** Shows a card for each circle or subject. Shows nothing if the server lacks the endpoint. */
export function TodayWork({ work }: { work: ReturnType<typeof useTodayWork> }) {
  const { today, data, error, isPending, refetch } = work;
  const [isExpanded, setIsExpanded] = useState(false);
  const mayTell = useMayTell();
  if (error instanceof ApiProblem && error.isUnsupportedCall) return null;
  const todayItems = data?.filter(({ is_today }) => is_today) ?? [];
  const hasMeeting = todayItems.length > 0;
  const isDayOff = !hasMeeting && (data?.some(({ holiday }) => Boolean(holiday)) ?? false);
  const visibleItems = isExpanded || (!hasMeeting && !isDayOff) ? data : todayItems;
  const otherCount = (data?.length ?? 0) - todayItems.length;
  return (
    <Box component="section" aria-labelledby="today-work" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.5 }}>
        <Typography id="today-work" variant="h2">
          {t('dashboard.today')}
        </Typography>
        {/* On a phone the link has the first line, so that the day stays where it is when the link appears. */}
        <SecondaryText
          component="span"
          sx={{ order: { xs: 1, sm: 0 }, flexBasis: { xs: '100%', sm: 'auto' } }}
        >
          <Isolated>{t('days.ofWeek', { weekday: formatWeekday(today), hijri: hijriDate(today) })}</Isolated>
        </SecondaryText>
        {mayTell && (
          <LinkButton
            to="/tell"
            label={t('menu.tell')}
            startIcon={<Tell />}
            // The line keeps its height.
            sx={{ marginInlineStart: 'auto', alignSelf: 'center', my: '-8px' }}
          />
        )}
      </Box>
      {error && <ErrorState title={t('ui.loadFailed')} error={error} onRetry={refetch} />}
      {/* Always one line, so that the cards do not jump when they load. */}
      {!error && (
        <SecondaryText component="div">
          {!data && <Skeleton width={160} />}
          {data && !isDayOff && describeDay(data, todayItems.length)}
          {data && isDayOff && (
            <Box component="span" sx={{ color: 'primary.main', fontWeight: 600 }}>
              {describeDayOff(data)}
            </Box>
          )}
        </SecondaryText>
      )}
      <Box
        sx={{
          '&:empty': { display: 'none' },
          display: 'grid',
          gap: { xs: 1, sm: 2 },
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            lg: 'repeat(3, minmax(0, 1fr))',
          },
        }}
      >
        {isPending && [0, 1, 2].map((index) => <Skeleton key={index} variant="rounded" height={240} />)}
        {visibleItems?.map((item) => (
          <WorkCard key={`${item.subject_code}/${item.circle_id}`} item={item} today={today} />
        ))}
      </Box>
      {(hasMeeting || isDayOff) && otherCount > 0 && (
        <Button onClick={() => setIsExpanded(!isExpanded)} sx={{ justifySelf: 'start' }}>
          {isDayOff && t(isExpanded ? 'dayOff.hide' : 'dayOff.show')}
          {!isDayOff &&
            (isExpanded ? t('dashboard.onlyToday') : t('dashboard.otherDays', { smart_count: otherCount }))}
        </Button>
      )}
    </Box>
  );
}

function describeDay(items: readonly TodayItem[], meetingCount: number): string {
  if (items.length === 0) return t('dashboard.noWork');
  return meetingCount === 0
    ? t('dashboard.noMeeting')
    : t('dashboard.meetings', { smart_count: meetingCount });
}

const describeReason = ({ name, kind }: NonNullable<TodayItem['holiday']>): string =>
  kind === 'outside_terms' ? t('dayOff.outside_terms') : t(`dayOff.${kind}`, { name: name ?? '' });

/** The reasons of the subjects may differ, for example a trip of one batch. */
function describeDayOff(items: readonly TodayItem[]): string {
  const reasons = new Set(items.flatMap(({ holiday }) => (holiday ? describeReason(holiday) : [])));
  return [...reasons].join(t('ui.comma'));
}

function screenUrl(screen: string, item: TodayItem, date?: string): string {
  const params = new URLSearchParams({
    program_id: item.program_id,
    batch_id: String(item.batch_id),
    subject_code: item.subject_code,
    ...(item.circle_id !== null && { circle_id: String(item.circle_id) }),
    ...(date !== undefined && { date }),
  });
  return `/${screen}?${params}`;
}

function WorkCard({ item, today }: { item: TodayItem; today: string }) {
  const { register, records, marks_missing, to_grade, overdue_registers } = item;
  const text = textFor(item.section);
  const queued = useQueued().filter((entry) => isOfItem(entry, item, today));
  const registerEntry = queued.find(({ kind }) => kind === 'register');
  const recordsEntry = findFirstState(
    queued.filter(({ kind }) => kind === 'records' || kind === 'recitation'),
  );
  const marksEntry = queued.find(({ kind }) => kind === 'marks');
  const name = item.circle_name ?? item.name;
  const detail = item.circle_name === null ? item.batch_name : `${item.name} · ${item.batch_name}`;
  return (
    <Card component="article" aria-label={name} sx={{ display: 'flex', flexDirection: 'column', pt: 1.5 }}>
      <Box sx={{ px: 2 }}>
        <Typography variant="h3" noWrap title={name}>
          {name}
        </Typography>
        <SecondaryText noWrap title={detail}>
          {detail}
        </SecondaryText>
        {item.holiday && (
          <SecondaryText variant="caption" sx={{ color: 'primary.main' }}>
            {describeReason(item.holiday)}
          </SecondaryText>
        )}
      </Box>
      <List disablePadding sx={{ py: 0.5 }}>
        <Work
          to={screenUrl('absences', item)}
          icon={<Attendance />}
          label={t('dashboard.register')}
          isDone={register.taken}
          state={
            register.taken
              ? text('teaching.registerTaken', { smart_count: register.absent })
              : t('teaching.registerNotTaken')
          }
          queued={registerEntry}
        />
        {records && (
          <Work
            to={screenUrl('daily-records', item)}
            icon={<Records />}
            label={t('dashboard.records')}
            isDone={records.done >= records.of}
            state={t('dashboard.recordsDone', { done: records.done, of: records.of })}
            queued={recordsEntry}
          />
        )}
        {records && item.circle_id !== null && (
          <Work to={screenUrl('halaqa', item)} icon={<Halaqa />} label={t('menu.halaqa')} state="" />
        )}
        {marks_missing !== null && marks_missing > 0 && (
          <Work
            to={screenUrl('grades', item)}
            icon={<Grades />}
            label={t('dashboard.marks')}
            state={text('counted.unmarked', { smart_count: marks_missing })}
            queued={marksEntry}
          />
        )}
        {to_grade > 0 && (
          <Work
            to={screenUrl('assignments', item)}
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
                to={screenUrl('absences', item, day === today ? undefined : day)}
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

/** The counts of the server do not include queued writes. */
function isOfItem(entry: Entry, item: TodayItem, today: string): boolean {
  if (entry.kind === 'answers' || entry.subjectCode !== item.subject_code) return false;
  return entry.kind === 'marks' || (entry.date === today && (entry.circle ?? null) === item.circle_id);
}

const findFirstState = (entries: readonly Entry[]) =>
  entries.find(({ state }) => state === 'refused') ?? entries[0];

interface WorkProps {
  to: string;
  icon: ReactNode;
  label: string;
  state: string;
  isDone?: boolean;
  queued?: Entry | undefined;
}

const queueColors = { waiting: 'warning.main', sending: 'info.main', refused: 'error.main' } as const;

const Work = ({ to, icon, label, state, isDone = false, queued }: WorkProps) => (
  <ListItem disablePadding>
    <ListItemButton component={Link} to={to} sx={{ minHeight: 48, gap: 1 }}>
      <ListItemIcon aria-hidden sx={{ minWidth: 0, color: isDone ? 'success.main' : 'primary.main' }}>
        {icon}
      </ListItemIcon>
      <Typography component="span" sx={{ flexGrow: 1, fontWeight: 600 }}>
        {label}
      </Typography>
      <SecondaryText
        component="span"
        sx={queued ? { color: queueColors[queued.state] } : isDone ? { color: 'success.main' } : {}}
      >
        {queued ? t(`outbox.states.${queued.state}`) : state}
      </SecondaryText>
    </ListItemButton>
  </ListItem>
);
