// The app runs from right to left, so "back" points to the right.
import Back from '@mui/icons-material/ArrowForward';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { IconAction } from './IconAction';

interface BelongingProps {
  /** The address and the name of the way back. */
  to: string;
  label: string;
  /** At the end. */
  tool?: ReactNode;
  children: ReactNode;
}

/** The line below the title of a page of one record: the way back to what it belongs to, and what that is. */
export const Belonging = ({ to, label, tool, children }: BelongingProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
    <IconAction title={label} to={to} edge="start" className="no-print" sx={{ p: { sm: 0.5 } }}>
      <Back fontSize="small" />
    </IconAction>
    <Box sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 0, lineHeight: 1.5 }}>{children}</Box>
    {tool}
  </Box>
);
