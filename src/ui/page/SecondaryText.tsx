import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ElementType } from 'react';

/** A smaller, greyer text: what explains, counts or dates the main one. */
export const SecondaryText = (props: TypographyProps & { component?: ElementType }) => (
  <Typography variant="body2" color="text.secondary" {...props} />
);
