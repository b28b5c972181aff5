import { TextField, type TextFieldProps } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { useController } from 'react-hook-form';
import { foldDigits } from '../../../contract/rules/arabicText';

interface StepInputProps {
  name: string;
  label?: string;
  /** The accessible name if there is no label. */
  ariaLabel?: string;
  step: number;
  least: number;
  most: number;
  helperText?: string;
  validate?: (value: unknown) => string | undefined;
  isLocked?: boolean;
  sx?: TextFieldProps['sx'];
}

/** A number in a form, typed in any digits or changed with the arrow keys. */
export function StepInput(props: StepInputProps) {
  const { name, label, ariaLabel, step, least, most, helperText, validate, isLocked = false, sx } = props;
  const { field, fieldState } = useController({ name, rules: validate ? { validate } : {} });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    field.onChange(stepped(field.value, event.key === 'ArrowUp' ? 1 : -1, { step, least, most }));
  };
  const value = field.value as number | string | null;
  return (
    <TextField
      name={field.name}
      inputRef={field.ref}
      label={label}
      value={value ?? ''}
      onChange={(event) => field.onChange(typedNumber(event.target.value))}
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
          'aria-valuemin': least,
          'aria-valuemax': most,
          'aria-label': ariaLabel,
          ...(typeof value === 'number' ? { 'aria-valuenow': value } : {}),
          className: 'figure',
          maxLength: 12,
        },
      }}
    />
  );
}

/**
 * The value of a number field for a typed text: the number if the text is one and nothing would be lost (not for `1.`
 * or `1.0`), else the text.
 */
export function typedNumber(text: string): number | string {
  const folded = foldDigits(text).replace(',', '.').trim();
  return folded !== '' && String(Number(folded)) === folded ? Number(folded) : folded;
}

interface Steps {
  step: number;
  least: number;
  most: number;
}

/** The value one step up (1) or down (-1), within the limits; the lower limit if there was no number. */
export function stepped(value: unknown, direction: 1 | -1, { step, least, most }: Steps): number {
  const now = typeof value === 'number' ? value : Number.NaN;
  if (Number.isNaN(now)) return least;
  const next = direction === 1 ? Math.floor(now / step + 1) * step : Math.ceil(now / step - 1) * step;
  return Math.min(most, Math.max(least, next));
}
