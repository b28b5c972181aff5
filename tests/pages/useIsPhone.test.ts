import { createTheme } from '@mui/material';
import { afterEach, expect, it, vi } from 'vitest';
import { buildTheme } from '../../src/theme/theme';
import { isPhoneWindow } from '../../src/ui/page/useIsPhone';

afterEach(() => vi.unstubAllGlobals());

it('before the first render, a phone has the same breakpoint as in the theme', () => {
  const query = createTheme(buildTheme('light')).breakpoints.down('sm').replace('@media ', '');
  vi.stubGlobal('matchMedia', (mediaQuery: string) => ({ matches: mediaQuery === query }));
  expect(isPhoneWindow()).toBe(true);
});
