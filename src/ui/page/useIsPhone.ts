import { type Theme, useMediaQuery } from '@mui/material';

const phoneQuery = '(max-width:599.95px)';

/** The same for code that runs before the first render. Tests have no `matchMedia`. */
export const isPhoneWindow = () =>
  typeof window.matchMedia === 'function' && window.matchMedia(phoneQuery).matches;

/** Below 600 px, tables become cards and dialogs fill the screen. */
export const useIsPhone = () =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
