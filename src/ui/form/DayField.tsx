import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import { Box, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { type KeyboardEvent, lazy, type ReactNode, type Ref, Suspense, useId, useState } from 'react';
import {
  dateInZone,
  defaultTimeZone,
  gregorianDate,
  hijriDate,
  weekday,
} from '../../../contract/rules/hijri';
import { t } from '../../i18n/text';
import { ListPopover } from '../dialog/ListPopover';
import { SecondaryText } from '../page/SecondaryText';
import { isDay, readDay } from './days';

/** In pixels: where it opens is reckoned before the calendar is there. */
const calendarHeight = 440;
const DayCalendar = lazy(() => import('./DayCalendar'));

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty; with `isEager` also what was typed and is no day. */
  value: string;
  problem?: ReactNode;
  helperText?: string;
  /** What is to be known of the day, and does not forbid it. */
  note?: string;
  /** The first and the last day that can be chosen. */
  min?: string;
  max?: string;
  /** The problem shown for a day after `max`; by default which day is the last. */
  tooLate?: string;
  isRequired?: boolean;
  /** It cannot be emptied: leaving it empty brings back the day. */
  isKept?: boolean;
  /** All that is typed is told, also nothing, and a text that is no day: who uses it says what is wrong. */
  isEager?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (day: string) => void;
  onBlur?: () => void;
}

const shownAs = (value: string) => (isDay(value) ? gregorianDate(value) : value);

/** A day in both calendars, with its day of the week: typed in either, or picked from the calendar that opens. */
export function DayField({
  label,
  value,
  problem = '',
  helperText = '',
  note = '',
  min = '1900-01-01',
  max = '2999-12-31',
  tooLate = '',
  isRequired = false,
  isKept = false,
  isEager = false,
  inputRef,
  onChange,
  onBlur,
}: DayFieldProps) {
  const labelId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [text, setText] = useState(() => shownAs(value));
  const [lastValue, setLastValue] = useState(value);
  const [told, setTold] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(true);
  // The value changed outside of the field: back, forward, or "clear filters".
  if (value !== lastValue) {
    setLastValue(value);
    setTold(null);
    if (value !== told) setText(shownAs(value));
  }
  const [deviceDay] = useState(() => dateInZone(new Date(), defaultTimeZone));
  const readText = (typed: string) => readDay(typed, isDay(value) ? value : deviceDay);
  const read = readText(text);
  const isEmpty = text.trim() === '';

  /** Tells a day, nothing, or (to who wants all) a text that is no day. */
  const tell = (change: string) => {
    const isFit = change === '' ? !isKept : isDay(change) && min <= change && change <= max;
    if ((!isEager && !isFit) || change === value) return;
    setTold(change);
    onChange(change);
  };
  const type = (typed: string) => {
    setText(typed);
    setIsLeft(false);
    const found = readText(typed);
    // What more digits may still make another day is told once the field is left.
    tell(found?.isWhole ? found.day : typed.trim());
  };
  const leave = () => {
    setIsLeft(true);
    if (isEmpty && isKept) setText(shownAs(value));
    if (!read) return;
    setText(shownAs(read.day));
    tell(read.day);
  };
  const choose = (day: string) => {
    setText(shownAs(day));
    setIsLeft(true);
    tell(day);
    setAnchor(null);
  };
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') leave();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setAnchor(event.currentTarget);
  };
  const wrong = problem || ownProblem({ text, day: read?.day, min, max, tooLate, isLeft });
  return (
    <>
      <TextField
        label={label}
        value={text}
        required={isRequired}
        error={Boolean(wrong)}
        helperText={
          wrong || ((read || helperText) && <DayHint day={read?.day} note={note} helperText={helperText} />)
        }
        inputRef={inputRef}
        onChange={({ target }) => type(target.value)}
        onBlur={() => {
          leave();
          onBlur?.();
        }}
        slotProps={{
          inputLabel: { shrink: true, id: labelId },
          htmlInput: { maxLength: 40, autoComplete: 'off', onKeyDown: pressKey },
          formHelperText: { component: 'div' },
          input: {
            endAdornment: (
              <InputAdornment position="end" sx={{ marginInlineStart: 0 }}>
                <Tooltip title={t('days.open')}>
                  <IconButton
                    edge="end"
                    aria-label={t('days.open')}
                    aria-describedby={labelId}
                    aria-haspopup="dialog"
                    onClick={({ currentTarget }) => setAnchor(currentTarget)}
                  >
                    <CalendarMonth fontSize="small" />
                  </IconButton>
                </Tooltip>
              </InputAdornment>
            ),
          },
        }}
      />
      <ListPopover
        title={t('days.title', { label })}
        anchor={anchor}
        width={344}
        onClose={() => setAnchor(null)}
      >
        <Suspense fallback={<Box sx={{ height: calendarHeight }} />}>
          <DayCalendar
            day={read?.day ?? (isDay(value) ? value : '')}
            min={min}
            max={max}
            canClear={!isKept && !isEmpty}
            onChoose={choose}
          />
        </Suspense>
      </ListPopover>
    </>
  );
}

interface Typed {
  text: string;
  day: string | undefined;
  min: string;
  max: string;
  tooLate: string;
  isLeft: boolean;
}

/** What the field itself finds wrong; empty for nothing. */
function ownProblem({ text, day, min, max, tooLate, isLeft }: Typed): string {
  if (day === undefined) return isLeft && text.trim() !== '' ? t('days.notRead') : '';
  if (day > max) return tooLate || t('days.tooLate', { date: gregorianDate(max) });
  return day < min ? t('days.tooEarly', { date: gregorianDate(min) }) : '';
}

interface DayHintProps {
  day: string | undefined;
  note: string;
  helperText: string;
}

/** The day of the week and the Hijri date, and what else there is to know of it. */
function DayHint({ day, note, helperText }: DayHintProps) {
  const ofWeek = day && t('days.ofWeek', { weekday: weekday(day), hijri: hijriDate(day) });
  return (
    <>
      {ofWeek && <bdi>{note ? `${ofWeek} · ${note}` : ofWeek}</bdi>}
      {helperText && (
        <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
          {helperText}
        </SecondaryText>
      )}
    </>
  );
}
