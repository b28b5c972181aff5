import { MenuItem, TextField } from '@mui/material';

interface ChoiceFieldProps<V extends string> {
  label: string;
  value: V | null;
  choices: readonly (readonly [value: V, name: string])[];
  /** What no choice is called; without it one is always chosen. */
  anyLabel?: string;
  hasError?: boolean;
  isDisabled?: boolean;
  helperText?: string | undefined;
  onChange: (value: V | null) => void;
}

export function ChoiceField<V extends string>({
  label,
  value,
  choices,
  anyLabel,
  hasError = false,
  isDisabled = false,
  helperText,
  onChange,
}: ChoiceFieldProps<V>) {
  return (
    <TextField
      select
      label={label}
      value={value ?? ''}
      error={hasError}
      disabled={isDisabled}
      helperText={helperText}
      onChange={({ target }) => onChange(choices.find(([known]) => known === target.value)?.[0] ?? null)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {anyLabel !== undefined && <MenuItem value="">{anyLabel}</MenuItem>}
      {choices.map(([known, name]) => (
        <MenuItem key={known} value={known}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
