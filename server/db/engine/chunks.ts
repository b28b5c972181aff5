export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

export async function forEachChunk<T>(
  unit: { yieldToEventLoop(): Promise<void> },
  items: readonly T[],
  size: number,
  run: (chunk: T[]) => Promise<void>,
): Promise<void> {
  for (const chunk of chunks(items, size)) {
    await run(chunk);
    await unit.yieldToEventLoop();
  }
}
