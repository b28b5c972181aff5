import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import DoubleLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import DoubleRight from '@mui/icons-material/KeyboardDoubleArrowRight';
import { Box, Button, ButtonBase, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-admin';
import { gregorianDate, hijriDate, monthAndYear, formatWeekday } from '../../../contract/rules/hijri';
import { useToday, useWeekendDays } from '../../dataProvider/useInstitute';
import { type CalendarName, calendarNames } from '../../i18n/ar/days';
import { t } from '../../i18n/text';
import { IconAction } from '../page/IconAction';
import { SecondaryText } from '../page/SecondaryText';
import { daysOfMonth, partsOf, type Step, stepFrom, weekdayOf } from './days';

interface DayCalendarProps {
  /** The chosen day, or empty. */
  day: string;
  min: string;
  max: string;
  canClear: boolean;
  /** Empty to clear. */
  onChoose: (day: string) => void;
}

// Right to left: the next day is on the left.
const steps: Partial<Record<string, Step>> = {
  ArrowLeft: { days: 1 },
  ArrowRight: { days: -1 },
  ArrowUp: { days: -7 },
  ArrowDown: { days: 7 },
  PageUp: { months: -1 },
  PageDown: { months: 1 },
};

const yearSteps: typeof steps = { PageUp: { years: -1 }, PageDown: { years: 1 } };

/** A month of either calendar to pick a day; every day also shows its number in the other calendar. */
export default function DayCalendar({ day, min, max, canClear, onChoose }: DayCalendarProps) {
  const today = useToday();
  const [stored, setCalendar] = useStore<CalendarName>('days.calendar', 'islamic-umalqura');
  const calendar = calendarNames.find((name) => name === stored) ?? 'islamic-umalqura';
  const within = (one: string) => (one < min ? min : one > max ? max : one);
  const [active, setActive] = useState(() => within(day || today));
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(true);
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isByKey.current = false;
  }, [active]);

  const after = (step: Step) => within(stepFrom(active, step, calendar));
  const move = (event: KeyboardEvent) => {
    const step = (event.shiftKey && yearSteps[event.key]) || steps[event.key];
    const place = weekdayOf(active);
    const ofWeek = { Home: { days: -place }, End: { days: 6 - place } }[event.key];
    const wanted = step ?? ofWeek;
    if (!wanted || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    isByKey.current = true;
    setActive(after(wanted));
  };
  const turn = (step: Step) => ({ disabled: after(step) === active, onClick: () => setActive(after(step)) });
  const month = monthAndYear(active, calendar);
  return (
    <Box sx={{ p: 1 }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label={t('days.calendar')}
        value={calendar}
        onChange={(_, name: CalendarName | null) => name && setCalendar(name)}
      >
        <ToggleButton value="islamic-umalqura">{t('ui.hijriCalendar')}</ToggleButton>
        <ToggleButton value="gregory">{t('ui.gregorianCalendar')}</ToggleButton>
      </ToggleButtonGroup>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', my: 0.5 }}>
        <Box sx={{ whiteSpace: 'nowrap' }}>
          <IconAction title={t('days.previousYear')} {...turn({ years: -1 })}>
            <DoubleRight fontSize="small" />
          </IconAction>
          <IconAction title={t('days.previousMonth')} {...turn({ months: -1 })}>
            <ChevronRight fontSize="small" />
          </IconAction>
        </Box>
        <Typography aria-live="polite" sx={{ fontWeight: 600, textAlign: 'center' }}>
          <bdi>{month}</bdi>
        </Typography>
        <Box sx={{ whiteSpace: 'nowrap' }}>
          <IconAction title={t('days.nextMonth')} {...turn({ months: 1 })}>
            <ChevronLeft fontSize="small" />
          </IconAction>
          <IconAction title={t('days.nextYear')} {...turn({ years: 1 })}>
            <DoubleLeft fontSize="small" />
          </IconAction>
        </Box>
      </Stack>
      <Box
        component="table"
        role="grid"
        aria-label={month}
        ref={grid}
        onKeyDown={move}
        sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', '& td, & th': { p: 0 } }}
      >
        <thead>
          <tr>
            {weekOf(today).map((one) => (
              <th key={one} scope="col" abbr={formatWeekday(one)}>
                <SecondaryText component="span" variant="caption" aria-label={formatWeekday(one)} role="img">
                  {formatWeekday(one, 'weekdayLetter')}
                </SecondaryText>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active, calendar).map((week, index) => (
            <tr key={week.find(Boolean) ?? index}>
              {week.map((one, place) => (
                <td key={one || place} aria-selected={one !== '' && one === day}>
                  {one === '' ? (
                    <Box sx={{ height: 44 }} />
                  ) : (
                    <DayButton
                      day={one}
                      calendar={calendar}
                      isChosen={one === day}
                      isActive={one === active}
                      isToday={one === today}
                      isDisabled={one < min || one > max}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between', mt: 0.5 }}>
        <Button disabled={within(today) !== today} onClick={() => onChoose(today)}>
          {t('days.today')}
        </Button>
        {canClear && <Button onClick={() => onChoose('')}>{t('days.clear')}</Button>}
      </Stack>
    </Box>
  );
}

interface DayButtonProps {
  day: string;
  calendar: CalendarName;
  isChosen: boolean;
  /** The only day of the month that the Tab key reaches. */
  isActive: boolean;
  isToday: boolean;
  isDisabled: boolean;
  onChoose: (day: string) => void;
}

function DayButton({ day, calendar, isChosen, isActive, isToday, isDisabled, onChoose }: DayButtonProps) {
  const isWeekend = useWeekendDays().includes(weekdayOf(day));
  const other = calendar === 'gregory' ? 'islamic-umalqura' : 'gregory';
  const whole = t('days.whole', {
    weekday: formatWeekday(day),
    hijri: hijriDate(day),
    gregorian: gregorianDate(day),
  });
  return (
    <ButtonBase
      disabled={isDisabled}
      tabIndex={isActive ? 0 : -1}
      aria-label={isWeekend ? `${whole}${t('ui.comma')}${t('days.weekend')}` : whole}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onChoose(day)}
      sx={({ colours }) => ({
        flexDirection: 'column',
        width: '100%',
        height: 44,
        borderRadius: 1,
        border: 1,
        borderColor: isToday ? 'primary.main' : 'transparent',
        fontFamily: 'inherit',
        lineHeight: 1.3,
        color: isWeekend ? 'text.secondary' : 'text.primary',
        '&:hover, &.Mui-focusVisible': { bgcolor: colours.sunken },
        '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main' },
        '&.Mui-disabled': { color: 'text.disabled' },
        ...(isChosen && {
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          '&:hover, &.Mui-focusVisible': { bgcolor: 'primary.main' },
        }),
      })}
    >
      <Box component="span" className="figure" sx={{ fontWeight: isWeekend ? 400 : 600 }}>
        {partsOf(day, calendar).day}
      </Box>
      <Box component="span" className="figure" sx={{ fontSize: '0.75rem' }}>
        {partsOf(day, other).day}
      </Box>
    </ButtonBase>
  );
}

/** The week of a day, from Sunday. */
const weekOf = (day: string): string[] =>
  Array.from({ length: 7 }, (_, place) => stepFrom(day, { days: place - weekdayOf(day) }, 'gregory'));

/** Six weeks with the days of a month, empty outside of it, so that the height does not change. */
function weeksOf(day: string, calendar: CalendarName): string[][] {
  const days = daysOfMonth(day, calendar);
  const before = weekdayOf(days[0] ?? day);
  return Array.from({ length: 6 }, (_row, week) =>
    Array.from({ length: 7 }, (_cell, place) => days[week * 7 + place - before] ?? ''),
  );
}
