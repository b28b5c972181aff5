import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/text';

interface FigureProps {
  label: string;
  value: ReactNode | undefined;
  hint?: string | undefined;
  to?: string | undefined;
}

export function Figure({ label, value, hint, to }: FigureProps) {
  const content = (
    <>
      <span>{label}</span>
      <Box component="b" className="figure" sx={{ fontSize: '1.125rem', color: 'text.primary' }}>
        {value === undefined ? <Skeleton width={32} /> : value}
      </Box>
      {hint && <Box component="small">{hint}</Box>}
    </>
  );
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      {to ? (
        <Box component={Link} to={to} sx={[figureStyle, linkStyle]}>
          {content}
        </Box>
      ) : (
        <Box sx={figureStyle}>{content}</Box>
      )}
    </Box>
  );
}

const figureStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 2,
  whiteSpace: 'nowrap',
  color: 'text.secondary',
  fontSize: '0.875rem',
} as const;

const linkStyle = {
  textDecoration: 'none',
  '&:hover': { backgroundColor: 'action.hover' },
  '&:focus-visible': { outlineOffset: -3 },
  '& > :first-of-type': { color: 'primary.main' },
} as const;

export const FigureStrip = ({ children }: { children: ReactNode }) => (
  <Box
    component="ul"
    // With `tabIndex` the keyboard can scroll the strip.
    tabIndex={0}
    aria-label={t('ui.figures')}
    sx={{
      m: 0,
      p: 0,
      height: 48,
      display: 'flex',
      listStyle: 'none',
      overflowX: 'auto',
      overflowY: 'hidden',
      scrollbarWidth: 'none',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1.5,
      backgroundColor: 'background.paper',
      '& > li + li': { borderInlineStart: 1, borderColor: 'divider' },
    }}
  >
    {children}
  </Box>
);
