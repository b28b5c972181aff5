import { Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface IconLabelProps {
  icon: ReactNode;
  color: string;
  children: string;
}

/** A state has an icon and a word, because colour alone is not accessible. */
export const IconLabel = ({ icon, color, children }: IconLabelProps) => (
  <Typography
    component="span"
    variant="body2"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600, color }}
  >
    {icon}
    {children}
  </Typography>
);
