import { lazy } from 'react';

const path = /^\/verify\/([^/]+)\/?$/;

/** The public check of a paper: before any sign-in, without react-admin. */
export const verify = {
  Page: lazy(() => import('./VerifyPage')),
  /** The code in an address; null in any other. */
  codeIn: (pathname: string): string | null => path.exec(pathname)?.[1] ?? null,
};
