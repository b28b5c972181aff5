import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import { Box, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { gregorianDate, hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { ListPopover } from '../page/ListPopover';
import { SecondaryText } from '../page/SecondaryText';
import { LaterPart } from '../page/LaterPart';
import { later } from '../page/later';
import { isDay, readDay } from './days';

/** In pixels: the place to open is computed before the calendar is rendered. */
const calendarHeight = 440;
const DayCalendar = later(() => import('./DayCalendar'));

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty; with `isEager` also an invalid text. */
  value: string;
  problem?: ReactNode;
  helperText?: string;
  /** A note about the day, which does not make it invalid. */
  note?: string;
  /** The first and the last day that can be chosen. */
  min?: string;
  max?: string;
  /** The message for a day after `max`; by default it names the last day. */
  tooLate?: string;
  isRequired?: boolean;
  /** It cannot be empty: leaving it empty restores the day. */
  isKept?: boolean;
  /** Reports every change, also an empty or invalid text; the caller shows what is wrong. */
  isEager?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (day: string) => void;
  onBlur?: () => void;
}

const shownAs = (value: string) => (isDay(value) ? gregorianDate(value) : value);

/** A day with both calendars and its day of the week: typed in either, or picked in a calendar. */
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
  const today = useToday();
  const readText = (typed: string) => readDay(typed, isDay(value) ? value : today);
  const read = readText(text);
  const isEmpty = text.trim() === '';

  /** Reports a day, an empty text, or (if `isEager`) an invalid text. */
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
    // If more digits could still make another day, it is reported when the field is left.
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
        <LaterPart fallback={<Box sx={{ height: calendarHeight }} />}>
          <DayCalendar
            day={read?.day ?? (isDay(value) ? value : '')}
            min={min}
            max={max}
            canClear={!isKept && !isEmpty}
            onChoose={choose}
          />
        </LaterPart>
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

/** The problem that the field itself finds; empty for none. */
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

/** The day of the week and the Hijri date, and notes about the day. */
function DayHint({ day, note, helperText }: DayHintProps) {
  const ofWeek = day && t('days.ofWeek', { weekday: formatWeekday(day), hijri: hijriDate(day) });
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
