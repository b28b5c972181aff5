/** What a paper is looked for by: the code of its QR, or what it shows beside it. */
export type Asked = { code: string } | { number: string; check: string };

const path = /^\/verify(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/;

/** What an address asks for, null for the empty form; undefined in any other address. */
export function askedIn(pathname: string): Asked | null | undefined {
  const found = path.exec(pathname);
  if (!found) return undefined;
  const [, first, check] = found;
  if (first === undefined) return null;
  return check === undefined ? { code: first } : { number: decoded(first), check: decoded(check) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
