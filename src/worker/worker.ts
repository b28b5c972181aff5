import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

// The service worker caches the shell: page, scripts, styles and fonts of one version. The shell opens
// without a network. The worker never handles the API or public pages, because they depend on time and user.

declare const self: ServiceWorkerGlobalScope;
/** The build inserts the list. */
declare const FILES: (PrecacheEntry | string)[];
/** The main script of this version. The build inserts it. */
declare const MAIN: string;

const pagePath = '/';
const policyHeader = 'Content-Security-Policy';
/** Placeholder for the nonce in the cached page. The build inserts the same word. */
const noncePlaceholder = 'RASD_CSP_NONCE';
const serverPath = /^\/(api|g|trust|verify)(\/|$)/;

/** Null if the page has another version or no nonce. Then the next visit installs the worker. */
async function buildTemplate(response: Response): Promise<Response | null> {
  const policy = response.headers.get(policyHeader) ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const text = await response.text();
  if (!nonce || !text.includes(MAIN) || !text.includes(`nonce="${nonce}"`)) return null;
  const headers = new Headers(response.headers);
  headers.set(policyHeader, policy.replaceAll(nonce, noncePlaceholder));
  return new Response(text.replaceAll(nonce, noncePlaceholder), { headers });
}

const shell = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) => {
        if (response.status !== 200) return null;
        return new URL(request.url).pathname === pagePath ? buildTemplate(response) : response;
      },
    },
  ],
});
shell.addToCacheList(FILES);

/** The cached page with a new nonce in its HTML and its policy, as the server sends it. */
async function buildPage(request: Request): Promise<Response> {
  const template = await shell.matchPrecache(pagePath);
  if (!template) return fetch(request);
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(template.headers);
  headers.set(policyHeader, (headers.get(policyHeader) ?? '').replaceAll(noncePlaceholder, nonce));
  return new Response((await template.text()).replaceAll(noncePlaceholder, nonce), { headers });
}

const loadFile = async (request: Request): Promise<Response> =>
  (await shell.matchPrecache(request)) ?? fetch(request);

self.addEventListener('install', (event) => void shell.install(event));

// With `clients.claim`, the second visit works offline. A later version waits until the user accepts it.
self.addEventListener('activate', (event) => {
  void shell.activate(event);
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || serverPath.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(buildPage(request));
  else if (pathname !== pagePath && shell.getCacheKeyForURL(request.url))
    event.respondWith(loadFile(request));
});
