import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';
import rtlPlugin from 'stylis-plugin-rtl';

/** Vite writes this tag (`html.cspNonce`). The server adds the nonce to each response. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

const cache = createCache({
  key: 'rasd',
  stylisPlugins: [prefixer, rtlPlugin],
  ...(nonce ? { nonce } : {}),
});

/** Mirrors all styles. The nonce is for the content security policy. */
export const RightToLeft = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>{children}</CacheProvider>
);
