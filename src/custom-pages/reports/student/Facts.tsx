import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface FactsProps {
  /** Name and value; what is undefined is left out. */
  facts: readonly (readonly [name: string, value: ReactNode | undefined])[];
  /** In a row, on a wide screen. */
  columns: number;
  /** On a phone the first has a row of its own: a name has many words. */
  isFirstWide?: boolean;
}

/** Names over their values, as many in a row as fit. */
export const Facts = ({ facts, columns, isFirstWide = false }: FactsProps) => (
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
            <Typography component="dt" variant="body2" color="text.secondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </div>
        ),
    )}
  </Box>
);
