import Box from '@mui/material/Box';
import { useText } from '../../../i18n/useText';
import { ChoiceField } from '../ChoiceField';

interface LevelFilterProps {
  /** Null is all. */
  level: number | null;
  available: readonly number[];
  onChange: (level: number | null) => void;
}

/** All levels or one of those that the batch has. */
export function LevelFilter({ level, available, onChange }: LevelFilterProps) {
  const t = useText();
  // An address may name a level that the batch does not have.
  const levels = [...new Set(level === null ? available : [...available, level])].toSorted((a, b) => a - b);
  return (
    <Box sx={{ width: { xs: '100%', sm: 220 } }}>
      <ChoiceField
        label={t('studentReport.level')}
        anyLabel={t('studentReport.allLevels')}
        value={level === null ? null : String(level)}
        choices={levels.map((one) => [String(one), t('studentReport.levelName', { level: one })] as const)}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      />
    </Box>
  );
}
