import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Data } from '../../server/db/connection';
import { openTestData } from '../support/database';

let other: Server;
let data: Data;
let app: Awaited<ReturnType<typeof createApp>>;
const asked: { url: string; forwarded: unknown }[] = [];

beforeAll(async () => {
  other = createServer((sent, answer) => {
    asked.push({ url: sent.url ?? '', forwarded: sent.headers['x-forwarded-for'] });
    answer.setHeader('content-type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const API_PROXY = `http://127.0.0.1:${(other.address() as AddressInfo).port}/base/api`;
  data = await openTestData();
  app = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent', API_PROXY }));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await data.close();
  other.close();
});

/** A call whose path is sent as it is written. */
const status = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });

test('a call of the screens reaches the other server below its base, with the address of the caller', async () => {
  expect(await status('/api/programs?range=[0,24]')).toBe(200);
  expect(asked.at(-1)).toEqual({ url: '/base/api/programs?range=[0,24]', forwarded: '127.0.0.1' });
});

test('no spelling of a path leaves that base', async () => {
  const before = asked.length;
  for (const path of [
    '/api/../secret',
    '/api/%2e%2e/secret',
    '/api/x/%2e%2e/%2E%2e/secret',
    '/api/..%2fsecret/../../x',
  ]) {
    expect(await status(path)).toBe(404);
  }
  expect(asked).toHaveLength(before);
});
