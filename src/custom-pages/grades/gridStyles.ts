import type { SxProps, Theme } from '@mui/material/styles';
import { fontFamily } from '../../theme/tokens';

/** The grid in the colours of the product. */
export const gridStyles = {
  '& .rdg': {
    '--rdg-font-size': '0.9375rem',
    '--rdg-color': (theme) => theme.colours.ink,
    '--rdg-border-color': (theme) => theme.colours.hairline,
    '--rdg-background-color': (theme) => theme.colours.surface,
    '--rdg-header-background-color': (theme) => theme.colours.sunken,
    '--rdg-row-hover-background-color': (theme) => theme.colours.sunken,
    '--rdg-selection-color': (theme) => theme.colours.primary,
    fontFamily,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  },
  // The bar with the save button lies over the end of the page.
  '& .rdg-cell': { userSelect: 'none', lineHeight: 1.6, paddingInline: '6px', scrollMarginBlockEnd: '96px' },
  '& .rdg-cell:focus-visible, & .rdg-cell[aria-selected="true"]': {
    outline: (theme) => `2px solid ${theme.colours.primary}`,
    outlineOffset: '-2px',
  },
  '& [role="columnheader"]': {
    color: 'text.secondary',
    fontWeight: 600,
    whiteSpace: 'normal',
    lineHeight: 1.4,
    '& span': { whiteSpace: 'nowrap' },
  },
  // Two lines of a long name fit a row.
  '& .is-name': { whiteSpace: 'normal', lineHeight: 1.25, overflowWrap: 'anywhere' },
  '& .is-figure': { textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
  '& .is-mark': { cursor: 'cell' },
  '& .is-button': { paddingInline: 0 },
  '& .is-total': { fontWeight: 700 },
  '& .is-many': { color: 'error.main', fontWeight: 700 },
  '& .is-changed': {
    fontWeight: 700,
    boxShadow: (theme) => `inset 0 -3px 0 ${theme.colours.accent}`,
  },
  '& .rdg-cell.is-refused': {
    color: 'error.main',
    backgroundColor: (theme) => theme.colours.errorTint,
    boxShadow: (theme) => `inset 0 -3px 0 ${theme.colours.error}`,
  },
  '& .rdg-cell.is-chosen': { backgroundColor: (theme) => theme.colours.primaryTint },
  '& .rdg-cell.is-chosen:not([tabindex="0"])': { outline: 'none' },
  '& .hidden-text': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '& .refused-text': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .rdg-text-editor': {
    inlineSize: '100%',
    blockSize: '100%',
    p: 0,
    border: 'none',
    outline: (theme) => `2px solid ${theme.colours.primary}`,
    outlineOffset: -2,
    font: 'inherit',
    color: 'text.primary',
    backgroundColor: 'background.paper',
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
} satisfies SxProps<Theme>;
