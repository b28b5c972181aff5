import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useText } from '../../i18n/useText';
import { sizes } from '../../theme/tokens';
import { type MushafMode as Mode, mushafModes } from './mushafFields';

/** By what the range is told: surah and ayah, page, juz or hizb. */
export function MushafMode({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  const t = useText();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      color="primary"
      size="small"
      value={value}
      onChange={(_, mode: Mode | null) => mode && onChange(mode)}
      aria-label={t('mushaf.by')}
    >
      {mushafModes.map((mode) => (
        <ToggleButton
          key={mode}
          value={mode}
          sx={{
            flex: mode === 'ayahs' ? '1.8 1 0' : '1 1 0',
            px: 0.5,
            minHeight: { xs: sizes.phoneTarget, sm: 40 },
            color: 'text.primary',
            borderColor: (theme) => theme.colours.edge,
            whiteSpace: 'nowrap',
            '&&.Mui-selected': { fontWeight: 700, backgroundColor: (theme) => theme.colours.primaryTint },
          }}
        >
          {t(`mushaf.modes.${mode}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
