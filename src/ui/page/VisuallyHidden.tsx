import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface VisuallyHiddenProps {
  component?: 'div' | 'span';
  role?: 'status';
  children: ReactNode;
}

export const VisuallyHidden = (props: VisuallyHiddenProps) => (
  <Box
    {...props}
    sx={{
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    }}
  />
);
