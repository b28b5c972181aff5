import Typography from '@mui/material/Typography';
import { required, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { fullName } from '../../../contract/rules/fullName';
import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';

const parts = [
  { source: 'first_name', isNeeded: true },
  { source: 'second_name', isNeeded: false },
  { source: 'third_name', isNeeded: false },
  { source: 'last_name', isNeeded: true },
] as const;

const slots = { htmlInput: { maxLength: 60, autoComplete: 'off' } };

/** The four names, and the full name as it will stand everywhere. */
export function NameInputs({ hasFocus }: { hasFocus: boolean }) {
  const t = useText();
  const filled = required('validation.required');
  return (
    <FormSection title={t('students.nameSection')}>
      {parts.map(({ source, isNeeded }, index) => (
        <TextInput
          key={source}
          source={source}
          {...(isNeeded ? { validate: filled } : {})}
          helperText={false}
          slotProps={slots}
          autoFocus={hasFocus && index === 0}
        />
      ))}
      <FullName />
    </FormSection>
  );
}

function FullName() {
  const t = useText();
  const [first_name, second_name, third_name, last_name] = useWatch({
    name: ['first_name', 'second_name', 'third_name', 'last_name'],
  }) as (string | null | undefined)[];
  const name = fullName({ first_name, second_name, third_name, last_name });
  return (
    <Typography
      component="output"
      sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}
      color="text.secondary"
    >
      {t('students.fullNamePreview')}
      {name === '' ? (
        t('students.fullNameEmpty')
      ) : (
        <Typography component="bdi" color="text.primary" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
      )}
    </Typography>
  );
}
