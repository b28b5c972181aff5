/** Milliseconds by which the server's clock can be ahead of the device's, least and most. */
let known: readonly [least: number, most: number] = [-Infinity, Infinity];
const listeners = new Set<() => void>();

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
  const before = clockDifference();
  const least = told - now;
  const most = told + second - askedAt;
  const narrowed = [Math.max(known[0], least), Math.min(known[1], most)] as const;
  known = narrowed[0] <= narrowed[1] ? narrowed : [least, most];
  if (clockDifference() !== before) for (const listener of listeners) listener();
}

/** Milliseconds by which the server's clock is ahead; 0 as long as the two may well agree. */
export function clockDifference(): number {
  const [least, most] = known;
  return least <= 0 && most >= 0 ? 0 : (least + most) / 2;
}

/** Calls back whenever the difference is known to be another. */
export function onClockDifference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
