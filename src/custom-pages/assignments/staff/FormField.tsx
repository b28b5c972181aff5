import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import type { AssignmentValues } from './assignmentForm';

type FormFieldProps = Omit<TextFieldProps, 'name'> & {
  name: keyof { [K in keyof AssignmentValues as AssignmentValues[K] extends string ? K : never]: true };
  /** What is wrong with the value; empty for nothing. */
  check?: (value: string) => string;
};

/** A text of the assignment's form. */
export function FormField({ name, check, helperText, ...input }: FormFieldProps) {
  const { field, fieldState } = useController<AssignmentValues, typeof name>({
    name,
    rules: { validate: (value) => check?.(String(value)) || true },
  });
  const { ref, ...bound } = field;
  return (
    <TextField
      {...input}
      {...bound}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message || helperText}
    />
  );
}
