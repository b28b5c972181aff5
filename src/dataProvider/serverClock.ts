/** How far the server's clock can be ahead of the device's, in milliseconds. */
let bounds: readonly [min: number, max: number] = [-Infinity, Infinity];
const listeners = new Set<() => void>();

const second = 1000;

/** Narrows the bounds: the server wrote `Date` between `requestedAt` and `now`, which are times of the device. */
export function noteServerTime(dateHeader: string | null, requestedAt: number, now: number): void {
  const headerTime = Date.parse(dateHeader ?? '');
  if (Number.isNaN(headerTime)) return;
  const before = clockDifference();
  const min = headerTime - now;
  const max = headerTime + second - requestedAt;
  const narrowed = [Math.max(bounds[0], min), Math.min(bounds[1], max)] as const;
  bounds = narrowed[0] <= narrowed[1] ? narrowed : [min, max];
  if (clockDifference() !== before) for (const listener of listeners) listener();
}

/** Milliseconds by which the server's clock is ahead; 0 while both may be equal. */
export function clockDifference(): number {
  const [min, max] = bounds;
  return min <= 0 && max >= 0 ? 0 : (min + max) / 2;
}

export const serverNow = (): Date => new Date(Date.now() + clockDifference());

export function onClockDifference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
