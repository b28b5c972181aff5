import { Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { SecondaryText } from '../page/SecondaryText';

interface RecordCardProps {
  title: ReactNode;
  /** A badge or a number beside the title. */
  aside?: ReactNode;
  /** Name and value of what else matters. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  actions?: ReactNode;
}

export const RecordCard = ({ title, aside, facts, actions }: RecordCardProps) => (
  <Card component="li" sx={{ p: 2 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
      <Typography variant="h3" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {aside && <Box sx={{ flexShrink: 0 }}>{aside}</Box>}
    </Box>
    <Box
      component="dl"
      sx={{ m: 0, mt: 1, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2 }}
    >
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <SecondaryText component="dt">{name}</SecondaryText>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
    {actions && <Box sx={{ mt: 1, display: 'flex', justifyContent: 'flex-end', gap: 0.5 }}>{actions}</Box>}
  </Card>
);
