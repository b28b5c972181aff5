import { Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface SignedWordProps {
  sign: ReactNode;
  /** A colour of the palette. */
  color: string;
  children: string;
}

/** A state as a sign and a word, so that it is not told by colour alone. */
export const SignedWord = ({ sign, color, children }: SignedWordProps) => (
  <Typography
    component="span"
    variant="body2"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600, color }}
  >
    {sign}
    {children}
  </Typography>
);
