import { useTheme } from '@mui/material';
import { useCallback } from 'react';
import { leastOfLetter, bandOf } from '../../../contract/rules/grading';
import { type Letter, letters } from '../../../contract/vocabulary';
import type { Bar } from './BarsChart';

/** The nine letters as bars, each in the colour of its band. */
export function useLetterBars(): (counts: Partial<Record<Letter, number>>) => Bar[] {
  const { bands } = useTheme();
  return useCallback(
    (counts) =>
      letters.map((letter, place) => ({
        label: letter,
        value: counts[letter] ?? 0,
        colour: bands[bandOf(leastOfLetter[place] ?? 0)].ink,
      })),
    [bands],
  );
}
