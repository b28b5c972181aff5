import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useController } from 'react-hook-form';
import { ruleMessages } from '../../../contract/errors';
import { academicYearRange, cleanAcademicYear, isAcademicYear } from '../../../contract/rules/academicYear';
import type { Settings } from '../../../contract/settings';
import { useText } from '../../i18n/useText';
import { FormSection } from '../../ui/form/FormSection';
import { SettingField } from './SettingField';
import type { SettingsValues } from './settingsModel';
import { TimeZoneField } from './TimeZoneField';

/** The academic year, counted or chosen, and where the institute is. */
export function CalendarFields({ settings }: { settings: Settings }) {
  const t = useText();
  const { field } = useController<SettingsValues, 'current_academic_year'>({ name: 'current_academic_year' });
  const proposed = settings.proposed_academic_year;
  const hint =
    field.value.trim() !== ''
      ? t('settings.yearChosen')
      : settings.current_academic_year === null
        ? t('settings.yearCounted', { year: settings.academic_year })
        : t('settings.yearToCount');
  return (
    <FormSection title={t('settings.calendar')}>
      <Stack sx={{ gap: 0.5, alignItems: 'flex-start' }}>
        <SettingField
          name="current_academic_year"
          label={t('settings.year')}
          hint={hint}
          maxLength={20}
          validate={(typed) => {
            const year = cleanAcademicYear(typed) || null;
            const isKept = year === null || year === settings.current_academic_year;
            return isKept || isAcademicYear(year, settings.today)
              ? undefined
              : ruleMessages.notAcademicYear(academicYearRange(settings.today));
          }}
        />
        {field.value !== proposed && (
          <Button size="small" onClick={() => field.onChange(proposed)}>
            {t('settings.yearPropose', { year: proposed })}
          </Button>
        )}
      </Stack>
      <TimeZoneField />
    </FormSection>
  );
}
