import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { SecondaryText } from '../../../ui/page/SecondaryText';

interface ReportFactsProps {
  /** Undefined values are left out. */
  facts: readonly (readonly [name: string, value: ReactNode | undefined])[];
  /** Number of columns on a wide screen. */
  columns: number;
  /** On a phone the first fact fills a row, because names are long. */
  isFirstWide?: boolean;
}

export const ReportFacts = ({ facts, columns, isFirstWide = false }: ReportFactsProps) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${columns}, minmax(0, 1fr))` },
      ...(isFirstWide && { '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } } }),
      '@media print': { gap: 0.5, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` },
    }}
  >
    {facts.map(
      ([name, value]) =>
        value !== undefined && (
          <div key={name}>
            <SecondaryText component="dt">{name}</SecondaryText>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </div>
        ),
    )}
  </Box>
);
