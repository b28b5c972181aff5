import { Card, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** On wide screens the panels form a main column and a narrow column. */
export const sideBySide = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
} as const;

interface PanelProps {
  title: string;
  isOnScreenOnly?: boolean;
  /** If true, rows are cards on a phone, and a printed page may break inside the panel. */
  hasRows?: boolean;
  children: ReactNode;
}

const open = { border: 0, backgroundColor: 'transparent', borderRadius: 0 };

export function Panel({ title, isOnScreenOnly = false, hasRows = false, children }: PanelProps) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      className={isOnScreenOnly ? 'no-print' : ''}
      sx={{
        p: { xs: hasRows ? 0 : 2, sm: 3 },
        minWidth: 0,
        // `hidden` would make the panel a scroll container, and sticky children would stick to the panel.
        overflow: 'clip',
        '@media screen and (max-width: 599.95px)': hasRows ? open : {},
        '@media print': { p: 1.5, ...(hasRows ? { breakInside: 'auto !important' } : {}) },
      }}
    >
      <Typography id={id} variant="h2" sx={{ mb: 1.5, '@media print': { mb: 0.5 } }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
