import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { SecondaryText } from '../page/SecondaryText';

interface RadioChoiceProps<Value extends string> {
  label: string;
  helperText?: string;
  value: Value;
  choices: readonly { value: Value; name: string; hint?: ReactNode }[];
  onChange: (value: Value) => void;
}

export function RadioChoice<Value extends string>({
  label,
  helperText,
  value,
  choices,
  onChange,
}: RadioChoiceProps<Value>) {
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onChange={(_, chosen) => onChange(chosen as Value)}
        sx={{ mt: 0.5 }}
      >
        {choices.map(({ value: choice, name, hint }) => (
          <FormControlLabel
            key={choice}
            value={choice}
            control={<Radio />}
            sx={{ alignItems: 'flex-start' }}
            slotProps={{ typography: { sx: { pt: '7px', pb: 0.5 } } }}
            label={
              <>
                {name}
                {hint && (
                  <SecondaryText component="span" variant="caption" sx={{ display: 'block' }}>
                    {hint}
                  </SecondaryText>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
      {helperText && <FormHelperText sx={{ mx: 0 }}>{helperText}</FormHelperText>}
    </FormControl>
  );
}
