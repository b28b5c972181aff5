import { Autocomplete, Box, Button, Stack, TextField } from '@mui/material';
import { useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { ruleMessages } from '../../../contract/errors';
import { academicYearRange, cleanAcademicYear, isAcademicYear } from '../../../contract/rules/academicYear';
import { filterRows } from '../../../contract/rules/arabicText';
import { isTimeZone } from '../../../contract/rules/hijri';
import type { Settings } from '../../../contract/settings';
import { countryName } from '../../i18n/countryName';
import { t } from '../../i18n/text';
import { FormTextField } from '../../ui/form/FormFields';
import { FormSection } from '../../ui/form/RecordForm';
import { SecondaryText } from '../../ui/page/SecondaryText';
import type { SettingsValues } from './settingsModel';

export function CalendarFields({ settings }: { settings: Settings }) {
  const { field } = useController<SettingsValues, 'current_academic_year'>({ name: 'current_academic_year' });
  const proposedYear = settings.proposed_academic_year;
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
          validate={(input) => {
            const year = cleanAcademicYear(input) || null;
            const isUnchanged = year === null || year === settings.current_academic_year;
            return isUnchanged || isAcademicYear(year, settings.today)
              ? undefined
              : ruleMessages.notAcademicYear(academicYearRange(settings.today));
          }}
        />
        {field.value !== proposedYear && (
          <Button size="small" onClick={() => field.onChange(proposedYear)}>
            {t('settings.yearPropose', { year: proposedYear })}
          </Button>
        )}
      </Stack>
      <TimeZoneField />
      <CountryField />
    </FormSection>
  );
}

function TimeZoneField() {
  const { field, fieldState } = useController<SettingsValues, 'time_zone'>({ name: 'time_zone' });
  const [isOpen, setIsOpen] = useState(false);
  const zone = useMemo(() => describeZone(field.value), [field.value]);
  const options = isOpen ? listZones() : [zone];
  const isListed = options.some(({ id }) => id === zone.id);
  return (
    <Autocomplete<TimeZone, false, true>
      disableClearable
      size="small"
      value={zone}
      onChange={(_, { id }) => field.onChange(id)}
      onBlur={field.onBlur}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      options={isListed ? options : [zone, ...options]}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      filterOptions={(all, { inputValue }) =>
        filterRows(all, inputValue, ({ id, name }) => [name, id.replaceAll(/[/_]/g, ' '), id])
      }
      noOptionsText={t('settings.zoneUnknown')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderOption={({ key, ...itemProps }, { id, name }) => (
        <Box component="li" key={key} {...itemProps} sx={twoLines}>
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
                <bdi>{zone.id}</bdi> · {t('settings.zoneHint')}
              </>
            )
          }
        />
      )}
    />
  );
}

/** First the Arab countries. The server accepts each country. */
const countries =
  'SA AE KW QA BH OM YE IQ SY LB JO PS EG SD LY TN DZ MA MR SO DJ KM TR IR AF PK IN BD LK MV ID MY SG BN TH PH UZ KZ NG NE TD ML SN GM GN KE TZ ET ER AL BA GB FR DE NL SE US CA AU'.split(
    ' ',
  );

interface CountryOption {
  /** ISO code. */
  id: string;
  name: string;
}

function CountryField() {
  const { field } = useController<SettingsValues, 'country'>({ name: 'country' });
  const country = describeCountry(field.value);
  const listed = useMemo(() => countries.map(describeCountry), []);
  const isListed = listed.some(({ id }) => id === country.id);
  return (
    <Autocomplete<CountryOption, false, true>
      disableClearable
      size="small"
      value={country}
      onChange={(_, { id }) => field.onChange(id)}
      onBlur={field.onBlur}
      options={isListed ? listed : [country, ...listed]}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      filterOptions={(all, { inputValue }) => filterRows(all, inputValue, ({ id, name }) => [name, id])}
      noOptionsText={t('settings.countryUnknown')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('settings.country')}
          inputRef={field.ref}
          helperText={t('settings.countryHint')}
        />
      )}
    />
  );
}

const twoLines = { flexDirection: 'column', alignItems: 'flex-start !important' };

interface TimeZone {
  /** IANA time zone such as `Asia/Riyadh`. */
  id: string;
  /** Arabic name with the country. */
  name: string;
}

const zoneName = (id: string) =>
  new Intl.DateTimeFormat('ar-u-nu-latn', { timeZone: id, timeZoneName: 'shortGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? id;

const describeCountry = (id: string): CountryOption => ({ id, name: countryName(id) });

/** If the browser does not know the zone, the name is the id. */
export const describeZone = (id: string): TimeZone => ({ id, name: isTimeZone(id) ? zoneName(id) : id });

let zonesCache: TimeZone[] | undefined;

/** Cached, because the names of all zones take a moment. */
const listZones = (): readonly TimeZone[] =>
  (zonesCache ??= Intl.supportedValuesOf('timeZone').map(describeZone));
