/**
 * Lets the event loop turn. Calls by `inject` on SQLite never wait for anything outside the process, so that a long
 * row of them looks to the server like an event loop that stands still, and it would answer BUSY.
 */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
