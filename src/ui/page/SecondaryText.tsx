import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ElementType } from 'react';

export const SecondaryText = (props: TypographyProps & { component?: ElementType }) => (
  <Typography variant="body2" color="text.secondary" {...props} />
);
