import { Box, useTheme } from '@mui/material';
import { useCallback } from 'react';
import { colourBand, letterMinimums } from '../../../contract/rules/grading';
import { type Letter, letters } from '../../../contract/vocabulary';
import type { Bar } from '../../ui/report/BarsChart';

interface LetterChipProps {
  letter: Letter | null;
  band: 0 | 1 | 2 | 3 | 4 | null;
}

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

export function useLetterBars(): (counts: Partial<Record<Letter, number>>) => Bar[] {
  const { bands } = useTheme();
  return useCallback(
    (counts) =>
      letters.map((letter, index) => ({
        label: letter,
        value: counts[letter] ?? 0,
        colour: bands[colourBand(letterMinimums[index] ?? 0)].ink,
      })),
    [bands],
  );
}
