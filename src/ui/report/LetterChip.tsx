import { Box } from '@mui/material';
import type { Letter } from '../../../contract/vocabulary';

interface LetterChipProps {
  letter: Letter | null;
  /** 0 is the best. */
  band: 0 | 1 | 2 | 3 | 4 | null;
}

/** A letter in the colour of its band; a dash if there is none yet. */
export function LetterChip({ letter, band }: LetterChipProps) {
  if (letter === null || band === null) return <span>—</span>;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        minWidth: 40,
        px: 1,
        borderRadius: 1,
        textAlign: 'center',
        fontWeight: 700,
        lineHeight: 1.7,
        color: ({ bands }) => bands[band].ink,
        backgroundColor: ({ bands }) => bands[band].tint,
      }}
    >
      <bdi>{letter}</bdi>
    </Box>
  );
}
