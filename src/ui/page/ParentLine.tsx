// The app runs from right to left, so the back arrow points to the right.
import Back from '@mui/icons-material/ArrowForward';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { IconAction } from './IconAction';

interface ParentLineProps {
  to: string;
  label: string;
  tool?: ReactNode;
  children: ReactNode;
}

/** The line below a page's title, with a link to the parent record. */
export const ParentLine = ({ to, label, tool, children }: ParentLineProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
    <IconAction title={label} to={to} edge="start" className="no-print" sx={{ p: { sm: 0.5 } }}>
      <Back fontSize="small" />
    </IconAction>
    <Box sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 0, lineHeight: 1.5 }}>{children}</Box>
    {tool}
  </Box>
);
