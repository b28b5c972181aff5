import { lazy } from 'react';
import type { PaperKey } from './VerifyPage';

/** This public page works without sign-in and does not load react-admin. */
export const verify = { Page: lazy(() => import('./VerifyPage')), parsePath };

const pathPattern = /^\/verify(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/;

/** Null for the empty form, undefined for any other URL. */
function parsePath(pathname: string): PaperKey | null | undefined {
  const match = pathPattern.exec(pathname);
  if (!match) return undefined;
  const [, codeOrNumber, check] = match;
  if (codeOrNumber === undefined) return null;
  return check === undefined
    ? { code: codeOrNumber }
    : { number: decode(codeOrNumber), check: decode(check) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
