import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useController } from 'react-hook-form';
import { matchesSearch } from '../../../contract/rules/arabicText';
import { useText } from '../../i18n/useText';
import type { SettingsValues } from './settingsModel';
import { type TimeZone, timeZone, timeZones } from './timeZones';

/** Chooses a time zone by its Arabic name or its city. */
export function TimeZoneField() {
  const t = useText();
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
        all.filter(({ id, name }) => matchesSearch([name, id.replaceAll(/[/_]/g, ' '), id], inputValue))
      }
      noOptionsText={t('settings.zoneUnknown')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderOption={({ key, ...line }, { id, name }) => (
        <Box component="li" key={key} {...line} sx={twoLines}>
          {name}
          <Typography variant="caption" color="text.secondary">
            <bdi>{id}</bdi>
          </Typography>
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
