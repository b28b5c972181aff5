import Stack from '@mui/material/Stack';
import { PasswordInput, required, TextInput } from 'react-admin';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';
import { RoleInput } from './RoleInput';
import { StudentInput } from './StudentInput';
import { fitsEmail, passwordSentence } from './userModel';

const figures = { '& input': { textAlign: 'end' } };
const ltr = { dir: 'ltr', autoComplete: 'off' };
const slots = {
  name: { htmlInput: { maxLength: 120, autoComplete: 'off' } },
  username: { htmlInput: { dir: 'auto', maxLength: 100, autoComplete: 'off' } },
  email: { htmlInput: { ...ltr, inputMode: 'email', maxLength: 254 } },
  phone: { htmlInput: { ...ltr, inputMode: 'tel', maxLength: 30 } },
  password: { htmlInput: { dir: 'ltr', autoComplete: 'new-password', maxLength: 200 } },
} as const;

/** The fields of an account; its password only when it is added. */
export function UserInputs({ isStored = false }: { isStored?: boolean }) {
  const t = useText();
  const filled = required('validation.required');
  const isEmail = (value: unknown) => (fitsEmail(value) ? undefined : t('validation.email'));
  return (
    <Stack spacing={4}>
      <FormSection title={t('users.accountSection')}>
        <TextInput source="name" validate={filled} helperText={false} slotProps={slots.name} />
        <TextInput source="username" validate={filled} helperText={false} slotProps={slots.username} />
        <TextInput
          source="email"
          type="email"
          validate={[filled, isEmail]}
          helperText={false}
          slotProps={slots.email}
          sx={figures}
        />
        <TextInput source="phone" type="tel" helperText={false} slotProps={slots.phone} sx={figures} />
        {!isStored && <NewPasswordInput />}
      </FormSection>
      <FormSection title={t('users.accessSection')}>
        <RoleInput />
        <StudentInput />
      </FormSection>
    </Stack>
  );
}

/** Left empty, one is generated; a server that generates none needs one. */
function NewPasswordInput() {
  const t = useText();
  const { hasField } = useServerFeatures();
  const isOptional = hasField('users', 'must_change_password');
  const fits = (value: unknown, { username }: Record<string, unknown>) => passwordSentence(value, username);
  return (
    <PasswordInput
      key={String(isOptional)}
      source="password"
      validate={isOptional ? [fits] : [required('validation.required'), fits]}
      helperText={isOptional ? t('users.passwordHint') : false}
      slotProps={slots.password}
      sx={figures}
    />
  );
}
