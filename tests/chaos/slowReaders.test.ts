import { test } from 'vitest';
import { getRequest, countHandles, pageBytes, startServer } from '../support/rawConnections';
import { waitUntil } from '../support/siege';

const isLinux = process.platform === 'linux';

// A file of its own, to run beside the others, because it waits as long as the server does.
test.runIf(isLinux)(
  'who takes nothing of an answer is given up after a while, and who takes it slowly is given all of it',
  async ({ expect, onTestFinished }) => {
    const started = await startServer(onTestFinished, { times: 0.2 });
    const slow = await started.openUnread(getRequest('/'));
    await waitUntil(started.server, () => slow.socket.readableLength > 0);
    const usual = countHandles(started.server);
    await Promise.all(Array.from({ length: 10 }, () => started.openUnread(getRequest('/'))));
    await Promise.all(Array.from({ length: 10 }, () => started.openUnread(getRequest('/assets/large.js'))));
    await waitUntil(started.server, () => countHandles(started.server) >= usual + 20);
    // About 64 kB every tenth of a second until the others are closed; then at full speed.
    while (countHandles(started.server) > usual) {
      slow.bytesRead += (slow.socket.read() as Buffer | null)?.length ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // They were not given up at once.
    expect(slow.bytesRead).toBeGreaterThan(1_000_000);
    expect(slow.bytesRead).toBeLessThan(pageBytes);
    slow.socket.on('data', (part: Buffer) => (slow.bytesRead += part.length));
    await waitUntil(started.server, () => slow.bytesRead > pageBytes);
  },
);
