import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useId } from 'react';
import { SecondaryText } from '../page/SecondaryText';

interface RadioChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; name: string; hint?: string }[];
  onChange: (value: Value) => void;
}

/** One of a few, each with a hint below its name. */
export function RadioChoice<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: RadioChoiceProps<Value>) {
  const labelId = useId();
  return (
    <FormControl>
      <FormLabel id={labelId}>{label}</FormLabel>
      <RadioGroup aria-labelledby={labelId} value={value} onChange={(_, chosen) => onChange(chosen as Value)}>
        {choices.map(({ value: choice, name, hint }) => (
          <FormControlLabel
            key={choice}
            value={choice}
            control={<Radio />}
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
    </FormControl>
  );
}
