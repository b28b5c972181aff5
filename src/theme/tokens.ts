/** This file has every colour of the product. No other file in `src` contains a colour. */
export interface Colours {
  background: string;
  surface: string;
  /** Background of hovered rows and table headers. */
  sunken: string;
  ink: string;
  quietInk: string;
  hairline: string;
  /** Borders of controls, with a contrast of at least 3:1 to the surface. */
  edge: string;
  primary: string;
  onPrimary: string;
  primaryTint: string;
  accent: string;
  onAccent: string;
  error: string;
  onError: string;
  errorTint: string;
  warning: string;
  onWarning: string;
  warningTint: string;
  success: string;
  onSuccess: string;
  successTint: string;
  info: string;
  onInfo: string;
  infoTint: string;
}

export interface Band {
  ink: string;
  tint: string;
}

/** Colours for marks from 90, 80, 70 and 60 percent, and for lower marks. Screens also show the letter. */
export type Bands = readonly [Band, Band, Band, Band, Band];

export type Mode = 'light' | 'dark';

export const colours: Record<Mode, Colours> = {
  light: {
    background: '#FAF8F4',
    surface: '#FFFFFF',
    sunken: '#F4F1EA',
    ink: '#1F2A28',
    quietInk: '#5B6663',
    hairline: '#E4DED3',
    edge: '#868F8C',
    primary: '#0F6B56',
    onPrimary: '#FFFFFF',
    primaryTint: '#E2F0EC',
    accent: '#8A5A0B',
    onAccent: '#FFFFFF',
    error: '#B3261E',
    onError: '#FFFFFF',
    errorTint: '#FBE9E7',
    warning: '#9A4A00',
    onWarning: '#FFFFFF',
    warningTint: '#FFF0E0',
    success: '#2E6B34',
    onSuccess: '#FFFFFF',
    successTint: '#E6F3E7',
    info: '#1D5FA8',
    onInfo: '#FFFFFF',
    infoTint: '#E5F0FB',
  },
  dark: {
    background: '#101614',
    surface: '#18211E',
    sunken: '#1F2A26',
    ink: '#E6ECEA',
    quietInk: '#A3B0AC',
    hairline: '#2C3834',
    edge: '#73827C',
    primary: '#6CCBB0',
    onPrimary: '#06251D',
    primaryTint: '#1B3A32',
    accent: '#E0B45C',
    onAccent: '#2B1D02',
    error: '#F2B0AB',
    onError: '#410E0B',
    errorTint: '#3A1F1D',
    warning: '#FFB77C',
    onWarning: '#3B1C00',
    warningTint: '#3A2714',
    success: '#93D69A',
    onSuccess: '#0B2A0F',
    successTint: '#1B3320',
    info: '#9CC8F5',
    onInfo: '#06233F',
    infoTint: '#182C42',
  },
};

export const bands: Record<Mode, Bands> = {
  light: [
    { ink: '#1B5E20', tint: '#E3F3E4' },
    { ink: '#0D4A8A', tint: '#E1EEFB' },
    { ink: '#6B4E00', tint: '#FFF3C9' },
    { ink: '#8A3B00', tint: '#FFE6D1' },
    { ink: '#8C1D18', tint: '#FBE3E1' },
  ],
  dark: [
    { ink: '#A3DCA8', tint: '#17351B' },
    { ink: '#A9D0F8', tint: '#12304F' },
    { ink: '#F0D47F', tint: '#3A2E08' },
    { ink: '#FFC08E', tint: '#43250C' },
    { ink: '#F8B8B2', tint: '#451917' },
  ],
};

export const sizes = {
  cardRadius: 12,
  controlRadius: 8,
  phoneTarget: 44,
  navigation: 256,
  navigationCollapsed: 72,
  topBar: 64,
} as const;

export const fontFamily = "'Cairo Variable', 'Segoe UI', Tahoma, system-ui, sans-serif";
