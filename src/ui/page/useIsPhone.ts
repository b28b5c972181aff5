import { type Theme, useMediaQuery } from '@mui/material';

/** Below 600 px, tables become cards and dialogs fill the screen. */
export const useIsPhone = () =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
