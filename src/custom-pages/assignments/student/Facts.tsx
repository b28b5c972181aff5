import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** `Fact`s below one another. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5 }}
  >
    {children}
  </Box>
);
