import TextField from '@mui/material/TextField';
import { useState } from 'react';

interface DayFieldProps {
  label: string;
  value: string;
  problem?: string;
  onChange: (day: string) => void;
}

/** A year that is still being typed (0002) is not asked for. */
const isWhole = (day: string) => day === '' || day >= '1900';

/** A day to narrow a list by; it is asked for once it is whole. */
export function DayField({ label, value, problem = '', onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed without the field: back, forward, or "clear filters".
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      error={problem !== ''}
      helperText={problem}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isWhole(target.value) && target.value !== value) onChange(target.value);
      }}
      sx={{ width: { xs: '100%', sm: 180 } }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '2999-12-31' } }}
    />
  );
}
