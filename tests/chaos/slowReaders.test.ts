import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { get, handlesOf, openUnread, pageBytes, start } from '../support/rawConnections';
import { until } from '../support/siege';

// A file of its own, to run beside the others, because it waits as long as the server does.
test.runIf(existsSync('/proc/self/status'))(
  'who takes nothing of an answer is given up after a while, and who takes it slowly is given all of it',
  async () => {
    const started = await start();
    const slow = await openUnread(started.port, get('/'));
    await until(started.server, () => slow.socket.readableLength > 0);
    const usual = handlesOf(started.server);
    await Promise.all(Array.from({ length: 10 }, () => openUnread(started.port, get('/'))));
    await Promise.all(Array.from({ length: 10 }, () => openUnread(started.port, get('/assets/large.js'))));
    await until(started.server, () => handlesOf(started.server) >= usual + 20);
    const began = performance.now();
    // About 64 kB every half second until the others are closed; then at full speed.
    while (handlesOf(started.server) > usual) {
      slow.taken += (slow.socket.read() as Buffer | null)?.length ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(performance.now() - began).toBeGreaterThan(30_000);
    expect(slow.taken).toBeLessThan(pageBytes);
    slow.socket.on('data', (part: Buffer) => (slow.taken += part.length));
    await until(started.server, () => slow.taken > pageBytes);
  },
);
