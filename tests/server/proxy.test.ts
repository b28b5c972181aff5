import {
  createServer,
  type IncomingHttpHeaders,
  METHODS,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { allowedMethods, refuseMethod } from '../../server/methods';
import type { Data } from '../../server/db/data';
import { openTestData } from '../support/database';

let other: Server;
let data: Data;
let app: Awaited<ReturnType<typeof createApp>>;
const requests: { url: string; forwarded: unknown }[] = [];
let sentOn: IncomingHttpHeaders = {};

beforeAll(async () => {
  other = createServer((sent, answer) => {
    requests.push({ url: sent.url ?? '', forwarded: sent.headers['x-forwarded-for'] });
    sentOn = sent.headers;
    if (sent.url?.endsWith('/file')) return sendFile(answer);
    if (sent.url?.endsWith('/broken')) return sendHalf(answer);
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

const megabytes = 5;
const fileHeaders = {
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('كشف.pdf')}`,
  'x-operation-id': '17',
  'x-total-count': '3',
  'retry-after': '4',
  'x-server': 'theirs',
  date: 'Sun, 22 Nov 2026 09:00:00 GMT',
};

function sendFile(answer: ServerResponse): void {
  answer.writeHead(200, { ...fileHeaders, 'set-cookie': 'theirs=1', 'x-powered-by': 'another' });
  for (let part = 0; part < megabytes; part += 1) answer.write(Buffer.alloc(1_048_576, part));
  answer.end();
}

/** Sends the first half of an answer and closes the connection. */
function sendHalf(answer: ServerResponse): void {
  answer.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' });
  answer.write('half', () => answer.destroy());
}

/** Makes a call whose path is sent unchanged. */
const status = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path }, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });

test('a call reaches the other server below its base path, with the address of the client', async () => {
  expect(await status('/api/programs?range=[0,24]')).toBe(200);
  expect(requests.at(-1)).toEqual({ url: '/base/api/programs?range=[0,24]', forwarded: '127.0.0.1' });
});

test('the name of the other server is passed on, and ours is not added', async () => {
  const { port } = app.server.address() as AddressInfo;
  const nameIn = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}/api/${path}`)).headers.get('x-server');
  expect([await nameIn('file'), await nameIn('other')]).toEqual(['theirs', null]);
});

test('no notation of a path leaves that base path', async () => {
  const before = requests.length;
  for (const path of [
    '/api/../secret',
    '/api/%2e%2e/secret',
    '/api/x/%2e%2e/%2E%2e/secret',
    '/api/..%2fsecret/../../x',
  ]) {
    expect(await status(path)).toBe(404);
  }
  expect(requests).toHaveLength(before);
});

test('a file has its name and all headers that the client reads; no cookie is passed in either direction', async () => {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/file`, {
    headers: { authorization: 'Bearer x', cookie: 'device=secret', 'idempotency-key': 'key-of-mine' },
  });
  expect(Object.fromEntries(answer.headers)).toMatchObject(fileHeaders);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('x-powered-by')).toBeNull();
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes.length).toBe(megabytes * 1_048_576);
  expect([bytes[0], bytes.at(-1)]).toEqual([0, megabytes - 1]);
  expect(sentOn).toMatchObject({ authorization: 'Bearer x', 'idempotency-key': 'key-of-mine' });
  expect(sentOn.cookie).toBeUndefined();
});

test('an answer that breaks off also breaks off here, and the next call is served', async () => {
  const { port } = app.server.address() as AddressInfo;
  const broken = fetch(`http://127.0.0.1:${port}/api/broken`).then((answer) => answer.arrayBuffer());
  await expect(broken).rejects.toThrow(/terminated|closed|aborted/);
  expect(await status('/api/programs')).toBe(200);
});

/** Returns the first line and the body of the answer to a method on a bare connection. */
const methodAt = (port: number, method: string, path = '/api/programs') =>
  new Promise<{ head: string; body: string }>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ head, body });
    });
  });

test('an unused HTTP method answers 405 with JSON, through the proxy and without it', async () => {
  const direct = await createApp(data, readConfig({ LOG_LEVEL: 'silent', WEB_ROOT: '/nonexistent' }));
  await direct.listen({ port: 0, host: '127.0.0.1' });
  for (const server of [app, direct]) {
    const { port } = server.server.address() as AddressInfo;
    const before = requests.length;
    const others = METHODS.filter((method) => !allowedMethods.some((allowed) => allowed === method));
    expect(others).toEqual(expect.arrayContaining(['TRACE', 'CONNECT', 'PROPFIND']));
    for (const method of [...others, 'INVENTED']) {
      const { head, body } = await methodAt(port, method, method === 'CONNECT' ? 'a:443' : undefined);
      expect(head, method).toMatch(/^HTTP\/1.1 405 /);
      expect(head.toLowerCase(), method).toContain('allow: get, head, post, put, patch, delete, options');
      expect(JSON.parse(body), method).toEqual({
        error: 'طريقة الطلب هذه غير مدعومة في هذا الخادم',
        code: 'METHOD_NOT_ALLOWED',
      });
    }
    expect(requests).toHaveLength(before);
    // Used methods are served, or answer 404 if the API has no such call.
    for (const method of allowedMethods) {
      const { head } = await methodAt(port, method, '/api/health');
      const isServed = server === app || method === 'GET' || method === 'HEAD';
      expect(head, method).toMatch(isServed ? /^HTTP\/1.1 200 / : /^HTTP\/1.1 404 /);
    }
  }
  await direct.close();
});

test('a client that resets the connection after CONNECT does not end the process', () => {
  const socket = new Socket();
  refuseMethod(socket);
  expect(socket.emit('error', new Error('ECONNRESET'))).toBe(true);
  expect(socket.destroyed).toBe(true);
});

test('a body of over a megabyte is refused, and not sent to the other server', async () => {
  const send = (bytes: number) =>
    app.inject({
      method: 'POST',
      url: '/api/programs',
      payload: 'x'.repeat(bytes),
      headers: { 'content-type': 'text/plain' },
    });
  const before = requests.length;
  expect((await send(1_048_577)).statusCode).toBe(413);
  expect(requests).toHaveLength(before);
  expect((await send(1_000)).statusCode).toBe(200);
});
