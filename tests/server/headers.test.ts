import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachedDocumentHandler } from '../../server/storedDocument';
import { startTestApp, type TestApp } from '../support/app';

const page =
  '<!doctype html><html><head><meta property="csp-nonce" nonce="RASD_CSP_NONCE"><script type="module" nonce="RASD_CSP_NONCE" src="/assets/main-abc.js"></script></head></html>';
const secret = 'must not be served';

let folder: string;
let server: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rasd-web-'));
  const root = join(folder, 'web');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), page);
  writeFileSync(join(root, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(root, 'assets', 'main-abc.js.br'), 'with Brotli');
  writeFileSync(join(root, 'assets', 'main-abc.js.gz'), 'with gzip');
  writeFileSync(join(folder, 'secret.txt'), secret);
  mkdirSync(join(root, 'icons'));
  writeFileSync(join(root, 'app.webmanifest'), '{}');
  writeFileSync(join(root, 'worker.js'), 'export {};');
  writeFileSync(join(root, 'icons', '192.png'), 'an icon');
  writeFileSync(join(root, 'icons', 'other.png'), secret);
  writeFileSync(join(root, 'not-an-asset.txt'), secret);
  server = await startTestApp({ config: { WEB_ROOT: root } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function get(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const response = await server.app.inject({ method, url });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}
/** Maps each directive of a policy to its sources. */
const directives = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );

const problem = (code: string) => ({
  error: expect.stringMatching(/[\u0600-\u06FF]/),
  code,
});

describe('a page', () => {
  test.each([
    '/',
    '/login',
    '/programs/3/edit',
    '/students?filter=%7B%7D',
    '/لوحة',
    '/index.html',
    '/apiary',
  ])('a page is the same for %s', async (url) => {
    const answer = await get(encodeURI(decodeURI(url)));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text.replace(/nonce="[^"]+"/g, 'nonce="RASD_CSP_NONCE"')).toBe(page);
  });

  test('a page has a policy with only the sources that it needs, and a nonce that is in the page', async () => {
    const { headers, text } = await get('/login');
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(nonce).toMatch(/^[\w+/=]{20,}$/);
    expect(text).not.toContain('RASD_CSP_NONCE');
    expect(text.split(`nonce="${nonce}"`)).toHaveLength(3);
    const policy = directives(headers['content-security-policy']);
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': `'self' 'nonce-${nonce}'`,
      'style-src': `'self' 'nonce-${nonce}'`,
      'connect-src': "'self'",
      'font-src': "'self'",
      'worker-src': "'self'",
      'img-src': "'self' data: blob:",
      'frame-ancestors': "'none'",
    });
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('a page has a new nonce for each request', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => /nonce="([^"]+)"/.exec((await get('/')).text)?.[1]),
    );
    expect(new Set(nonces).size).toBe(20);
  });

  test('a page is served only for GET', async () => {
    const answer = await get('/login', 'POST');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual(problem('NOT_FOUND'));
    expect((await get('/login', 'HEAD')).status).toBe(200);
  });
});

