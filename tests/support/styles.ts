import createCache from '@emotion/cache';

const sheets = Object.getPrototypeOf(createCache({ key: 'any' }).sheet) as { insert: unknown };
const insert = sheets.insert;

/** Puts the styles of components that are drawn from now on into the page, or leaves them out. */
export function drawStyles(areDrawn: boolean): void {
  sheets.insert = areDrawn ? insert : () => undefined;
}
