/** A list in parts of at most so many, so that no statement grows without bound. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Runs statements of at most so many items one after the other; between them others get their turn. */
export async function inParts<T>(
  unit: { yieldToEventLoop(): Promise<void> },
  items: readonly T[],
  size: number,
  run: (part: T[]) => Promise<void>,
): Promise<void> {
  for (const part of chunks(items, size)) {
    await run(part);
    await unit.yieldToEventLoop();
  }
}
