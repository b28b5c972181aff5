import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import type { AssignmentValues } from './assignmentForm';

interface FormSwitchProps {
  name: 'is_published' | 'allow_late_submission';
  label: string;
  hint: string;
}

/** A yes or no of the assignment's form. */
export function FormSwitch({ name, label, hint }: FormSwitchProps) {
  const { field } = useController<AssignmentValues, typeof name>({ name });
  const hintId = useId();
  return (
    <Box>
      <FormControlLabel
        control={
          <Checkbox
            checked={field.value}
            onChange={(_, isOn) => field.onChange(isOn)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': hintId } }}
          />
        }
        label={label}
      />
      <FormHelperText id={hintId} sx={{ m: 0 }}>
        {hint}
      </FormHelperText>
    </Box>
  );
}
