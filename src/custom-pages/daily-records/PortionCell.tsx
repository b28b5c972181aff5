import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useText } from '../../i18n/useText';
import { type RowFieldsProps, useField } from './dailyFields';
import { matchingPortions } from './portions';

/** One of the portions of the subject, found by any of its words. */
export function PortionCell(props: RowFieldsProps) {
  const t = useText();
  const { text, label, ariaLabel, problem } = useField(props, 'recordContent');
  const { curriculum_items: items } = props.entry;
  // A portion that has left the list since stays in the records in which it stands.
  const options = useMemo(() => [...new Set(text === '' ? items : [...items, text])], [items, text]);
  return (
    <Autocomplete<string>
      value={text || null}
      onChange={(_, portion) => props.onType('recordContent', portion ?? '')}
      options={options}
      filterOptions={(all, { inputValue }) => matchingPortions(all, inputValue)}
      autoHighlight
      size="small"
      noOptionsText={t('dailyRecords.noPortion')}
      clearText={t('ui.clearChoice')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      slotProps={{ popper: { sx: { minWidth: 280 } } }}
      renderInput={(field) => (
        <TextField
          {...field}
          multiline
          label={label}
          error={problem !== undefined}
          helperText={problem}
          slotProps={{
            htmlInput: { ...field.inputProps, 'aria-label': ariaLabel, 'data-cell': 'recordContent' },
          }}
        />
      )}
    />
  );
}
