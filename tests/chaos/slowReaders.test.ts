import { test } from 'vitest';
import { getRequest, countHandles, pageBytes, startServer } from '../support/rawConnections';
import { waitUntil } from '../support/writeLoad';

const isLinux = process.platform === 'linux';

// This test has its own file to run in parallel, because it waits for the timeout of the server.
test.runIf(isLinux)(
  'a client that reads nothing of an answer is closed after a while, and a slow reader gets the whole answer',
  async ({ expect, onTestFinished }) => {
    const started = await startServer(onTestFinished, { timeoutFactor: 0.2 });
    const slow = await started.openUnread(getRequest('/'));
    await waitUntil(started.server, () => slow.socket.readableLength > 0);
    const usual = countHandles(started.server);
    await Promise.all(Array.from({ length: 10 }, () => started.openUnread(getRequest('/'))));
    await Promise.all(Array.from({ length: 10 }, () => started.openUnread(getRequest('/assets/large.js'))));
    await waitUntil(started.server, () => countHandles(started.server) >= usual + 20);
    // Reads about 64 kB every 100 ms until the server has closed the others; then reads at full speed.
    while (countHandles(started.server) > usual) {
      slow.bytesRead += (slow.socket.read() as Buffer | null)?.length ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // The server did not close the others at once.
    expect(slow.bytesRead).toBeGreaterThan(1_000_000);
    expect(slow.bytesRead).toBeLessThan(pageBytes);
    slow.socket.on('data', (part: Buffer) => (slow.bytesRead += part.length));
    await waitUntil(started.server, () => slow.bytesRead > pageBytes);
  },
);
