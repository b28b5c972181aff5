import { Checkbox, FormControlLabel, type FormControlLabelProps } from '@mui/material';

interface CheckFieldProps extends Pick<FormControlLabelProps, 'label' | 'disabled' | 'sx'> {
  checked: boolean;
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox with its label. */
export const CheckField = ({ checked, indeterminate, onChange, ...props }: CheckFieldProps) => (
  <FormControlLabel
    {...props}
    control={
      <Checkbox
        checked={checked}
        indeterminate={indeterminate}
        onChange={(_, isChecked) => onChange(isChecked)}
      />
    }
  />
);
