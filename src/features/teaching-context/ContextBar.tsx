import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Search from '@mui/icons-material/Search';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { gregorianDate, hijriDate, hijriParts, formatWeekday } from '../../../contract/rules/hijri';
import { daysAfter } from '../../../contract/rules/retention';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { SearchField } from '../../ui/list/SearchField';
import { IconAction } from '../../ui/page/IconAction';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { NewDayQuestion } from './NewDayQuestion';
import type { DayChoice } from './useDay';
import { TodayButton } from './TodayButton';
import type { TeachingContext } from './useTeachingContext';

const loadDialog = () => import('./ContextDialog');
const ContextDialog = lazyDialog(loadDialog);

interface ContextBarProps {
  context: TeachingContext;
  search?: { q: string; onSearch: (q: string) => void; key?: number } | undefined;
}

export function ContextBar({ context, search }: ContextBarProps) {
  const { day, names } = context;
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  // A choice that still loads reserves its space, so that nothing moves.
  const isChosen = context.isLoading || names.length > 0;
  const isSearchShown = search !== undefined && isChosen && (!isPhone || isSearching || search.q !== '');
  const field = search && (
    <SearchField
      key={search.key}
      label={t('teaching.searchStudent')}
      q={search.q}
      onSearch={search.onSearch}
    />
  );
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
        <ContextChip context={context} onOpen={() => setIsOpen(true)} />
        {day && isChosen && <DaySteps day={day} />}
        {search && isChosen && isPhone && (
          <IconAction
            title={t('teaching.searchStudent')}
            aria-expanded={isSearchShown}
            onClick={() => setIsSearching(!isSearching)}
          >
            <Search />
          </IconAction>
        )}
        {isSearchShown && !isPhone && (
          <Box sx={{ flex: '1 1 11rem', maxWidth: 260, minWidth: '8rem', marginInlineStart: 'auto' }}>
            {field}
          </Box>
        )}
      </Box>
      {isSearchShown && isPhone && <Box sx={{ mt: 1 }}>{field}</Box>}
      {day && <NewDayQuestion newDay={day.newDay} />}
      {isOpen && <ContextDialog context={context} onClose={() => setIsOpen(false)} />}
    </Box>
  );
}

function ContextChip({ context, onOpen }: { context: TeachingContext; onOpen: () => void }) {
  const { names, day, note, isLoading } = context;
  const isChosen = isLoading || names.length > 0;
  const chosen = isLoading ? t('ui.loading') : names.join(' · ');
  const date = day && isChosen ? shortDay(day) : '';
  const bothCalendars =
    day && `${hijriDate(day.date)} · ${t('ui.gregorian', { date: gregorianDate(day.date) })}`;
  return (
    <Button
      variant={isChosen ? 'outlined' : 'contained'}
      aria-haspopup="dialog"
      aria-label={
        isChosen
          ? t('teaching.context', { names: [chosen, date, note].filter(Boolean).join(' · ') })
          : t('teaching.chooseSubject')
      }
      title={[chosen, bothCalendars].filter(Boolean).join('\n')}
      endIcon={<ExpandMore />}
      onClick={onOpen}
      onPointerEnter={() => void loadDialog()}
      sx={isChosen ? chipStyle : { flex: { xs: 1, sm: 'none' } }}
    >
      {isChosen ? (
        <Box component="span" aria-hidden sx={chipContent}>
          <Typography
            component="bdi"
            noWrap
            sx={{ flex: { xs: 'none', sm: 1 }, fontWeight: 600, fontSize: 'inherit', minWidth: 0 }}
          >
            {isLoading ? <Skeleton sx={{ width: { xs: '100%', sm: '80%' } }} /> : chosen}
          </Typography>
          {date && (
            <Typography
              component="span"
              noWrap
              sx={{ ...dayStyle, ...(day?.date !== day?.today || note ? unusualDay : {}) }}
            >
              <bdi>{date}</bdi>
              {note && <span>{note}</span>}
            </Typography>
          )}
        </Box>
      ) : (
        t('teaching.chooseSubject')
      )}
    </Button>
  );
}

/** On a wide screen the width must not depend on the names, because names load later. */
const chipStyle = {
  minWidth: 0,
  minHeight: 40,
  flex: { xs: '1 1 0', sm: '1 1 24rem' },
  maxWidth: { sm: '32rem' },
  px: { xs: 1, sm: 1.5 },
  py: { xs: 0.25, sm: 0.5 },
  color: 'text.primary',
  borderColor: 'divider',
  backgroundColor: 'background.paper',
  justifyContent: 'space-between',
  textAlign: 'start',
  lineHeight: 1.5,
  '& .MuiButton-endIcon': {
    display: { xs: 'none', sm: 'inherit' },
    color: 'text.secondary',
    marginInlineStart: '4px',
  },
};

const chipContent = {
  flex: 1,
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  alignItems: { xs: 'stretch', sm: 'baseline' },
  columnGap: 1.5,
  minWidth: 0,
  overflow: 'hidden',
};

const dayStyle = {
  flexShrink: 0,
  display: { xs: 'block', sm: 'flex' },
  flexDirection: 'row-reverse',
  fontSize: { xs: '0.75rem', sm: 'inherit' },
  lineHeight: 'inherit',
  color: 'text.secondary',
  whiteSpace: { xs: 'nowrap', sm: 'pre' },
  '& > span::before': { content: { xs: '" · "', sm: 'none' } },
  '& > span::after': { content: { xs: 'none', sm: '" · "' } },
};
const unusualDay = { color: 'warning.main', fontWeight: 600 };

/** The year appears only if it is not the current year. */
function shortDay({ date, today }: DayChoice): string {
  const isThisYear = hijriParts(date).year === hijriParts(today).year;
  return t('days.ofWeek', {
    weekday: formatWeekday(date),
    hijri: isThisYear ? hijriDate(date).replace(/ \d+ \S+$/, '') : hijriDate(date),
  });
}

/** A phone shows "back to today" in the day chooser, because the bar has no space. */
function DaySteps({ day }: { day: DayChoice }) {
  const { date, today, setDate } = day;
  return (
    <Box sx={{ display: 'flex', flexShrink: 0, alignItems: 'center' }}>
      <IconAction title={t('days.previousDay')} onClick={() => setDate(daysAfter(date, -1))}>
        <ChevronRight />
      </IconAction>
      <IconAction
        title={t('days.nextDay')}
        disabled={date >= today}
        onClick={() => setDate(daysAfter(date, 1))}
      >
        <ChevronLeft />
      </IconAction>
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        <TodayButton day={day} />
      </Box>
    </Box>
  );
}
