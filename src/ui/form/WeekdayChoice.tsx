import { FormControl, FormHelperText, FormLabel, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useId } from 'react';
import { formatWeekday } from '../../../contract/rules/hijri';
import { sizes } from '../../theme/tokens';

/** 0 is Sunday, 6 is Saturday. */
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** 1 January 2023 was a Sunday. */
export const weekdayName = (day: number): string => formatWeekday(`2023-01-0${day + 1}`);

interface WeekdayChoiceProps {
  label: string;
  helperText?: string | undefined;
  hasError?: boolean;
  value: readonly number[];
  onChange: (days: number[]) => void;
}

export function WeekdayChoice({ label, helperText, hasError = false, value, onChange }: WeekdayChoiceProps) {
  const labelId = useId();
  return (
    <FormControl error={hasError} component="div">
      <FormLabel id={labelId} sx={{ mb: 0.5 }}>
        {label}
      </FormLabel>
      <ToggleButtonGroup
        aria-labelledby={labelId}
        color="primary"
        size="small"
        value={value}
        onChange={(_, days: number[]) => onChange(days.toSorted((one, other) => one - other))}
        sx={{ flexWrap: 'wrap', gap: 0.5 }}
      >
        {weekdays.map((day) => (
          <ToggleButton key={day} value={day} sx={buttonStyle}>
            {weekdayName(day)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {helperText && <FormHelperText sx={{ mx: 0 }}>{helperText}</FormHelperText>}
    </FormControl>
  );
}

const buttonStyle = {
  px: 1.25,
  minHeight: { xs: sizes.phoneTarget, sm: 36 },
  color: 'text.primary',
  border: '1px solid !important',
  borderColor: (theme: { colours: { edge: string } }) => `${theme.colours.edge} !important`,
  borderRadius: '8px !important',
  margin: '0 !important',
  '&&.Mui-selected': {
    fontWeight: 700,
    backgroundColor: (theme: { colours: { primaryTint: string } }) => theme.colours.primaryTint,
  },
} as const;
