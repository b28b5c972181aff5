import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { foldArabic } from '../../../contract/rules/arabicText';
import { commonNationalities } from '../../i18n/ar/students';
import { useText } from '../../i18n/useText';

/** Free text; the common ones are offered. */
export function NationalityInput() {
  const t = useText();
  const { field, fieldState } = useController({ name: 'nationality' });
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <Autocomplete
      freeSolo
      autoSelect={false}
      options={commonNationalities}
      value={value}
      inputValue={value}
      onInputChange={(_, text, reason) => reason !== 'reset' && field.onChange(text)}
      onChange={(_, chosen) => field.onChange(chosen ?? '')}
      filterOptions={(options) => matching(options, value)}
      onBlur={field.onBlur}
      size="small"
      clearText={t('ui.clearChoice')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('resources.students.fields.nationality')}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t('students.nationalityHint')}
          inputRef={field.ref}
          slotProps={{ htmlInput: { ...input.inputProps, maxLength: 60, autoComplete: 'off' } }}
        />
      )}
    />
  );
}

/** All of them while one of them stands there: who opens the list wants another. */
function matching(options: readonly string[], typed: string): string[] {
  const wanted = foldArabic(typed);
  if (options.some((option) => foldArabic(option) === wanted)) return [...options];
  return options.filter((option) => foldArabic(option).includes(wanted));
}
