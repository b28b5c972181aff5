import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useController } from 'react-hook-form';
import { useText } from '../../i18n/useText';

/** Whether the change reaches every batch that has the subject. */
export function ApplyToBase() {
  const t = useText();
  const { field } = useController({ name: 'apply_to_base' });
  return (
    <FormControlLabel
      control={
        <Checkbox
          checked={field.value === true}
          onChange={(_, isChecked) => field.onChange(isChecked)}
          onBlur={field.onBlur}
          slotProps={{ input: { ref: field.ref } }}
        />
      }
      label={t('subjects.applyToBase')}
    />
  );
}
