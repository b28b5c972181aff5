import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';
import rtlPlugin from 'stylis-plugin-rtl';

/** Vite's `html.cspNonce` writes the tag; the server fills it in each answer. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

const cache = createCache({
  key: 'rasd',
  stylisPlugins: [prefixer, rtlPlugin],
  ...(nonce ? { nonce } : {}),
});

/** Mirrors the styles of all components, and passes the nonce of the content security policy. */
export const RightToLeft = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>{children}</CacheProvider>
);
