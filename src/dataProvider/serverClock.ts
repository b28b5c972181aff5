/** Milliseconds by which the server's clock can be ahead of the device's, least and most. */
let known: readonly [least: number, most: number] = [-Infinity, Infinity];

/** The `Date` header tells whole seconds. */
const second = 1000;

/**
 * Learns the server's time from an answer: its `Date` header was written at some moment between asking and now, so
 * each answer narrows the difference of the clocks. One that contradicts what was known begins anew, since then a
 * clock was set. Times in milliseconds of the device's clock.
 */
export function noteServerTime(dateHeader: string | null, askedAt: number, now: number): void {
  const told = Date.parse(dateHeader ?? '');
  if (Number.isNaN(told)) return;
  const least = told - now;
  const most = told + second - askedAt;
  const narrowed = [Math.max(known[0], least), Math.min(known[1], most)] as const;
  known = narrowed[0] <= narrowed[1] ? narrowed : [least, most];
}

/** Now by the server's clock; the device's own where the two may well agree. */
export function serverNow(now = Date.now()): Date {
  const [least, most] = known;
  const agrees = least <= 0 && most >= 0;
  return new Date(agrees || !Number.isFinite(least) ? now : now + (least + most) / 2);
}
