import {
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { SecondaryText } from '../../ui/page/SecondaryText';
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
  const t = useText();
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
                  <SecondaryText variant="caption" sx={{ display: 'block' }}>
                    {text}
                  </SecondaryText>
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
