import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';
import { LogoField } from './LogoField';
import { SettingField } from './SettingField';

export function IdentityFields() {
  const t = useText();
  return (
    <FormSection title={t('settings.identity')}>
      <SettingField name="institute_name" label={t('settings.name')} isRequired maxLength={120} />
      <LogoField />
    </FormSection>
  );
}
