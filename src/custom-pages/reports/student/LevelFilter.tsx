import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useText } from '../../../i18n/useText';

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
    <TextField
      select
      label={t('studentReport.level')}
      value={level === null ? '' : String(level)}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      sx={{ width: { xs: '100%', sm: 220 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('studentReport.allLevels')}</MenuItem>
      {levels.map((one) => (
        <MenuItem key={one} value={String(one)}>
          {t('studentReport.levelName', { level: one })}
        </MenuItem>
      ))}
    </TextField>
  );
}
