import { GlobalStyles, type Theme } from '@mui/material';
import { memo } from 'react';
import { fontFamily } from '../../theme/tokens';

/** A separate memoised component, so that a key in a cell does not compute the styles again. */
export const GridStyles = memo(function GridStyles() {
  return <GlobalStyles styles={styles} />;
});

const styles = ({ colours }: Theme) => ({
  '.grade-grid .rdg': {
    '--rdg-font-size': '0.9375rem',
    '--rdg-color': colours.ink,
    '--rdg-border-color': colours.hairline,
    '--rdg-background-color': colours.surface,
    '--rdg-header-background-color': colours.sunken,
    '--rdg-row-hover-background-color': colours.sunken,
    '--rdg-selection-color': colours.primary,
    fontFamily,
    border: `1px solid ${colours.hairline}`,
    borderRadius: 8,
  },
  // The save bar covers the end of the page.
  '.grade-grid .rdg-cell': {
    userSelect: 'none' as const,
    lineHeight: 1.6,
    paddingInline: 6,
    scrollMarginBlockEnd: 96,
  },
  '.grade-grid .rdg-cell:focus-visible, .grade-grid .rdg-cell[aria-selected="true"]': {
    outline: `2px solid ${colours.primary}`,
    outlineOffset: -2,
  },
  '.grade-grid [role="columnheader"]': {
    color: colours.quietInk,
    fontWeight: 600,
    whiteSpace: 'normal' as const,
    lineHeight: 1.4,
    '& span': { whiteSpace: 'nowrap' as const },
  },
  // A row fits two lines of a long name.
  '.grade-grid .is-name': {
    whiteSpace: 'normal' as const,
    lineHeight: 1.25,
    overflowWrap: 'anywhere' as const,
  },
  '.grade-grid .has-left': { '--rdg-background-color': colours.sunken, '--rdg-color': colours.quietInk },
  '.grade-grid .has-left .is-name > *': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap' as const,
  },
  '.grade-grid .left-note': { fontSize: '0.6875rem', lineHeight: 1.4 },
  '.grade-grid .is-figure': { textAlign: 'center' as const, fontVariantNumeric: 'tabular-nums' },
  '.grade-grid .is-button': { paddingInline: 0 },
  '.grade-grid .is-mark': { cursor: 'cell' },
  '.grade-grid .is-total': { fontWeight: 700 },
  '.grade-grid .is-many': { color: colours.error, fontWeight: 700 },
  '.grade-grid .is-changed': { fontWeight: 700, boxShadow: `inset 0 -3px 0 ${colours.accent}` },
  '.grade-grid .rdg-cell.is-refused': {
    color: colours.error,
    backgroundColor: colours.errorTint,
    boxShadow: `inset 0 -3px 0 ${colours.error}`,
  },
  '.grade-grid .rdg-cell.is-chosen': { backgroundColor: colours.primaryTint },
  '.grade-grid .rdg-cell.is-chosen:not([tabindex="0"])': { outline: 'none' },
  '.grade-grid .hidden-text': {
    position: 'absolute' as const,
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap' as const,
  },
  '.grade-grid .refused-text': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.grade-grid .rdg-text-editor': {
    inlineSize: '100%',
    blockSize: '100%',
    padding: 0,
    border: 'none',
    outline: `2px solid ${colours.primary}`,
    outlineOffset: -2,
    font: 'inherit',
    color: colours.ink,
    backgroundColor: colours.surface,
    textAlign: 'center' as const,
    fontVariantNumeric: 'tabular-nums',
  },
});
