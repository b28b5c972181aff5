import Add from '@mui/icons-material/Add';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Suspended from '@mui/icons-material/EventBusyOutlined';
import Holidays from '@mui/icons-material/CelebrationOutlined';
import { Box, Button, Chip, List, ListItem, ListItemButton, Stack, Switch, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import type { Holiday } from '../../../contract/calendar';
import { type DayRange, hasTerm } from '../../../contract/rules/calendar';
import type { Term } from '../../../contract/rules/terms';
import { gregorianDate, hijriDate, hijriDateWithoutYear } from '../../../contract/rules/hijri';
import { weekdayName } from '../../ui/form/WeekdayChoice';
import { sectionNames } from '../../../contract/vocabulary';
import { canOpen } from '../../dataProvider/access';
import { useSession } from '../../dataProvider/session';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { IconAction } from '../../ui/page/IconAction';
import { LinkButton } from '../../ui/page/LinkButton';
import { Page } from '../../ui/page/Page';
import { Panel, sideBySide } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/States';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { countDays } from './holidayForm';
import { isForAll, type LoadedCalendar, useCalendar, useProposals, useYearConfirmation } from './useCalendar';
import { YearMonths } from './YearMonths';

const HolidayDialog = lazyDialog(() => import('./HolidayDialog'));

type OpenDialog = { stored?: Holiday; isSuspension?: boolean };
const views = ['list', 'months'] as const;

export default function CalendarPage() {
  const { data, error, refetch, ...calendar } = useCalendar();
  const { year, today } = calendar;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [view, setView] = useState<(typeof views)[number]>('list');
  const isPhone = useIsPhone();
  if (data === null)
    return (
      <Page title={t('calendar.title')}>
        <EmptyState title={t('calendar.unavailable')} text={t('calendar.unavailableText')} />
      </Page>
    );
  const isTodayOff = data?.holidays.some(
    (holiday) => isForAll(holiday) && holiday.from <= today && today <= holiday.to,
  );
  const isListShown = !isPhone || view === 'list';
  const isYearShown = !isPhone || view === 'months';
  return (
    <Page
      title={t('calendar.title')}
      action={
        !isTodayOff && (
          <Button
            variant="outlined"
            color="warning"
            startIcon={<Suspended />}
            onClick={() => setDialog({ isSuspension: true })}
          >
            {t('calendar.suspendToday')}
          </Button>
        )
      }
      mainAction={
        <Button variant="contained" startIcon={<Add />} onClick={() => setDialog({})}>
          {t('calendar.add')}
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <YearChoice {...calendar} />
        {isPhone && (
          <ViewChoice
            label={t('calendar.view')}
            views={new Map(views.map((one) => [one, t(`calendar.${one}`)]))}
            value={view}
            onChange={setView}
          />
        )}
      </Box>
      {error && !data && <ErrorState title={t('calendar.loadFailed')} error={error} onRetry={refetch} />}
      {!data && !error && <LoadingState shape="rows" />}
      {data && (
        <Box sx={sideBySide}>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            {isListShown && (
              <HolidayList
                holidays={data.holidays}
                year={year}
                today={today}
                onOpen={(stored) => setDialog({ stored })}
              />
            )}
            {isYearShown && (
              <Panel title={t('calendar.yearName', { year })}>
                <YearMonths
                  year={year}
                  today={today}
                  terms={termsOfYear(data.terms, calendar.range)}
                  weekend={data.weekend_days}
                  holidays={data.holidays}
                />
              </Panel>
            )}
          </Stack>
          {isListShown && (
            <Stack sx={{ gap: 2, minWidth: 0 }}>
              <Proposals year={year} holidays={data.holidays} />
              <TermsPanel calendar={data} year={year} range={calendar.range} />
            </Stack>
          )}
        </Box>
      )}
      {dialog && <HolidayDialog {...dialog} onClose={() => setDialog(null)} />}
    </Page>
  );
}

type YearChoiceProps = Pick<ReturnType<typeof useCalendar>, 'year' | 'range' | 'currentYear' | 'showYear'>;

function YearChoice({ year, range, currentYear, showYear }: YearChoiceProps) {
  return (
    <Box
      role="group"
      aria-label={t('calendar.year')}
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}
    >
      <IconAction title={t('calendar.previousYear')} onClick={() => showYear(year - 1)}>
        <ChevronRight />
      </IconAction>
      <Box sx={{ textAlign: 'center', minWidth: '7.5rem' }} aria-live="polite">
        <Typography component="div" sx={{ fontWeight: 700, lineHeight: 1.4 }}>
          <bdi className="figure">{t('calendar.yearName', { year })}</bdi>
        </Typography>
        <SecondaryText component="div" variant="caption" sx={{ lineHeight: 1.4 }}>
          <bdi className="figure">{`${range.from.slice(0, 4)} – ${range.to.slice(0, 4)}`}</bdi>
        </SecondaryText>
      </Box>
      <IconAction title={t('calendar.nextYear')} onClick={() => showYear(year + 1)}>
        <ChevronLeft />
      </IconAction>
      {year !== currentYear && (
        <Button size="small" onClick={() => showYear(currentYear)}>
          {t('calendar.currentYear')}
        </Button>
      )}
    </Box>
  );
}

interface HolidayListProps {
  holidays: readonly Holiday[];
  year: number;
  today: string;
  onOpen: (holiday: Holiday) => void;
}

function HolidayList({ holidays, year, today, onOpen }: HolidayListProps) {
  if (holidays.length === 0)
    return (
      <EmptyState
        icon={<Holidays />}
        title={t('calendar.emptyTitle', { year })}
        text={t('calendar.emptyText')}
      />
    );
  return (
    <Panel title={t('calendar.holidays')}>
      <List disablePadding sx={{ mx: { xs: -2, sm: -3 }, mb: { xs: -2, sm: -3 } }}>
        {holidays.map((holiday) => (
          <HolidayLine key={holiday.id} holiday={holiday} today={today} onOpen={() => onOpen(holiday)} />
        ))}
      </List>
    </Panel>
  );
}

interface HolidayLineProps {
  holiday: Holiday;
  today: string;
  onOpen: () => void;
}

function HolidayLine({ holiday, today, onOpen }: HolidayLineProps) {
  const { name, kind, from, to, excludes_registers } = holiday;
  const isPast = to < today;
  const isToday = from <= today && today <= to;
  const owner = ownerName(holiday);
  return (
    <ListItem disablePadding sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ListItemButton
        onClick={onOpen}
        aria-label={t('calendar.edit', { name })}
        sx={{ px: { xs: 2, sm: 3 }, py: 1.25, gap: 1.5, alignItems: 'flex-start' }}
      >
        <Box
          aria-hidden
          sx={{
            alignSelf: 'stretch',
            width: 4,
            borderRadius: 2,
            backgroundColor: kind === 'suspended' ? 'warning.main' : 'primary.main',
            opacity: isPast ? 0.4 : 1,
          }}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
            <Typography
              component="span"
              sx={{
                fontWeight: 600,
                color: isPast ? 'text.secondary' : 'text.primary',
                overflowWrap: 'anywhere',
              }}
            >
              <bdi>{name}</bdi>
            </Typography>
            {isToday && <Chip size="small" color="primary" label={t('calendar.today')} />}
            {kind === 'suspended' && (
              <Chip size="small" variant="outlined" color="warning" label={t('calendar.kinds.suspended')} />
            )}
            {owner && <Chip size="small" variant="outlined" label={owner} />}
            {excludes_registers && <Chip size="small" variant="outlined" label={t('calendar.excluded')} />}
          </Box>
          <Typography component="div" variant="body2">
            <bdi>{rangeText(from, to, hijriDate)}</bdi>
          </Typography>
          <SecondaryText component="div" variant="caption">
            <bdi>{t('ui.gregorian', { date: rangeText(from, to, gregorianDate) })}</bdi>
          </SecondaryText>
        </Box>
        <SecondaryText component="span" sx={{ whiteSpace: 'nowrap', pt: 0.25 }}>
          {t('calendar.days', { smart_count: countDays(holiday) })}
        </SecondaryText>
      </ListItemButton>
    </ListItem>
  );
}

const rangeText = (from: string, to: string, format: (day: string) => string): string =>
  from === to ? format(from) : `${format(from)} – ${format(to)}`;

function ownerName({ section, program_name, batch_name }: Holiday): string {
  const sectionName = section && sectionNames[section];
  return batch_name ?? [program_name, sectionName].filter(Boolean).join(t('ui.comma'));
}

function Proposals({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  const { proposals, nameOf, add, pendingKey } = useProposals(year, holidays);
  if (proposals.length === 0) return null;
  return (
    <Panel title={t('calendar.proposals')}>
      <SecondaryText>{t('calendar.proposalsText')}</SecondaryText>
      {proposals.map((proposal) => (
        <SideLine
          key={proposal.key}
          title={nameOf(proposal)}
          text={`${hijriDateWithoutYear(proposal.from)} – ${hijriDateWithoutYear(proposal.to)}`}
          action={
            <Button
              variant="outlined"
              size="small"
              disabled={pendingKey !== null}
              aria-label={t('calendar.addProposedOf', { name: nameOf(proposal) })}
              onClick={() => add(proposal)}
            >
              {t('calendar.addProposed')}
            </Button>
          }
        />
      ))}
    </Panel>
  );
}

interface SideLineProps {
  title: string;
  text: string;
  action?: ReactNode;
}

const SideLine = ({ title, text, action }: SideLineProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <SecondaryText variant="caption" sx={{ display: 'block' }}>
        <bdi>{text}</bdi>
      </SecondaryText>
    </Box>
    {action}
  </Box>
);

const termsOfYear = <T extends Term>(terms: readonly T[], { from, to }: DayRange): T[] =>
  terms.filter(({ start_date, end_date }) => start_date <= to && from <= end_date);

interface TermsPanelProps extends Pick<ReturnType<typeof useCalendar>, 'year' | 'range'> {
  calendar: LoadedCalendar;
}

function TermsPanel({ calendar: { terms, weekend_days, confirmed_years }, year, range }: TermsPanelProps) {
  const user = useSession()?.user;
  const canConfirm = user !== undefined && canOpen(user.role, '/settings/calendar', user.section);
  const ownTerms = termsOfYear(terms, range);
  return (
    <Panel title={t('calendar.terms')}>
      {ownTerms.length === 0 && <SecondaryText>{t('calendar.noTerms')}</SecondaryText>}
      {ownTerms.map(({ id, name, start_date, end_date }) => (
        <SideLine key={id} title={name} text={`${hijriDate(start_date)} – ${hijriDate(end_date)}`} />
      ))}
      <SideLine
        title={t('calendar.weekend')}
        text={weekend_days.map(weekdayName).join(t('ui.comma')) || t('calendar.noWeekend')}
      />
      {canConfirm && (
        <>
          {hasTerm(terms, String(year)) && <Confirmation year={year} confirmedYears={confirmed_years} />}
          <LinkButton
            to="/settings/calendar"
            label={t('calendar.editTerms')}
            variant="outlined"
            sx={{ mt: 2 }}
          />
        </>
      )}
    </Panel>
  );
}

function Confirmation({ year, confirmedYears }: { year: number; confirmedYears: readonly string[] }) {
  const { isConfirmed, isPending, confirm } = useYearConfirmation(year, confirmedYears);
  const id = useId();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        mt: 2,
        pt: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id={id} sx={{ fontWeight: 600 }}>
          {t('calendar.confirmYear', { year })}
        </Typography>
        <SecondaryText variant="caption" sx={{ display: 'block' }}>
          {t('calendar.confirmText')}
        </SecondaryText>
      </Box>
      <Switch
        checked={isConfirmed}
        disabled={isPending}
        onChange={(_, isChecked) => confirm(isChecked)}
        slotProps={{ input: { 'aria-labelledby': id } }}
      />
    </Box>
  );
}
