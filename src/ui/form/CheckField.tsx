import { Checkbox, FormControlLabel, type FormControlLabelProps } from '@mui/material';

interface CheckFieldProps extends Pick<FormControlLabelProps, 'label' | 'disabled' | 'sx'> {
  checked: boolean;
  indeterminate?: boolean;
  onChange: (isChecked: boolean) => void;
}

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
