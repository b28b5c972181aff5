import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { KeyboardEvent } from 'react';
import { useController } from 'react-hook-form';
import { stepped, typedNumber } from './stepped';

interface StepInputProps {
  name: string;
  label?: string;
  /** Its name where no label is shown. */
  ariaLabel?: string;
  step: number;
  least: number;
  most: number;
  helperText?: string;
  validate?: (value: unknown) => string | undefined;
  isLocked?: boolean;
  sx?: TextFieldProps['sx'];
}

/** A number of the form around, typed in any digits or stepped with the arrow keys. */
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
