import { TextField } from '@mui/material';
import { useState } from 'react';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  problem?: string;
  helperText?: string;
  /** The last day that can be chosen. */
  max?: string;
  /** The problem shown for a day after `max`. */
  tooLate?: string;
  isRequired?: boolean;
  /** Every day is told as it is typed, also none and one that cannot be: who uses it says what is wrong. */
  isEager?: boolean;
  onChange: (day: string) => void;
}

/** False while the year is still being typed (0002). */
const isComplete = (day: string) => day === '' || day >= '1900';

export function DayField({
  label,
  value,
  problem = '',
  helperText = '',
  max = '2999-12-31',
  tooLate = '',
  isRequired = false,
  isEager = false,
  onChange,
}: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The value changed outside of the field: back, forward, or "clear filters".
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }
  const change = (day: string) => {
    setTyped(day);
    const isFit = isComplete(day) && day <= max && !(isRequired && day === '');
    if ((isEager || isFit) && day !== value) onChange(day);
  };
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      error={problem !== '' || typed > max}
      helperText={problem || (typed > max && tooLate) || helperText || undefined}
      onChange={({ target }) => change(target.value)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max } }}
    />
  );
}
