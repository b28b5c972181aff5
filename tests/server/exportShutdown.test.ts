import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { openInstitute } from '../../server/domain/openInstitute';
import { newFilledDatabase, password } from '../support/app';
import { startProgram } from '../support/childProcess';

test('at SIGTERM a running export breaks its download, and the process exits by itself', async () => {
  const { url, discard } = await newFilledDatabase({ hasFewRevisions: true });
  const data = await openInstitute(url);
  // More than the buffers of a connection can take.
  const description = randomBytes(24 * 1_048_576).toString('base64');
  await data.writeUnlogged((trx) => trx.updateTable('programs').set({ description }).execute());
  await data.close();
  const server = startProgram('server/main.ts', [], { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'error' });
  const [, address = ''] = await server.waitForOutput(/Rasd is ready: (\S+)/);
  const post = (path: string, body: unknown, token?: string) =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { token } = (await (await post('/auth/login', { username: 'admin', password })).json()) as {
    token: string;
  };
  expect((await post('/auth/step-up', { password }, token)).status).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  const client = request(`${address}/api/export`, { method: 'POST', headers }).end();
  const [answer] = (await once(client, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  await once(answer, 'readable');
  answer.on('error', () => undefined);
  const closed = new Promise((resolve) => answer.once('close', resolve));
  server.process.kill('SIGTERM');
  answer.resume();
  await closed;
  expect(answer.complete).toBe(false);
  // Exit code 1 would mean that the server was still busy at the end of its grace period.
  expect(await server.ended).toEqual({ code: 0, signal: null });
  await discard();
});
