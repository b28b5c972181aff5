import { Skeleton, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';

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
      <b className="figure">{value === undefined ? <Skeleton width={32} /> : value}</b>
      {hint && <small>{hint}</small>}
    </>
  );
  return <li>{to ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>;
}

export const FigureStrip = ({ children }: { children: ReactNode }) => (
  // With `tabIndex` the keyboard can scroll the strip.
  <Strip tabIndex={0} aria-label={t('ui.figures')}>
    {children}
  </Strip>
);

/** One style for all figures, because Emotion takes long to style each part of each figure. */
const Strip = styled('ul')(({ theme: { colours, palette } }) => ({
  margin: 0,
  padding: 0,
  height: 48,
  display: 'flex',
  listStyle: 'none',
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'none',
  border: `1px solid ${colours.hairline}`,
  borderRadius: sizes.cardRadius,
  backgroundColor: colours.surface,
  '& > li': { display: 'flex' },
  '& > li > *': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    paddingInline: 16,
    whiteSpace: 'nowrap',
    color: colours.quietInk,
    fontSize: '0.875rem',
  },
  '& > li > * > b': { fontSize: '1.125rem', color: colours.ink },
  '& > li > a': {
    textDecoration: 'none',
    '&:hover': { backgroundColor: palette.action.hover },
    '&:focus-visible': { outlineOffset: -3 },
    '& > :first-of-type': { color: palette.primary.main },
  },
}));
