import { Box, type Theme, Typography } from '@mui/material';
import type { Holiday } from '../../../contract/calendar';
import { isMeetingWeekday } from '../../../contract/rules/calendar';
import { buildDay, dateParts, daysOfMonth, weekdayIndex } from '../../../contract/rules/days';
import { formatWeekday, gregorianDate, hijriDate, monthAndYear } from '../../../contract/rules/hijri';
import { findTerm, type Term } from '../../../contract/rules/terms';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';

interface YearMonthsProps {
  year: number;
  today: string;
  terms: readonly Term[];
  weekend: readonly number[];
  holidays: readonly Holiday[];
}

const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** A picture of the year. The list beside it has all days as text, so screen readers skip the picture. */
export function YearMonths({ year, ...days }: YearMonthsProps) {
  return (
    <Box aria-hidden>
      <Legend hasTerms={days.terms.length > 0} />
      <Box sx={monthsGrid}>
        {months.map((month) => {
          const first = buildDay('islamic-umalqura', year, month, 1);
          return first === null ? null : <Month key={month} first={first} {...days} />;
        })}
      </Box>
    </Box>
  );
}

const monthsGrid = {
  display: 'grid',
  gap: { xs: 2, sm: 2.5 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(10.5rem, 1fr))' },
};

const legendKinds = ['holiday', 'suspended', 'outside', 'weekend', 'today'] as const;

const Legend = ({ hasTerms }: { hasTerms: boolean }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 2 }}>
    {legendKinds
      .filter((kind) => kind !== 'outside' || hasTerms)
      .map((kind) => (
        <Box key={kind} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="span" sx={[dayStyle, { width: 20, height: 20, flex: 'none' }]} data-day={kind} />
          <SecondaryText component="span" variant="caption">
            {t(`calendar.legend.${kind}`)}
          </SecondaryText>
        </Box>
      ))}
  </Box>
);

type MonthProps = Omit<YearMonthsProps, 'year'> & { first: string };

function Month({ first, today, terms, weekend, holidays }: MonthProps) {
  const days = daysOfMonth(first, 'islamic-umalqura');
  const last = days.at(-1) ?? first;
  const gregorian = [...new Set([first, last].map((day) => monthAndYear(day, 'gregory')))];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" sx={{ fontWeight: 600, lineHeight: 1.5 }}>
        <bdi>{monthAndYear(first, 'islamic-umalqura')}</bdi>
      </Typography>
      <SecondaryText component="div" variant="caption" sx={{ mb: 0.5 }} noWrap>
        <bdi>{gregorian.join(' – ')}</bdi>
      </SecondaryText>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', gap: '2px' }}>
        {weekdayLetters(first).map((letter, index) => (
          <SecondaryText
            key={index}
            component="span"
            variant="caption"
            sx={{ textAlign: 'center', fontSize: '0.6875rem' }}
          >
            {letter}
          </SecondaryText>
        ))}
        {days.map((day, index) => {
          const holiday = holidays.find(({ from, to }) => from <= day && day <= to);
          const isOutside = terms.length > 0 && findTerm(terms, day) === undefined;
          const isWeekend = !isMeetingWeekday([], day, weekend);
          const kind = holiday?.kind ?? (isOutside ? 'outside' : isWeekend ? 'weekend' : 'plain');
          return (
            <Box
              key={day}
              component="span"
              className="figure"
              data-day={kind}
              data-today={day === today ? '' : undefined}
              title={describeDay(day, holiday)}
              sx={[dayStyle, index === 0 && { gridColumnStart: weekdayIndex(day) + 1 }]}
            >
              {dateParts(day, 'islamic-umalqura').day}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function describeDay(day: string, holiday: Holiday | undefined): string {
  const text = t('days.whole', {
    weekday: formatWeekday(day),
    hijri: hijriDate(day),
    gregorian: gregorianDate(day),
  });
  return holiday ? `${text} · ${holiday.name}` : text;
}

/** Sunday first, as in the calendar of a date field. */
const weekdayLetters = (day: string): string[] =>
  Array.from({ length: 7 }, (_, index) => {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - weekdayIndex(day) + index);
    return formatWeekday(date.toISOString().slice(0, 10), 'weekdayLetter');
  });

const dayStyle = ({ colours }: Theme) => ({
  display: 'grid',
  placeItems: 'center',
  minWidth: 0,
  height: 28,
  borderRadius: 1,
  fontSize: '0.8125rem',
  lineHeight: 1,
  '&[data-day="holiday"]': {
    backgroundColor: 'primary.main',
    color: 'primary.contrastText',
    fontWeight: 700,
  },
  '&[data-day="suspended"]': {
    backgroundColor: 'warning.main',
    color: 'warning.contrastText',
    fontWeight: 700,
  },
  '&[data-day="outside"]': {
    color: 'text.secondary',
    background: `repeating-linear-gradient(135deg, ${colours.sunken} 0 4px, ${colours.hairline} 4px 5px)`,
  },
  '&[data-day="weekend"]': { color: 'text.secondary', backgroundColor: colours.sunken },
  '&[data-today], &[data-day="today"]': { boxShadow: `inset 0 0 0 2px ${colours.accent}` },
});
