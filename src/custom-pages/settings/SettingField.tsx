import { TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../../i18n/text';
import type { SettingsValues } from './settingsModel';

interface SettingFieldProps {
  name: 'institute_name' | 'current_academic_year' | 'archive_retention_days';
  label: string;
  hint?: ReactNode;
  isRequired?: boolean;
  isNumber?: boolean;
  maxLength: number;
  validate?: (typed: string) => string | undefined;
}

export function SettingField({
  name,
  label,
  hint,
  isRequired = false,
  isNumber = false,
  maxLength,
  validate,
}: SettingFieldProps) {
  const { field, fieldState } = useController<SettingsValues, typeof name>({
    name,
    rules: {
      validate: {
        required: (typed) => !isRequired || typed.trim() !== '' || t('validation.required'),
        ...(validate ? { fits: validate } : {}),
      },
    },
  });
  return (
    <TextField
      name={field.name}
      inputRef={field.ref}
      label={label}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      required={isRequired}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{
        htmlInput: {
          maxLength,
          autoComplete: 'off',
          ...(isNumber ? { inputMode: 'numeric', className: 'figure' } : {}),
        },
      }}
    />
  );
}
