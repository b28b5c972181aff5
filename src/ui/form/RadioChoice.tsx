import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

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
                  <Typography
                    component="span"
                    variant="caption"
                    color="text.secondary"
                    sx={{ display: 'block' }}
                  >
                    {hint}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
