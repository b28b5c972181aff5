import type { ThemeOptions } from '@mui/material';
import { ui } from '../i18n/ar/ui';
import { type Colours, sizes } from './tokens';

const phone = '@media (max-width: 599.95px)';

type Styles = NonNullable<ThemeOptions['components']>;

/** Components have thin borders instead of shadows, and large touch targets. */
export function componentStyles(c: Colours): Styles {
  const hairline = `1px solid ${c.hairline}`;
  return {
    ...baselineStyles(c),
    ...fieldStyles(c, hairline),
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: sizes.cardRadius, borderColor: c.hairline } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: 40, [phone]: { minHeight: sizes.phoneTarget } } },
    },
    MuiIconButton: {
      styleOverrides: {
        root: {
          borderRadius: sizes.controlRadius,
          [phone]: { minWidth: sizes.phoneTarget, minHeight: sizes.phoneTarget },
        },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: { border: hairline, [phone]: { margin: 16, width: 'calc(100% - 32px)' } },
        paperFullScreen: { border: 'none', [phone]: { margin: 0, width: '100%' } },
      },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8, flexWrap: 'wrap' } } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: c.hairline, padding: '10px 16px' },
        head: { fontWeight: 600, color: c.quietInk, backgroundColor: c.sunken, whiteSpace: 'nowrap' },
      },
    },
    MuiTooltip: {
      styleOverrides: { tooltip: { fontSize: '0.8125rem', backgroundColor: c.ink, color: c.background } },
    },
    MuiAlert: {
      styleOverrides: {
        root: { alignItems: 'center', borderRadius: sizes.cardRadius },
        // In a narrower alert, the parts wrap to separate lines.
        message: { flex: '1 1 14rem' },
        standardError: { backgroundColor: c.errorTint, color: c.ink },
        standardWarning: { backgroundColor: c.warningTint, color: c.ink },
        standardInfo: { backgroundColor: c.infoTint, color: c.ink },
        standardSuccess: { backgroundColor: c.successTint, color: c.ink },
      },
    },
    MuiChip: { styleOverrides: { root: { fontWeight: 600 }, label: { lineHeight: 1.9 } } },
    MuiPagination: { defaultProps: { 'aria-label': ui.pages } },
    MuiPaginationItem: {
      styleOverrides: { root: { [phone]: { minWidth: sizes.phoneTarget, height: sizes.phoneTarget } } },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 40, color: 'inherit' } } },
  };
}

/** MUI removes the outline. The ring is inside, because lists and cards would cut an outer ring. */
const focusRing = { outline: '3px solid', outlineOffset: -3 };

const baselineStyles = (c: Colours): Styles => ({
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&:focus-visible, &.Mui-focusVisible': focusRing } },
  },
  MuiCssBaseline: {
    styleOverrides: {
      ':focus-visible': { outline: `3px solid ${c.primary}`, outlineOffset: 2 },
      // The scrollbar stays, so that short and long screens have the same width.
      html: { overflowY: 'scroll' },
      'table, .figure': { fontVariantNumeric: 'tabular-nums' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // With `none`, a tooltip would cover its button for one frame.
          transitionDuration: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
      '@media print': {
        'nav, header[data-shell], footer[data-shell], .no-print': { display: 'none !important' },
        'html, body, #root': { background: '#fff !important', color: '#000 !important' },
        'tr, .MuiCard-root': { breakInside: 'avoid' },
      },
    },
  },
});

const fieldStyles = (c: Colours, hairline: string): Styles => ({
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: { backgroundColor: c.surface, [phone]: { minHeight: sizes.phoneTarget } },
      notchedOutline: { borderColor: c.edge },
      // MUI's line height cuts off the dots of a final yaa.
      input: { height: '1.75em', lineHeight: 1.75 },
      inputSizeSmall: { paddingBlock: 6 },
    },
  },
  MuiSelect: { styleOverrides: { select: { minHeight: '1.75em !important' } } },
  MuiInputLabel: {
    styleOverrides: {
      root: { color: c.quietInk, lineHeight: 1.75 },
      sizeSmall: {
        '&.MuiInputLabel-outlined': { transform: 'translate(14px, 6px) scale(1)' },
        '&.MuiInputLabel-outlined.MuiInputLabel-shrink': {
          transform: 'translate(14px, -11px) scale(0.75)',
        },
      },
    },
  },
  MuiMenuItem: { styleOverrides: { root: { [phone]: { minHeight: sizes.phoneTarget } } } },
  MuiMenu: { styleOverrides: { paper: { border: hairline } } },
  MuiAutocomplete: {
    defaultProps: { fullWidth: true },
    styleOverrides: {
      paper: { border: hairline },
      inputRoot: { '&.MuiInputBase-sizeSmall .MuiAutocomplete-input': { paddingBlock: 0 } },
    },
  },
});
