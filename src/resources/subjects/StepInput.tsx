import { TextField, type TextFieldProps } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { useController } from 'react-hook-form';
import { foldDigits } from '../../../contract/rules/arabicText';

interface StepInputProps {
  name: string;
  label?: string;
  ariaLabel?: string;
  step: number;
  min: number;
  max: number;
  helperText?: string;
  validate?: (value: unknown) => string | undefined;
  isLocked?: boolean;
  sx?: TextFieldProps['sx'];
}

/** Accepts digits of any script; the arrow keys change the number by `step`. */
export function StepInput(props: StepInputProps) {
  const { name, label, ariaLabel, step, min, max, helperText, validate, isLocked = false, sx } = props;
  const { field, fieldState } = useController({ name, rules: validate ? { validate } : {} });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    field.onChange(stepValue(field.value, event.key === 'ArrowUp' ? 1 : -1, { step, min, max }));
  };
  const value = field.value as number | string | null;
  return (
    <TextField
      name={field.name}
      inputRef={field.ref}
      label={label}
      value={value ?? ''}
      onChange={(event) => field.onChange(parseTypedNumber(event.target.value))}
      onBlur={field.onBlur}
      onKeyDown={onKeyDown}
      disabled={isLocked}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? helperText}
      sx={sx}
      slotProps={{
        htmlInput: {
          inputMode: 'decimal',
          autoComplete: 'off',
          role: 'spinbutton',
          'aria-valuemin': min,
          'aria-valuemax': max,
          'aria-label': ariaLabel,
          ...(typeof value === 'number' ? { 'aria-valuenow': value } : {}),
          className: 'figure',
          maxLength: 12,
        },
      }}
    />
  );
}

/** `1.` and `1.0` stay text, because a number would lose their last characters. */
export function parseTypedNumber(text: string): number | string {
  const folded = foldDigits(text).replace(',', '.').trim();
  return folded !== '' && String(Number(folded)) === folded ? Number(folded) : folded;
}

interface StepOptions {
  step: number;
  min: number;
  max: number;
}

/** Returns a value within the limits; `min` if there was no number. */
export function stepValue(value: unknown, direction: 1 | -1, { step, min, max }: StepOptions): number {
  const current = typeof value === 'number' ? value : Number.NaN;
  if (Number.isNaN(current)) return min;
  const next = direction === 1 ? Math.floor(current / step + 1) * step : Math.ceil(current / step - 1) * step;
  return Math.min(max, Math.max(min, next));
}
