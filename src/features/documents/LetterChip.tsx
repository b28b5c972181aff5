import { Box, useTheme } from '@mui/material';
import { useCallback } from 'react';
import { colourBand, letterMinimums } from '../../../contract/rules/grading';
import { type Letter, letters } from '../../../contract/vocabulary';
import type { Bar } from '../../ui/report/BarsChart';

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

/** The nine letters as bars, each in the colour of its band. */
export function useLetterBars(): (counts: Partial<Record<Letter, number>>) => Bar[] {
  const { bands } = useTheme();
  return useCallback(
    (counts) =>
      letters.map((letter, place) => ({
        label: letter,
        value: counts[letter] ?? 0,
        colour: bands[colourBand(letterMinimums[place] ?? 0)].ink,
      })),
    [bands],
  );
}
