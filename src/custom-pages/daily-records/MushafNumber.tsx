import TextField from '@mui/material/TextField';
import type { KeyboardEvent, Ref } from 'react';

interface MushafNumberProps {
  label: string;
  value: string;
  /** 0 while there is nothing to count. */
  most: number;
  placeholder?: string;
  hasError: boolean;
  /** The line that says the limits or what is wrong. */
  describedBy: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** A whole number from 1, typed in any digits or stepped with the arrow keys. */
export function MushafNumber(props: MushafNumberProps) {
  const { label, value, most, placeholder, hasError, describedBy, inputRef, onChange, onFocus, onBlur } =
    props;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || most === 0) return;
    event.preventDefault();
    const now = Number(value === '' ? (placeholder ?? '') : value);
    onChange(String(Math.min(most, Math.max(1, (Number.isInteger(now) ? now : 0) + by))));
  };
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      error={hasError}
      disabled={most === 0}
      inputRef={inputRef}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={step}
      onFocus={onFocus}
      onBlur={onBlur}
      slotProps={{
        inputLabel: placeholder ? { shrink: true } : {},
        htmlInput: {
          role: 'spinbutton',
          inputMode: 'numeric',
          autoComplete: 'off',
          className: 'figure',
          maxLength: 4,
          'aria-valuemin': 1,
          'aria-valuemax': most,
          'aria-describedby': describedBy,
          ...(/^\d+$/.test(value) ? { 'aria-valuenow': Number(value) } : {}),
        },
      }}
    />
  );
}
