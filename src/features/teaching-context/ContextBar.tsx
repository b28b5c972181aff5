import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Search from '@mui/icons-material/Search';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import {
  gregorianDate,
  hijriDate,
  hijriDateWithoutYear,
  hijriParts,
  formatWeekday,
} from '../../../contract/rules/hijri';
import { daysAfter } from '../../../contract/rules/retention';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { SearchField } from '../../ui/list/SearchField';
import { IconAction } from '../../ui/page/IconAction';
import { useIsPhone } from '../../ui/page/useIsPhone';
import { NewDayQuestion } from './NewDayQuestion';
import type { DayChoice } from './useDay';
import { TodayButton } from './TodayButton';
import type { Progress, StudentSearch } from './useStudentSearch';
import type { TeachingContext } from './useTeachingContext';

const loadDialog = () => import('./ContextDialog');
const ContextDialog = lazyDialog(loadDialog);

interface ContextBarProps {
  context: TeachingContext;
  search?: StudentSearch | undefined;
  progress?: Progress | null;
}

export function ContextBar({ context, search, progress = null }: ContextBarProps) {
  const { day } = context;
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const isChosen = isContextChosen(context);
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
        <ContextChip context={context} progress={progress} onOpen={() => setIsOpen(true)} />
        {!isPhone && day && isChosen && <DaySteps day={day} />}
        {!isPhone && search && isChosen && (
          <Box sx={{ flex: '1 10 11rem', maxWidth: 260, minWidth: '8rem', marginInlineStart: 'auto' }}>
            <StudentSearchField search={search} />
          </Box>
        )}
      </Box>
      {isPhone && search && isChosen && (search.isOpen || search.q !== '') && <PhoneSearch search={search} />}
      {day && <NewDayQuestion newDay={day.newDay} />}
      {isOpen && <ContextDialog context={context} onClose={() => setIsOpen(false)} />}
    </Box>
  );
}

/** A choice that still loads counts, because it reserves its space. */
export const isContextChosen = ({ isLoading, names }: TeachingContext) => isLoading || names.length > 0;

function StudentSearchField({ search: { key, q, onSearch } }: { search: StudentSearch }) {
  const text = useStudentText();
  return <SearchField key={key} label={text('teaching.searchStudent')} q={q} onSearch={onSearch} />;
}

/** Takes the focus if «⋯» has opened it. Leaving the empty field closes it. */
function PhoneSearch({ search }: { search: StudentSearch }) {
  const { isOpen, close } = search;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const closeIfEmpty = ({ target }: FocusEvent<HTMLElement>) => {
    if (target instanceof HTMLInputElement && target.value === '') close();
  };
  return (
    <Box ref={box} onBlur={closeIfEmpty} sx={{ mt: 1 }}>
      <StudentSearchField search={search} />
    </Box>
  );
}

interface ContextChipProps {
  context: TeachingContext;
  progress: Progress | null;
  onOpen: () => void;
}

/** Two lines: circle or subject with a note about the day and the progress, then batch and day. */
function ContextChip({ context, progress, onOpen }: ContextChipProps) {
  const { names, day, note, isLoading } = context;
  const isChosen = isContextChosen(context);
  const chosen = isLoading ? t('ui.loading') : names.join(' · ');
  const date = day && isChosen ? shortDay(day) : '';
  const bothCalendars =
    day && `${hijriDate(day.date)} · ${t('ui.gregorian', { date: gregorianDate(day.date) })}`;
  const label = [chosen, date, note, progress && t('teaching.doneOf', { ...progress })];
  return (
    <Button
      variant={isChosen ? 'outlined' : 'contained'}
      aria-haspopup="dialog"
      aria-label={
        isChosen
          ? t('teaching.context', { names: label.filter(Boolean).join(' · ') })
          : t('teaching.chooseSubject')
      }
      title={[chosen, bothCalendars].filter(Boolean).join('\n')}
      endIcon={<ExpandMore />}
      onClick={onOpen}
      onPointerEnter={() => void loadDialog()}
      sx={isChosen ? chipStyle : { flex: { xs: 1, sm: 'none' } }}
    >
      {isChosen ? (
        <Box component="span" aria-hidden sx={{ flex: 1, minWidth: 0 }}>
          <Box component="span" sx={lineStyle}>
            <Typography component="bdi" noWrap sx={{ flex: 1, fontWeight: 600, fontSize: '0.9375rem' }}>
              {isLoading ? <Skeleton sx={{ width: '60%' }} /> : firstLine(names)}
            </Typography>
            {note && (
              <Typography component="span" noWrap sx={noteStyle}>
                {note}
              </Typography>
            )}
            {(progress ?? day) && (
              <Typography
                component="bdi"
                noWrap
                sx={{ ...countStyle, ...(progress && isFinished(progress) && finished) }}
              >
                {progress && t('teaching.ofTotal', { ...progress })}
              </Typography>
            )}
          </Box>
          <Box component="span" sx={{ ...lineStyle, ...secondLineStyle }}>
            {isLoading ? <Skeleton sx={{ width: '80%' }} /> : <BatchName name={batchName(names)} />}
            {date && (
              <Box
                component="bdi"
                sx={{ ...dateStyle, ...(day?.date !== day?.today || note ? unusualDay : {}) }}
              >
                {date}
              </Box>
            )}
          </Box>
        </Box>
      ) : (
        t('teaching.chooseSubject')
      )}
    </Button>
  );
}

