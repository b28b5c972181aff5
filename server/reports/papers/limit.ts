import { Problem } from '../../problem';

const windowMs = 60_000;
const mostForAddress = 60;
/** So many addresses are remembered; then the oldest go. */
const mostAddresses = 10_000;

const seen = new Map<string, { since: number; count: number }>();

/** Counts a check of a paper by an address. @throws TOO_MANY at the 61st within a minute */
export function countCheck(address: string, now: number): void {
  const known = seen.get(address);
  if (!known || now - known.since >= windowMs || now < known.since) {
    seen.delete(address);
    seen.set(address, { since: now, count: 1 });
    const oldest = seen.size > mostAddresses ? seen.keys().next().value : undefined;
    if (oldest !== undefined) seen.delete(oldest);
    return;
  }
  known.count += 1;
  if (known.count <= mostForAddress) return;
  const seconds = Math.max(1, Math.ceil((known.since + windowMs - now) / 1_000));
  throw new Problem('TOO_MANY', { retryAfterSeconds: seconds });
}
