import { RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { genders } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';
import { NationalityInput } from './NationalityInput';
import { fitsEmail, fitsNationalId } from './studentModel';

/** Numbers and addresses run from left to right, and begin where the other fields begin. */
const figures = { '& input': { textAlign: 'end' } };
const htmlInput = { dir: 'ltr', autoComplete: 'off' };
const number = { htmlInput: { ...htmlInput, inputMode: 'numeric', maxLength: 40 } } as const;
const phone = { htmlInput: { ...htmlInput, type: 'tel', inputMode: 'tel', maxLength: 30 } } as const;
const email = { htmlInput: { ...htmlInput, inputMode: 'email', maxLength: 254 } } as const;

export function IdentityInputs({ isStored }: { isStored: boolean }) {
  const t = useText();
  const filled = required('validation.required');
  const hasTenDigits = (value: unknown) => (fitsNationalId(value) ? undefined : t('validation.nationalId'));
  const isEmail = (value: unknown) => (fitsEmail(value) ? undefined : t('validation.email'));
  return (
    <FormSection title={t('students.identitySection')}>
      <TextInput
        source="national_id"
        validate={[filled, hasTenDigits]}
        helperText={t('students.nationalIdHint')}
        slotProps={number}
        sx={figures}
      />
      <TextInput
        source="student_id"
        {...(isStored ? { validate: filled } : {})}
        helperText={isStored ? false : t('students.numberHint')}
        slotProps={number}
        sx={figures}
      />
      <TextInput
        source="phone"
        type="tel"
        helperText={t('students.phoneHint')}
        slotProps={phone}
        sx={figures}
      />
      <TextInput
        source="additional_phone"
        type="tel"
        helperText={t('students.phoneHint')}
        slotProps={phone}
        sx={figures}
      />
      <TextInput
        source="email"
        type="email"
        validate={isEmail}
        helperText={false}
        slotProps={email}
        sx={figures}
      />
      <NationalityInput />
      <RadioButtonGroupInput
        source="gender"
        choices={genders.map((name) => ({ id: name, name }))}
        translateChoice={false}
        margin="none"
        helperText={false}
        validate={filled}
      />
    </FormSection>
  );
}
