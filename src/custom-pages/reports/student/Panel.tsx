import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** Drawings and the like, which paper does not carry. */
  isOnScreenOnly?: boolean;
  /** On a phone cards stand in it: no frame around frames. */
  isOpenOnPhone?: boolean;
  children: ReactNode;
}

const open = { border: 0, backgroundColor: 'transparent', borderRadius: 0 };

/** One part of the report under its heading. */
export function Panel({ title, isOnScreenOnly = false, isOpenOnPhone = false, children }: PanelProps) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      className={isOnScreenOnly ? 'no-print' : ''}
      sx={{
        p: { xs: isOpenOnPhone ? 0 : 2, sm: 3 },
        minWidth: 0,
        '@media screen and (max-width: 599.95px)': isOpenOnPhone ? open : {},
        '@media print': { p: 1.5 },
      }}
    >
      <Typography id={id} variant="h2" sx={{ mb: 1.5, '@media print': { mb: 0.5 } }}>
        {title}
      </Typography>
      {children}
    </Card>
  );
}
