import { useController } from 'react-hook-form';
import { teacherScopes } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';
import { ChoiceGroup } from './ChoiceGroup';
import { SettingField } from './SettingField';
import { isRetention, retentionDays, type SettingsValues } from './settingsModel';

/** What teachers see, and how long what was deleted is kept. */
export function WorkFields() {
  const t = useText();
  const { field } = useController<SettingsValues, 'teacher_scope'>({ name: 'teacher_scope' });
  const choices = teacherScopes.map((value) => ({
    value,
    name: t(`settings.scopes.${value}`),
    text: t(`settings.scopesExplained.${value}`),
  }));
  const fits = (typed: string) => (isRetention(typed) ? undefined : t('validation.between', retentionDays));
  return (
    <FormSection title={t('settings.work')}>
      <ChoiceGroup
        label={t('settings.scope')}
        choices={choices}
        value={field.value}
        onChange={field.onChange}
      />
      <SettingField
        name="archive_retention_days"
        label={t('settings.retention')}
        hint={t('settings.retentionHint')}
        isRequired
        isNumber
        maxLength={6}
        validate={fits}
      />
    </FormSection>
  );
}