/** The circle stands before its subject, because a narrow chip cuts the end. */
const firstLine = (names: readonly string[]) =>
  names.length > 1 ? names.slice(0, -1).toReversed().join(' · ') : (names[0] ?? '');
const batchName = (names: readonly string[]) => (names.length > 1 ? (names.at(-1) ?? '') : '');
const isFinished = ({ done, total }: Progress) => total > 0 && done === total;

/** A narrow chip cuts the middle of the name, because the year at its end tells batches apart. */
function BatchName({ name }: { name: string }) {
  if (name === '') return null;
  const tailIndex = name.lastIndexOf(' ') + 1;
  return (
    <Box component="span" sx={{ display: 'flex', flex: 1, minWidth: 0, overflow: 'hidden' }}>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {name.slice(0, tailIndex)}
      </Box>
      <span>{name.slice(tailIndex)}</span>
    </Box>
  );
}

/**
 * On a wide screen the width must not depend on the names, because names load later. A shrink factor below 1 would let
 * a chip without a search field overflow.
 */
const chipStyle = {
  minWidth: 0,
  minHeight: 48,
  flex: { xs: '1 1 0', sm: '1 4 24rem' },
  maxWidth: { sm: '32rem' },
  px: { xs: 1, sm: 1.5 },
  py: 0.25,
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

const lineStyle = { display: 'flex', alignItems: 'baseline', gap: 1, minWidth: 0 };
const secondLineStyle = { fontSize: '0.75rem', color: 'text.secondary', whiteSpace: 'pre' };
/** The width is reserved, so that the note does not move when the count arrives. */
const countStyle = {
  flexShrink: 0,
  minWidth: 64,
  textAlign: 'end',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  color: 'text.secondary',
} as const;
const finished = { color: 'success.main', fontWeight: 600 };
const noteStyle = { flexShrink: 0, fontSize: '0.75rem', fontWeight: 600, color: 'warning.main' };
const dateStyle = { flexShrink: 0, marginInlineStart: 'auto' };
const unusualDay = { color: 'warning.main', fontWeight: 600 };

/** The year appears only if it is not the current year. */
function shortDay({ date, today }: DayChoice): string {
  const isThisYear = hijriParts(date).year === hijriParts(today).year;
  return t('days.ofWeek', {
    weekday: formatWeekday(date),
    hijri: isThisYear ? hijriDateWithoutYear(date) : hijriDate(date),
  });
}

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
      <TodayButton day={day} />
    </Box>
  );
}

/** A phone has the search and the day steps behind «⋯», because the chip needs the width. */
export function ContextTools({ context, search }: Pick<ContextBarProps, 'context' | 'search'>) {
  const { day } = context;
  const text = useStudentText();
  if (!useIsPhone() || !isContextChosen(context)) return null;
  return (
    <>
      {search && (
        <Button startIcon={<Search />} onClick={search.open}>
          {text('teaching.searchStudent')}
        </Button>
      )}
      {day && (
        <>
          <Button startIcon={<ChevronRight />} onClick={() => day.setDate(daysAfter(day.date, -1))}>
            {t('days.previousDay')}
          </Button>
          {day.date < day.today && (
            <Button startIcon={<ChevronLeft />} onClick={() => day.setDate(daysAfter(day.date, 1))}>
              {t('days.nextDay')}
            </Button>
          )}
        </>
      )}
    </>
  );
}
