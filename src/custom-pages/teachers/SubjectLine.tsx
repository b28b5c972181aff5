import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface SubjectLineProps {
  /** A checkbox, where several are chosen. */
  choice?: ReactNode;
  name: string;
  facts: readonly ReactNode[];
  action: ReactNode;
}

/** One subject: its name, what tells it from others, and what can be done with it. */
export const SubjectLine = ({ choice, name, facts, action }: SubjectLineProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      py: 1,
      borderTop: 1,
      borderColor: 'divider',
      '&:first-of-type': { borderTop: 0 },
    }}
  >
    {choice}
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography
        component="div"
        variant="body2"
        color="text.secondary"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
      >
        {facts.map((fact, index) => (
          <span key={index}>{fact}</span>
        ))}
      </Typography>
    </Box>
    <Box sx={{ flexShrink: 0 }}>{action}</Box>
  </Box>
);
