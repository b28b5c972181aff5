/** Bounds of the difference between the server's clock and the device's clock. Milliseconds. */
let bounds: readonly [min: number, max: number] = [-Infinity, Infinity];
const listeners = new Set<() => void>();

const second = 1000;

/** The server wrote `Date` between `requestedAt` and `now`, which are times of the device. */
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

/** Positive if the server's clock is ahead. Milliseconds. 0 while the clocks may be equal. */
export function clockDifference(): number {
  const [min, max] = bounds;
  return min <= 0 && max >= 0 ? 0 : (min + max) / 2;
}

export const serverNow = (): Date => new Date(Date.now() + clockDifference());

export function onClockDifference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
