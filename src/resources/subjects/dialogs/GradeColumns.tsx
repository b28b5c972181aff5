import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useController, useWatch } from 'react-hook-form';
import {
  defaultGradeSettings,
  type GradeColumn,
  gradeColumns,
  largestMax,
} from '../../../../contract/rules/gradeSettings';
import { useText } from '../../../i18n/useText';
import { StepInput } from '../StepInput';
import { type GradeSettingsForm, problemsOf, totalOf } from './gradeSettingsModel';

const rowLayout = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 112px', sm: '180px minmax(0, 1fr) 140px' },
} as const;

/** The five columns, and their total while they change. */
export function GradeColumns() {
  const t = useText();
  const values = useWatch<GradeSettingsForm>() as GradeSettingsForm;
  const total = totalOf(values);
  const { isNothingEnabled } = problemsOf(values);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {gradeColumns.map((column) => (
        <ColumnRow key={column} column={column} />
      ))}
      <Box role="status" sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
        <Typography sx={{ fontWeight: 700 }} className="figure">
          {t('subjects.gradeSettings.total', { total })}
        </Typography>
        {isNothingEnabled && (
          <FormHelperText error sx={{ mx: 0 }}>
            {t('validation.columnNeeded')}
          </FormHelperText>
        )}
      </Box>
    </Box>
  );
}

/** The column is known by its first name, whatever it is called now. */
function ColumnRow({ column }: { column: GradeColumn }) {
  const t = useText();
  const { field: enabled } = useController<GradeSettingsForm>({ name: `${column}Enabled` });
  const { field: name, fieldState } = useController<GradeSettingsForm>({ name: `${column}Name` });
  const called = { column: defaultGradeSettings[`${column}Name`] };
  const isOn = enabled.value === true;
  return (
    <Box role="group" aria-label={called.column} sx={rowLayout}>
      <FormControlLabel
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
        control={
          <Checkbox
            checked={isOn}
            onChange={(_, isChecked) => enabled.onChange(isChecked)}
            slotProps={{ input: { 'aria-label': t('subjects.gradeSettings.enabledOf', called) } }}
          />
        }
        label={called.column}
      />
      <TextField
        name={name.name}
        value={name.value}
        onChange={name.onChange}
        onBlur={name.onBlur}
        inputRef={name.ref}
        label={t('subjects.gradeSettings.columnName')}
        error={fieldState.invalid}
        helperText={fieldState.error?.message}
        slotProps={{ htmlInput: { maxLength: 60, 'aria-label': t('subjects.gradeSettings.nameOf', called) } }}
      />
      <StepInput
        name={`${column}Max`}
        label={t('subjects.gradeSettings.columnMax')}
        ariaLabel={t('subjects.gradeSettings.maxOf', called)}
        step={0.5}
        least={0}
        most={largestMax}
      />
    </Box>
  );
}
