import { test } from 'vitest';
import { get, handlesOf, pageBytes, start } from '../support/rawConnections';
import { until } from '../support/siege';

const isLinux = process.platform === 'linux';

// A file of its own, to run beside the others, because it waits as long as the server does.
test.runIf(isLinux)(
  'who takes nothing of an answer is given up after a while, and who takes it slowly is given all of it',
  async ({ expect, onTestFinished }) => {
    const started = await start(onTestFinished, { times: 0.2 });
    const slow = await started.openUnread(get('/'));
    await until(started.server, () => slow.socket.readableLength > 0);
    const usual = handlesOf(started.server);
    await Promise.all(Array.from({ length: 10 }, () => started.openUnread(get('/'))));
    await Promise.all(Array.from({ length: 10 }, () => started.openUnread(get('/assets/large.js'))));
    await until(started.server, () => handlesOf(started.server) >= usual + 20);
    // About 64 kB every tenth of a second until the others are closed; then at full speed.
    while (handlesOf(started.server) > usual) {
      slow.taken += (slow.socket.read() as Buffer | null)?.length ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // They were not given up at once.
    expect(slow.taken).toBeGreaterThan(1_000_000);
    expect(slow.taken).toBeLessThan(pageBytes);
    slow.socket.on('data', (part: Buffer) => (slow.taken += part.length));
    await until(started.server, () => slow.taken > pageBytes);
  },
);
