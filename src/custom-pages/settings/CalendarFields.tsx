import { Autocomplete, Box, Button, Stack, TextField } from '@mui/material';
import { useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { ruleMessages } from '../../../contract/errors';
import { academicYearRange, cleanAcademicYear, isAcademicYear } from '../../../contract/rules/academicYear';
import { filterRows } from '../../../contract/rules/arabicText';
import { isTimeZone } from '../../../contract/rules/hijri';
import type { Settings } from '../../../contract/settings';
import { t } from '../../i18n/text';
import { FormTextField } from '../../ui/form/FormFields';
import { FormSection } from '../../ui/form/RecordForm';
import { SecondaryText } from '../../ui/page/SecondaryText';
import type { SettingsValues } from './settingsModel';

/** The academic year (calculated or chosen) and the time zone of the institute. */
export function CalendarFields({ settings }: { settings: Settings }) {
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
        <FormTextField<SettingsValues>
          name="current_academic_year"
          label={t('settings.year')}
          helperText={hint}
          slotProps={{ htmlInput: { maxLength: 20, autoComplete: 'off' } }}
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

function TimeZoneField() {
  const { field, fieldState } = useController<SettingsValues, 'time_zone'>({ name: 'time_zone' });
  const [isOpen, setIsOpen] = useState(false);
  const chosen = useMemo(() => timeZone(field.value), [field.value]);
  const options = isOpen ? timeZones() : [chosen];
  const isKnown = options.some(({ id }) => id === chosen.id);
  return (
    <Autocomplete<TimeZone, false, true>
      disableClearable
      size="small"
      value={chosen}
      onChange={(_, { id }) => field.onChange(id)}
      onBlur={field.onBlur}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      options={isKnown ? options : [chosen, ...options]}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      filterOptions={(all, { inputValue }) =>
        filterRows(all, inputValue, ({ id, name }) => [name, id.replaceAll(/[/_]/g, ' '), id])
      }
      noOptionsText={t('settings.zoneUnknown')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderOption={({ key, ...line }, { id, name }) => (
        <Box component="li" key={key} {...line} sx={twoLines}>
          {name}
          <SecondaryText variant="caption">
            <bdi>{id}</bdi>
          </SecondaryText>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('settings.zone')}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={
            fieldState.error?.message ?? (
              <>
                <bdi>{chosen.id}</bdi> · {t('settings.zoneHint')}
              </>
            )
          }
        />
      )}
    />
  );
}

const twoLines = { flexDirection: 'column', alignItems: 'flex-start !important' };

interface TimeZone {
  /** `Asia/Riyadh`. */
  id: string;
  /** In Arabic, by its country. */
  name: string;
}

const nameOf = (id: string) =>
  new Intl.DateTimeFormat('ar-u-nu-latn', { timeZone: id, timeZoneName: 'shortGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? id;

/** A zone with its Arabic name, or with its id if this browser does not know it. */
export const timeZone = (id: string): TimeZone => ({ id, name: isTimeZone(id) ? nameOf(id) : id });

let known: TimeZone[] | undefined;

/** All zones that this browser knows. To name them takes a moment, so it is done once, when first needed. */
const timeZones = (): readonly TimeZone[] => (known ??= Intl.supportedValuesOf('timeZone').map(timeZone));
