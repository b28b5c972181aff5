import { Checkbox, FormControlLabel, FormHelperText, TextField, type TextFieldProps } from '@mui/material';
import { useId } from 'react';
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { cleanText } from '../../../contract/rules/arabicText';
import { t } from '../../i18n/text';

type FormTextFieldProps<Values extends FieldValues> = Omit<TextFieldProps, 'name'> & {
  name: FieldPathByValue<Values, string>;
  /** Returns a message for an invalid value. `required` handles an empty value. */
  validate?: (typed: string) => string | undefined;
};

export function FormTextField<Values extends FieldValues>({
  name,
  validate,
  helperText,
  ...props
}: FormTextFieldProps<Values>) {
  const isRequired = props.required === true;
  const { field, fieldState } = useController<Record<string, string>>({
    name,
    rules: {
      validate: {
        required: (typed) => !isRequired || cleanText(typed) !== '' || t('validation.required'),
        ...(validate && { fits: validate }),
      },
    },
  });
  const { ref, ...input } = field;
  return (
    <TextField
      {...props}
      {...input}
      inputRef={ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? helperText}
    />
  );
}

interface FormCheckboxProps<Values extends FieldValues> {
  name: FieldPathByValue<Values, boolean | undefined>;
  label: string;
  hint?: string;
}

export function FormCheckbox<Values extends FieldValues>({ name, label, hint }: FormCheckboxProps<Values>) {
  const { field } = useController<Record<string, boolean | undefined>>({ name });
  const hintId = useId();
  return (
    <div>
      <FormControlLabel
        control={
          <Checkbox
            checked={field.value === true}
            onChange={field.onChange}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': hint && hintId } }}
          />
        }
        label={label}
      />
      {hint && (
        <FormHelperText id={hintId} sx={{ m: 0 }}>
          {hint}
        </FormHelperText>
      )}
    </div>
  );
}
