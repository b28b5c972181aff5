import { FormControl, InputLabel, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface OutlinedFieldProps extends OutlinedInputProps {
  label: ReactNode;
  /** If true, the label is always above the text. */
  isShrunk?: boolean;
  /** If true, the field cannot be focused, and screen readers do not read it. */
  inert?: boolean;
}

/** Looks like a `TextField`, which also loads the code of choices and of other variants. */
export function OutlinedField({ label, isShrunk, inert, ...input }: OutlinedFieldProps) {
  const id = useId();
  return (
    <FormControl inert={inert}>
      <InputLabel htmlFor={id} {...(isShrunk && { shrink: true })}>
        {label}
      </InputLabel>
      <OutlinedInput fullWidth id={id} label={label} {...(isShrunk && { notched: true })} {...input} />
    </FormControl>
  );
}
