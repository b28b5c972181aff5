import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';
import rtlPlugin from 'stylis-plugin-rtl';

/** Vite writes this tag (`html.cspNonce`), and the server fills it in each answer. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

const cache = createCache({
  key: 'rasd',
  stylisPlugins: [prefixer, rtlPlugin],
  ...(nonce ? { nonce } : {}),
});

/** Mirrors all styles, and gives them the nonce that the content security policy needs. */
export const RightToLeft = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>{children}</CacheProvider>
);
