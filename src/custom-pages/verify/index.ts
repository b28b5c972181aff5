import { lazy } from 'react';
import type { PaperKey } from './VerifyPage';

/** The public page that verifies a paper: without sign-in and without react-admin. */
export const verify = { Page: lazy(() => import('./VerifyPage')), parsePath };

const path = /^\/verify(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/;

/** The paper in an address, null for the empty form; undefined for any other address. */
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
