import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useText } from '../../i18n/useText';
import { headerChoices } from './headerRow';
import type { SheetOutline } from './reading/sheet';

interface HeaderChoiceProps {
  sheet: SheetOutline;
  onChange: (headerAt: number) => void;
}

/** Which line of the file holds the names of the columns; those above it are not imported. */
export function HeaderChoice({ sheet, onChange }: HeaderChoiceProps) {
  const t = useText();
  const choices = headerChoices(sheet);
  if (choices.length < 2) return null;
  const filled = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean);
  return (
    <TextField
      select
      label={t('imports.headerLine')}
      helperText={sheet.headerAt > 0 ? t('imports.aboveHeader') : undefined}
      value={sheet.headerAt}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{
        select: { MenuProps: { slotProps: { paper: { sx: { maxWidth: 'min(40rem, 95vw)' } } } } },
      }}
    >
      {choices.map(({ line, cells }, at) => (
        <MenuItem key={line} value={at}>
          <bdi style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {t('imports.headerOption', { line, cells: filled(cells).slice(0, 4).join(' · ').slice(0, 80) })}
          </bdi>
        </MenuItem>
      ))}
    </TextField>
  );
}