describe('an asset', () => {
  test('an asset is cached permanently by the browser', async () => {
    const { status, headers, text } = await get('/assets/main-abc.js');
    expect({ status, text }).toEqual({ status: 200, text: 'export {};' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', 'with Brotli'],
    ['GZIP;q=0.5, deflate', 'gzip', 'with gzip'],
    ['br;q=0, gzip', 'gzip', 'with gzip'],
    ['deflate', undefined, 'export {};'],
    [undefined, undefined, 'export {};'],
  ])(
    'an asset is sent in the compressed form of the build if the browser accepts it: %s',
    async (accepted, encoding, sent) => {
      const response = await server.app.inject({
        url: '/assets/main-abc.js',
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      });
      expect({ status: response.statusCode, text: response.body }).toEqual({ status: 200, text: sent });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(response.headers['content-length']).toBe(String(sent.length));
      expect(response.headers['vary']).toBe('accept-encoding');
    },
  );

  test('an asset is served until the server stops, also after a newer build has replaced it', async () => {
    rmSync(join(folder, 'web', 'assets', 'main-abc.js'));
    expect((await get('/assets/main-abc.js')).text).toBe('export {};');
  });

  test.each([
    '/assets/../not-an-asset.txt',
    '/assets/..%2fnot-an-asset.txt',
    '/assets/%2e%2e/not-an-asset.txt',
    '/assets/..%5cnot-an-asset.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/assets//../../secret.txt',
    '/assets/%00',
    '/assets/',
    '/not-an-asset.txt',
    '/../secret.txt',
  ])('an asset is never a file outside its folder: %s', async (url) => {
    const answer = await get(url);
    expect(answer.text).not.toContain(secret);
    // The answer is the complete page or an error.
    const isPage = answer.status === 200 && answer.text.startsWith('<!doctype html>');
    expect(isPage || JSON.parse(answer.text)).toEqual(isPage || problem('NOT_FOUND'));
  });

  test('a missing asset answers 404, because the browser would run an HTML page as a script', async () => {
    const answer = await get('/assets/main-old.js');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual(problem('NOT_FOUND'));
  });
});

describe('a file of the installed app', () => {
  test('a file of the installed app is revalidated at each start, so that no device stays on an old version', async () => {
    const manifest = await get('/app.webmanifest');
    expect({ status: manifest.status, text: manifest.text }).toEqual({ status: 200, text: '{}' });
    expect(manifest.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const worker = await get('/worker.js');
    expect({ status: worker.status, text: worker.text }).toEqual({ status: 200, text: 'export {};' });
    expect(worker.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    });
  });

  test('a file of the installed app is served from the icon folder only if it is an icon', async () => {
    const icon = await get('/icons/192.png');
    expect({ status: icon.status, text: icon.text }).toEqual({ status: 200, text: 'an icon' });
    expect(icon.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    });
    expect((await get('/icons/other.png')).text).not.toContain(secret);
  });

  test('a file of the installed app may be loaded by the page', async () => {
    const policy = directives((await get('/')).headers['content-security-policy']);
    expect(policy).toMatchObject({ 'manifest-src': "'self'", 'worker-src': "'self'" });
  });
});

describe('the API', () => {
  test.each(['/api/health', '/api/programs', '/api/nothing', '/api', '/api/'])(
    'the API answers %s with JSON and headers against caching, framing and sniffing',
    async (url) => {
      const { headers, text } = await get(url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-server': 'rasd',
      });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(text)).toBeTypeOf('object');
    },
  );

  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/api/health'],
    ['PATCH', '/api/programs/1'],
    ['GET', '/api/programs/1/2/3'],
    ['GET', '/api/../api/nothing'],
  ] as const)('the API has no call %s %s', async (method, url) => {
    const response = await server.app.inject({ method, url });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual(problem('NOT_FOUND'));
  });

  test.each([
    '/api/%',
    '/api/programs/%zz',
    '/api/subject-curriculum/%E0%A4%A',
    '/%',
    '/api/programs/%ff?filter=%',
  ])('the API answers a malformed address like any missing one: %s', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual(problem('NOT_FOUND'));
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  test('the API answers a very long name like a missing one', async () => {
    for (const length of [100, 1_001, 15_000]) {
      const path = `/subject-curriculum/${'a'.repeat(length)}`;
      expect((await get(`/api${path}`)).status).toBe(401);
      const answer = await server.call('GET', path, { as: 'admin' });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: problem('NOT_FOUND'),
      });
    }
  });

  test('the API has a documentation page, with a policy that allows its one style', async () => {
    const { status, headers, text } = await get('/api/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(directives(headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'style-src': expect.stringMatching(/^'sha256-[\w+/=]+'$/),
      'frame-ancestors': "'none'",
    });
    expect(text).toContain('/api/programs');
    expect(text).not.toContain('<script');
  });

  test('a page of a list is compressed, and has its range', async () => {
    const token = await server.signIn('admin');
    const requestPage = (encoding = 'identity') =>
      server.app.inject({
        url: '/api/students?range=[0,24]',
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
    const [uncompressed, compressed] = [await requestPage(), await requestPage('gzip')];
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-range': expect.stringMatching(/^students 0-24\/\d+$/),
    });
    expect(gunzipSync(compressed.rawPayload).equals(uncompressed.rawPayload)).toBe(true);
  });

  test.each(['/api/docs', '/api/openapi.json'])(
    'the API compresses %s once, and answers 304 if the client has it',
    async (url) => {
      const requestFile = (headers: Record<string, string>) => server.app.inject({ url, headers });
      const uncompressed = await requestFile({});
      const compressed = await requestFile({ 'accept-encoding': 'br' });
      const gzipped = await requestFile({ 'accept-encoding': 'gzip' });
      const { etag = '' } = compressed.headers;
      expect(uncompressed.headers).toMatchObject({
        etag,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(brotliDecompressSync(compressed.rawPayload).equals(uncompressed.rawPayload)).toBe(true);
      expect(gunzipSync(gzipped.rawPayload).equals(uncompressed.rawPayload)).toBe(true);
      expect(compressed.headers['content-length']).toBe(String(compressed.rawPayload.length));
      for (const ifNoneMatch of [etag, `"other", ${etag}`]) {
        const stored = await requestFile({ 'accept-encoding': 'br', 'if-none-match': ifNoneMatch });
        expect({ status: stored.statusCode, bytes: stored.rawPayload.length }).toEqual({
          status: 304,
          bytes: 0,
        });
        expect(stored.headers['etag']).toBe(etag);
      }
      expect((await requestFile({ 'if-none-match': '"other"' })).statusCode).toBe(200);
      expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    },
  );

  test('the API compresses a document once for all concurrent requests', async () => {
    let built = 0;
    const document = cachedDocumentHandler(async () => `${(built += 1)}`.repeat(10_000));
    const app = Fastify().get('/', document);
    const sent: unknown[] = [];
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload));
    const requests = Array.from({ length: 40 }, () =>
      app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } }),
    );
    for (const { statusCode } of await Promise.all(requests)) expect(statusCode).toBe(200);
    expect({ built, buffers: new Set(sent).size, answers: sent.length }).toEqual({
      built: 1,
      buffers: 1,
      answers: 40,
    });
  });

  test('the API has no CORS headers, so that other sites cannot read its answers', async () => {
    const { headers } = await server.app.inject({
      url: '/api/health',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a server without a built client', () => {
  test('a server without a built client answers 404 in JSON for every page, and serves the API', async () => {
    const withoutClient = await startTestApp({ config: { WEB_ROOT: join(folder, 'nowhere') } });
    const answer = await withoutClient.app.inject({ url: '/login' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual(problem('NOT_FOUND'));
    expect((await withoutClient.app.inject({ url: '/api/health' })).statusCode).toBe(200);
    await withoutClient.close();
  });
});
