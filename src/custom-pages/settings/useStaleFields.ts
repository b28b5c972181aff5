import { gregorianDate } from '../../../contract/rules/hijri';
import { useText } from '../../i18n/useText';
import type { StaleField } from '../../ui/form/StaleDialog';
import type { StaleSave } from '../../ui/form/useSaveOutcome';
import type { SettingsValues, TermRow } from './settingsModel';

/** The settings as the question about two tabs shows them. */
export function useStaleFields(stale: StaleSave | null): StaleField[] {
  const t = useText();
  const terms = (value: unknown) => {
    const list = value as TermRow[];
    const shown = list.map(({ name, start_date, end_date }) =>
      t('settings.period', { name, start: gregorianDate(start_date), end: gregorianDate(end_date) }),
    );
    return shown.length === 0 ? t('settings.noTerms') : shown.join(t('settings.and'));
  };
  const logo = (value: unknown) =>
    t(value === stale?.mine['logo'] ? 'settings.logoMine' : 'settings.logoTheirs');
  const scope = (value: unknown) => t(`settings.scopes.${value as SettingsValues['teacher_scope']}`);
  return [
    { name: 'institute_name', label: t('settings.name') },
    { name: 'logo', label: t('settings.logo'), shown: logo },
    { name: 'current_academic_year', label: t('settings.year') },
    { name: 'time_zone', label: t('settings.zone') },
    { name: 'terms', label: t('settings.terms'), shown: terms },
    { name: 'teacher_scope', label: t('settings.scope'), shown: scope },
    { name: 'archive_retention_days', label: t('settings.retention') },
  ];
}
