import { Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SecondaryText } from '../page/SecondaryText';

interface StatCardProps {
  label: string;
  value: ReactNode | undefined;
  /** An empty text reserves a line. */
  hint?: string | undefined;
  icon?: ReactNode;
  to?: string | undefined;
}

export function StatCard({ label, value, hint, icon, to }: StatCardProps) {
  const content = (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 2, height: '100%' }}>
      {icon && (
        <Box
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'grid' },
            placeItems: 'center',
            width: 44,
            height: 44,
            flexShrink: 0,
            borderRadius: 1,
            color: 'primary.main',
            backgroundColor: (theme) => theme.colours.primaryTint,
          }}
        >
          {icon}
        </Box>
      )}
      <Box sx={{ minWidth: 0 }}>
        <SecondaryText>{label}</SecondaryText>
        <Typography
          component="div"
          className="figure"
          sx={{ fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.3 }}
        >
          {value === undefined ? <Skeleton width={56} /> : value}
        </Typography>
        {hint !== undefined && <SecondaryText variant="caption">{hint || '\u00a0'}</SecondaryText>}
      </Box>
    </Box>
  );
  return (
    <Card component="li" sx={{ listStyle: 'none' }}>
      {to ? (
        <CardActionArea component={Link} to={to} sx={{ height: '100%' }}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
    </Card>
  );
}

export const StatCards = ({ children }: { children: ReactNode }) => (
  <Box
    component="ul"
    sx={{
      m: 0,
      p: 0,
      display: 'grid',
      gap: { xs: 1, sm: 2 },
      gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
    }}
  >
    {children}
  </Box>
);
