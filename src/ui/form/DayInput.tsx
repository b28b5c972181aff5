import {
  useInput,
  useResourceContext,
  useTranslateLabel,
  ValidationError,
  type Validator,
} from 'react-admin';
import { isDay } from '../../../contract/rules/days';
import { t } from '../../i18n/text';
import { DayField } from './DayField';

interface DayInputProps {
  source: string;
  validate?: Validator[];
  /** A hint beside a valid day. */
  findNote?: (day: string) => string;
  max?: string;
}

/** Accepts an empty text, but no invalid day. */
export function DayInput({ source, validate = [], findNote, max }: DayInputProps) {
  const resource = useResourceContext();
  const translateLabel = useTranslateLabel();
  const validateDay = (day: unknown) => (day && !isDay(String(day)) ? t('days.notRead') : undefined);
  const { field, fieldState } = useInput({ source, validate: [validateDay, ...validate] });
  const message = fieldState.error?.message;
  const day = String(field.value ?? '');
  return (
    <DayField
      label={String(translateLabel({ source, resource }))}
      value={day}
      isEager
      problem={message && <ValidationError error={message} />}
      {...(findNote && isDay(day) && { note: findNote(day) })}
      {...(max && { max })}
      inputRef={field.ref}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
