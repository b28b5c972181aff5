import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';
import rtlPlugin from 'stylis-plugin-rtl';

/** Written by Vite's `html.cspNonce`, filled by the server at each answer. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

const cache = createCache({
  key: 'rasd',
  stylisPlugins: [prefixer, rtlPlugin],
  ...(nonce ? { nonce } : {}),
});

/** Styles of the components, mirrored, and allowed by the page's content security policy. */
export const RightToLeft = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>{children}</CacheProvider>
);
