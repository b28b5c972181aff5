import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface ListRowProps {
  action?: ReactNode;
  choice?: ReactNode;
  children: ReactNode;
}

export const ListRow = ({ choice, action, children }: ListRowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      py: { xs: 0.5, sm: 1 },
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    {choice}
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
    {action}
  </Box>
);
