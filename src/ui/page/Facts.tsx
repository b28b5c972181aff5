import { Box, Typography } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';
import { SecondaryText } from './SecondaryText';

export const Facts = ({ sx, children }: { sx?: SystemStyleObject; children: ReactNode }) => (
  <Box
    component="dl"
    sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, ...sx }}
  >
    {children}
  </Box>
);

interface FactProps {
  name: string;
  sx?: SystemStyleObject;
  children: ReactNode;
}

export const Fact = ({ name, sx, children }: FactProps) => (
  <>
    <SecondaryText component="dt">{name}</SecondaryText>
    <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', ...sx }}>
      {children}
    </Typography>
  </>
);
