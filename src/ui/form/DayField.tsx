import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined';
import { Box, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { gregorianDate, hijriDate, formatWeekday } from '../../../contract/rules/hijri';
import { useToday } from '../../dataProvider/useInstitute';
import { t } from '../../i18n/text';
import { ListPopover } from '../page/ListPopover';
import { SecondaryText } from '../page/SecondaryText';
import { LazyBoundary } from '../page/LazyBoundary';
import { lazyComponent } from '../page/lazyComponent';
import { isDay, readDay } from '../../../contract/rules/days';

/** Pixels. MUI computes the position before the calendar is rendered. */
const calendarHeight = 440;
const DayCalendar = lazyComponent(() => import('./DayCalendar'));

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD` or empty. With `isEager` it can also be an invalid text. */
  value: string;
  problem?: ReactNode;
  helperText?: string;
  /** A hint. The day stays valid. */
  note?: string;
  min?: string;
  max?: string;
  /** Replaces the message for a day after `max`. */
  tooLateMessage?: string;
  isRequired?: boolean;
  /** An empty field restores its day on blur. */
  isNeverEmpty?: boolean;
  /** Also reports empty and invalid texts. The parent shows the error. */
  isEager?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (day: string) => void;
  onBlur?: () => void;
}

/** The Hijri day, or the Gregorian one if the field could not read its own text back. */
function displayText(value: string): string {
  if (!isDay(value)) return value;
  const hijri = hijriDate(value);
  return readDay(hijri, value)?.day === value ? hijri : gregorianDate(value);
}

export function DayField({
  label,
  value,
  problem = '',
  helperText = '',
  note = '',
  min = '1900-01-01',
  max = '2999-12-31',
  tooLateMessage = '',
  isRequired = false,
  isNeverEmpty = false,
  isEager = false,
  inputRef,
  onChange,
  onBlur,
}: DayFieldProps) {
  const labelId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [text, setText] = useState(() => displayText(value));
  const [lastValue, setLastValue] = useState(value);
  const [reported, setReported] = useState<string | null>(null);
  const [isBlurred, setIsBlurred] = useState(true);
  // Back, Forward or "clear filters" changed the value.
  if (value !== lastValue) {
    setLastValue(value);
    setReported(null);
    if (value !== reported) setText(displayText(value));
  }
  const today = useToday();
  const parseText = (typed: string) => readDay(typed, isDay(value) ? value : today);
  const parsed = parseText(text);
  const isEmpty = text.trim() === '';

  const report = (change: string) => {
    const isAllowed = change === '' ? !isNeverEmpty : isDay(change) && min <= change && change <= max;
    if ((!isEager && !isAllowed) || change === value) return;
    setReported(change);
    onChange(change);
  };
  const handleTyping = (typed: string) => {
    setText(typed);
    setIsBlurred(false);
    const typedDay = parseText(typed);
    // More digits may change an incomplete day, so the field reports it on blur.
    report(typedDay?.isComplete ? typedDay.day : typed.trim());
  };
  const handleBlur = () => {
    setIsBlurred(true);
    if (isEmpty && isNeverEmpty) setText(displayText(value));
    if (!parsed) return;
    setText(displayText(parsed.day));
    report(parsed.day);
  };
  const choose = (day: string) => {
    setText(displayText(day));
    setIsBlurred(true);
    report(day);
    setAnchor(null);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') handleBlur();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setAnchor(event.currentTarget);
  };
  const errorText = problem || findProblem({ text, day: parsed?.day, min, max, tooLateMessage, isBlurred });
  return (
    <>
      <TextField
        label={label}
        value={text}
        required={isRequired}
        error={Boolean(errorText)}
        helperText={
          errorText ||
          ((parsed || helperText) && <DayHint day={parsed?.day} note={note} helperText={helperText} />)
        }
        inputRef={inputRef}
        onChange={({ target }) => handleTyping(target.value)}
        onBlur={() => {
          handleBlur();
          onBlur?.();
        }}
        slotProps={{
          inputLabel: { shrink: true, id: labelId },
          htmlInput: { maxLength: 40, autoComplete: 'off', onKeyDown: handleKey },
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
        <LazyBoundary fallback={<Box sx={{ height: calendarHeight }} />}>
          <DayCalendar
            day={parsed?.day ?? (isDay(value) ? value : '')}
            min={min}
            max={max}
            canClear={!isNeverEmpty && !isEmpty}
            onChoose={choose}
          />
        </LazyBoundary>
      </ListPopover>
    </>
  );
}

interface TypedDay {
  text: string;
  day: string | undefined;
  min: string;
  max: string;
  tooLateMessage: string;
  isBlurred: boolean;
}

function findProblem({ text, day, min, max, tooLateMessage, isBlurred }: TypedDay): string {
  if (day === undefined) return isBlurred && text.trim() !== '' ? t('days.notRead') : '';
  if (day > max) return tooLateMessage || t('days.tooLate', { date: displayText(max) });
  return day < min ? t('days.tooEarly', { date: displayText(min) }) : '';
}

interface DayHintProps {
  day: string | undefined;
  note: string;
  helperText: string;
}

function DayHint({ day, note, helperText }: DayHintProps) {
  const otherDate =
    day && t('days.gregorianOfWeek', { weekday: formatWeekday(day), gregorian: gregorianDate(day) });
  return (
    <>
      {otherDate && <bdi>{note ? `${otherDate} · ${note}` : otherDate}</bdi>}
      {helperText && (
        <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
          {helperText}
        </SecondaryText>
      )}
    </>
  );
}
