import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors } from '../../contract/errors';
import { Problem } from '../../server/problem';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import type { Data } from '../../server/db/data';
import { openTestData } from '../support/database';
import { temporaryFolder } from '../support/temporaryFolder';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const root = join(temporaryFolder(), 'web');

let data: Data;
let server: FastifyInstance;
let isBusy = true;
beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>screens</title>');
  data = await openTestData();
  server = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: root }));
  // Simulates a server that is stopping or overloaded.
  server.addHook('onRequest', async () => {
    if (isBusy) throw new Problem('BUSY', { retryAfterSeconds: 2 });
  });
});
afterAll(async () => {
  await server.close();
  await data.close();
});

const get = (url: string, accept = browser, method: 'GET' | 'POST' = 'GET') =>
  server.inject({ method, url, headers: { accept } });

test('a page that is opened while the server is busy shows a message and a retry link', async () => {
  const { statusCode, headers, body } = await get('/login?next=%2Fusers');
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/),
  });
  expect(body).toContain('<html lang="ar" dir="rtl">');
  expect(body).toContain(errors.BUSY.message);
  expect(body).toContain('<a href="">إعادة المحاولة</a>');
  expect(body).not.toMatch(/"error"|<script/);
  isBusy = false;
  expect((await get('/login')).body).toContain('<title>screens</title>');
  isBusy = true;
});

test.each([
  ['a call', '/api/programs', browser],
  ['an asset of the client', '/assets/main.js', '*/*'],
  ['a client that accepts JSON', '/login', 'application/json'],
])('%s gets JSON as usual', async (_who, url, accept) => {
  const { statusCode, headers, body } = await get(url, accept);
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' });
  expect(JSON.parse(body)).toEqual({ error: errors.BUSY.message, code: 'BUSY' });
});
