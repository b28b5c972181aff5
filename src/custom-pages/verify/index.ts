import { lazy } from 'react';
import type { PaperKey } from './VerifyPage';

/** The public check of a paper: before any sign-in, without react-admin. */
export const verify = { Page: lazy(() => import('./VerifyPage')), parsePath };

const path = /^\/verify(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/;

/** The paper that an address names, null for the empty form; undefined in any other address. */
function parsePath(pathname: string): PaperKey | null | undefined {
  const found = path.exec(pathname);
  if (!found) return undefined;
  const [, first, check] = found;
  if (first === undefined) return null;
  return check === undefined ? { code: first } : { number: decode(first), check: decode(check) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
