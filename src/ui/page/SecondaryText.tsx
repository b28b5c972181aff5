import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ElementType } from 'react';

/** A smaller, greyer text: an explanation, a count or a date. */
export const SecondaryText = (props: TypographyProps & { component?: ElementType }) => (
  <Typography variant="body2" color="text.secondary" {...props} />
);
