import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { performanceLevels } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { sizes } from '../../theme/tokens';
import { type RowFieldsProps, useField } from './dailyFields';

/** One of the five levels, or none; one that another server has kept stays until it is changed. */
export function LevelCell(props: RowFieldsProps) {
  const t = useText();
  const { text, ariaLabel } = useField(props, 'performanceLevel');
  const known: readonly string[] = performanceLevels;
  const levels = text === '' || known.includes(text) ? known : [...known, text];
  return (
    <TextField
      select
      value={text}
      onChange={({ target }) => props.onType('performanceLevel', target.value)}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': ariaLabel, 'data-cell': 'performanceLevel' },
      }}
    >
      <option value="" aria-label={t('dailyRecords.noLevel')} />
      {levels.map((level) => (
        <option key={level} value={level}>
          {level}
        </option>
      ))}
    </TextField>
  );
}

/** On a phone the five stand side by side; a second tap takes the level away. */
export function LevelButtons(props: RowFieldsProps) {
  const { text, ariaLabel } = useField(props, 'performanceLevel');
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      value={text || null}
      onChange={(_, level: string | null) => props.onType('performanceLevel', level ?? '')}
      aria-label={ariaLabel}
    >
      {performanceLevels.map((level, place) => (
        <ToggleButton
          key={level}
          value={level}
          {...(place === 0 ? { 'data-cell': 'performanceLevel' } : {})}
          sx={{
            px: 0.25,
            minHeight: sizes.phoneTarget,
            fontSize: '0.875rem',
            whiteSpace: 'nowrap',
            color: 'text.primary',
            borderColor: (theme) => theme.colours.edge,
            '&&.Mui-selected': { fontWeight: 700, backgroundColor: (theme) => theme.colours.primaryTint },
          }}
        >
          {level}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
