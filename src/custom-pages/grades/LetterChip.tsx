import Box from '@mui/material/Box';
import { useText } from '../../i18n/useText';
import type { SheetRow } from './sheetRow';

/** The letter in the colour of its band; a dash until every mark is there. */
export function LetterChip({ row: { letter, band } }: { row: Pick<SheetRow, 'letter' | 'band'> }) {
  const t = useText();
  if (letter === null || band === null) return t('ui.nothing');
  return (
    <Box
      component="bdi"
      sx={{
        display: 'inline-block',
        minWidth: 36,
        px: 0.75,
        borderRadius: 1,
        fontWeight: 700,
        lineHeight: 1.8,
        textAlign: 'center',
        whiteSpace: 'nowrap',
        color: (theme) => theme.bands[band].ink,
        backgroundColor: (theme) => theme.bands[band].tint,
      }}
    >
      {letter}
    </Box>
  );
}
