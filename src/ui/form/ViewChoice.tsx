import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { sizes } from '../../theme/tokens';

interface ViewChoiceProps<View extends string | number> {
  label: string;
  views: ReadonlyMap<View, string>;
  value: View;
  onChange: (view: View) => void;
}

export const ViewChoice = <View extends string | number>({
  label,
  views,
  value,
  onChange,
}: ViewChoiceProps<View>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    color="primary"
    value={value}
    aria-label={label}
    onChange={(_, chosen: View | null) => chosen !== null && onChange(chosen)}
  >
    {[...views].map(([view, name]) => (
      <ToggleButton
        key={view}
        value={view}
        sx={{
          px: 1.5,
          minHeight: { xs: sizes.phoneTarget, sm: 36 },
          color: 'text.primary',
          '&&.Mui-selected': { fontWeight: 700 },
        }}
      >
        {name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
