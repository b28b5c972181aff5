import type { ThemeOptions } from '@mui/material/styles';
import { componentStyles } from './components';
import { bands, type Bands, colours, type Colours, fontFamily, type Mode, sizes } from './tokens';

declare module '@mui/material/styles' {
  interface Theme {
    colours: Colours;
    bands: Bands;
  }
  interface ThemeOptions {
    colours?: Colours;
    bands?: Bands;
  }
}

export function buildTheme(mode: Mode): ThemeOptions {
  const c = colours[mode];
  return {
    direction: 'rtl',
    colours: c,
    bands: bands[mode],
    spacing: 8,
    shape: { borderRadius: sizes.controlRadius },
    palette: {
      mode,
      background: { default: c.background, paper: c.surface },
      text: { primary: c.ink, secondary: c.quietInk, disabled: c.edge },
      divider: c.hairline,
      primary: { main: c.primary, contrastText: c.onPrimary },
      secondary: { main: c.accent, contrastText: c.onAccent },
      error: { main: c.error, contrastText: c.onError },
      warning: { main: c.warning, contrastText: c.onWarning },
      success: { main: c.success, contrastText: c.onSuccess },
      info: { main: c.info, contrastText: c.onInfo },
      action: { hover: c.sunken, selected: c.primaryTint },
    },
    typography: {
      fontFamily,
      fontSize: 15,
      body1: { fontSize: '1rem', lineHeight: 1.7 },
      body2: { fontSize: '0.9375rem', lineHeight: 1.7 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.6 },
      h1: { fontSize: '1.625rem', fontWeight: 700, lineHeight: 1.4 },
      h2: { fontSize: '1.25rem', fontWeight: 700, lineHeight: 1.5 },
      h3: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.6 },
      h6: { fontSize: '1.125rem', fontWeight: 700, lineHeight: 1.5 },
      button: { fontWeight: 600, textTransform: 'none', lineHeight: 1.7, letterSpacing: 0 },
    },
    transitions: {
      duration: {
        shortest: 100,
        shorter: 120,
        short: 140,
        standard: 160,
        complex: 190,
        enteringScreen: 160,
        leavingScreen: 120,
      },
    },
    components: componentStyles(c),
  };
}
