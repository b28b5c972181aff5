/** Minimum and maximum difference between the server's clock and the device's, in milliseconds. */
let known: readonly [least: number, most: number] = [-Infinity, Infinity];
const listeners = new Set<() => void>();

/** The `Date` header has whole seconds. */
const second = 1000;

/**
 * Estimates the server's time from an answer: its `Date` header was written between the request and now, so each
 * answer narrows the difference of the clocks. A contradiction means that a clock was set, and starts again. Times
 * are milliseconds of the device's clock.
 */
export function noteServerTime(dateHeader: string | null, askedAt: number, now: number): void {
  const told = Date.parse(dateHeader ?? '');
  if (Number.isNaN(told)) return;
  const before = clockDifference();
  const least = told - now;
  const most = told + second - askedAt;
  const narrowed = [Math.max(known[0], least), Math.min(known[1], most)] as const;
  known = narrowed[0] <= narrowed[1] ? narrowed : [least, most];
  if (clockDifference() !== before) for (const listener of listeners) listener();
}

/** Milliseconds by which the server's clock is ahead; 0 as long as both clocks may be equal. */
export function clockDifference(): number {
  const [least, most] = known;
  return least <= 0 && most >= 0 ? 0 : (least + most) / 2;
}

/** The server's time, as far as it is known. */
export const serverNow = (): Date => new Date(Date.now() + clockDifference());

/** Calls the listener whenever the difference changes. */
export function onClockDifference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
