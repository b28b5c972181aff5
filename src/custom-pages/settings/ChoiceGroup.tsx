import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface ChoiceGroupProps<Value extends string> {
  label: string;
  hint?: string;
  choices: readonly { value: Value; name: string; text?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, each with a line that explains it. */
export function ChoiceGroup<Value extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
}: ChoiceGroupProps<Value>) {
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
        {choices.map(({ value: id, name, text }) => (
          <FormControlLabel
            key={id}
            value={id}
            control={<Radio />}
            sx={{ alignItems: 'flex-start' }}
            slotProps={{ typography: { sx: { pt: '7px', pb: 0.5 } } }}
            label={
              <>
                {name}
                {text && (
                  <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                    {text}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </RadioGroup>
      {hint && <FormHelperText sx={{ mx: 0 }}>{hint}</FormHelperText>}
    </FormControl>
  );
}
