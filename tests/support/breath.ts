/**
 * Lets the event loop turn. Calls by `inject` on SQLite never wait for anything outside the process. A long row of them
 * looks to the server like a blocked event loop, and it would answer BUSY.
 */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Leaves the core to another process, between two looks at whether it is done: who asks without end takes the time from
 * the process that is asked about.
 */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
