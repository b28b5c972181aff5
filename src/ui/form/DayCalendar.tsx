import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import DoubleLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import DoubleRight from '@mui/icons-material/KeyboardDoubleArrowRight';
import { Box, Button, ButtonBase, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-admin';
import { gregorianDate, hijriDate, monthAndYear, formatWeekday } from '../../../contract/rules/hijri';
import { useToday, useWeekendDays } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { IconAction } from '../page/IconAction';
import { SecondaryText } from '../page/SecondaryText';
import {
  type CalendarName,
  calendarNames,
  daysOfMonth,
  dateParts,
  type Step,
  addStep,
  weekdayIndex,
} from '../../../contract/rules/days';

interface DayCalendarProps {
  day: string;
  min: string;
  max: string;
  canClear: boolean;
  /** An empty string clears the day. */
  onChoose: (day: string) => void;
}

// The layout runs from right to left, so the next day is on the left.
const steps: Partial<Record<string, Step>> = {
  ArrowLeft: { days: 1 },
  ArrowRight: { days: -1 },
  ArrowUp: { days: -7 },
  ArrowDown: { days: 7 },
  PageUp: { months: -1 },
  PageDown: { months: 1 },
};

const yearSteps: typeof steps = { PageUp: { years: -1 }, PageDown: { years: 1 } };

export default function DayCalendar({ day, min, max, canClear, onChoose }: DayCalendarProps) {
  const today = useToday();
  const [stored, setCalendar] = useStore<CalendarName>('days.calendar', 'islamic-umalqura');
  const calendar = calendarNames.find((name) => name === stored) ?? 'islamic-umalqura';
  const clamp = (candidate: string) => (candidate < min ? min : candidate > max ? max : candidate);
  const [activeDay, setActiveDay] = useState(() => clamp(day || today));
  const grid = useRef<HTMLTableElement>(null);
  const isMovedByKey = useRef(true);
  useEffect(() => {
    if (isMovedByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isMovedByKey.current = false;
  }, [activeDay]);

  const activeDayAfter = (step: Step) => clamp(addStep(activeDay, step, calendar));
  const handleKey = (event: KeyboardEvent) => {
    const arrowStep = (event.shiftKey && yearSteps[event.key]) || steps[event.key];
    const activeWeekday = weekdayIndex(activeDay);
    const weekSteps = { Home: { days: -activeWeekday }, End: { days: 6 - activeWeekday } }[event.key];
    const step = arrowStep ?? weekSteps;
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    isMovedByKey.current = true;
    setActiveDay(activeDayAfter(step));
  };
  const turnProps = (step: Step) => ({
    disabled: activeDayAfter(step) === activeDay,
    onClick: () => setActiveDay(activeDayAfter(step)),
  });
  const month = monthAndYear(activeDay, calendar);
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
          <IconAction title={t('days.previousYear')} {...turnProps({ years: -1 })}>
            <DoubleRight fontSize="small" />
          </IconAction>
          <IconAction title={t('days.previousMonth')} {...turnProps({ months: -1 })}>
            <ChevronRight fontSize="small" />
          </IconAction>
        </Box>
        <Typography aria-live="polite" sx={{ fontWeight: 600, textAlign: 'center' }}>
          <bdi>{month}</bdi>
        </Typography>
        <Box sx={{ whiteSpace: 'nowrap' }}>
          <IconAction title={t('days.nextMonth')} {...turnProps({ months: 1 })}>
            <ChevronLeft fontSize="small" />
          </IconAction>
          <IconAction title={t('days.nextYear')} {...turnProps({ years: 1 })}>
            <DoubleLeft fontSize="small" />
          </IconAction>
        </Box>
      </Stack>
      <Box
        component="table"
        role="grid"
        aria-label={month}
        ref={grid}
        onKeyDown={handleKey}
        sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', '& td, & th': { p: 0 } }}
      >
        <thead>
          <tr>
            {buildWeek(today).map((weekDay) => (
              <th key={weekDay} scope="col" abbr={formatWeekday(weekDay)}>
                <SecondaryText
                  component="span"
                  variant="caption"
                  aria-label={formatWeekday(weekDay)}
                  role="img"
                >
                  {formatWeekday(weekDay, 'weekdayLetter')}
                </SecondaryText>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buildMonthGrid(activeDay, calendar).map((week, index) => (
            <tr key={week.find(Boolean) ?? index}>
              {week.map((cellDay, column) => (
                <td key={cellDay || column} aria-selected={cellDay !== '' && cellDay === day}>
                  {cellDay === '' ? (
                    <Box sx={{ height: 44 }} />
                  ) : (
                    <DayButton
                      day={cellDay}
                      calendar={calendar}
                      isChosen={cellDay === day}
                      isActive={cellDay === activeDay}
                      isToday={cellDay === today}
                      isDisabled={cellDay < min || cellDay > max}
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
        <Button disabled={clamp(today) !== today} onClick={() => onChoose(today)}>
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
  /** Tab reaches only this day of the month. */
  isActive: boolean;
  isToday: boolean;
  isDisabled: boolean;
  onChoose: (day: string) => void;
}

function DayButton({ day, calendar, isChosen, isActive, isToday, isDisabled, onChoose }: DayButtonProps) {
  const isWeekend = useWeekendDays().includes(weekdayIndex(day));
  const otherCalendar = calendar === 'gregory' ? 'islamic-umalqura' : 'gregory';
  const fullLabel = t('days.whole', {
    weekday: formatWeekday(day),
    hijri: hijriDate(day),
    gregorian: gregorianDate(day),
  });
  return (
    <ButtonBase
      disabled={isDisabled}
      tabIndex={isActive ? 0 : -1}
      aria-label={isWeekend ? `${fullLabel}${t('ui.comma')}${t('days.weekend')}` : fullLabel}
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
        {dateParts(day, calendar).day}
      </Box>
      <Box component="span" className="figure" sx={{ fontSize: '0.75rem' }}>
        {dateParts(day, otherCalendar).day}
      </Box>
    </ButtonBase>
  );
}

const buildWeek = (day: string): string[] =>
  Array.from({ length: 7 }, (_, column) => addStep(day, { days: column - weekdayIndex(day) }, 'gregory'));

/** Every month has six weeks, so that the height stays the same. Days of other months are empty. */
function buildMonthGrid(day: string, calendar: CalendarName): string[][] {
  const days = daysOfMonth(day, calendar);
  const leadingBlanks = weekdayIndex(days[0] ?? day);
  return Array.from({ length: 6 }, (_row, week) =>
    Array.from({ length: 7 }, (_cell, column) => days[week * 7 + column - leadingBlanks] ?? ''),
  );
}
