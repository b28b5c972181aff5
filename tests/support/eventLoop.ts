/** Yields to the event loop, which a long series of injected calls on SQLite would block. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Pauses between polls, so that the other process gets CPU time. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
