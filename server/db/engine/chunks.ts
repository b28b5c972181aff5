/** Splits a list into parts of at most `size` items, so that the size of a statement is limited. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Calls `run` for each part of at most `size` items, and yields to the event loop after each. */
export async function forEachChunk<T>(
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
