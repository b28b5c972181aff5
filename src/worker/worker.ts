import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';

/*
 * The service worker of the installed app. It keeps the shell (the page, scripts, styles and fonts of one version) and
 * opens the app without a network. It never answers the API, nor what is public by a code: what those say is of now,
 * and of one person.
 */

declare const self: ServiceWorkerGlobalScope;
/** The files of this version, written by the build. */
declare const FILES: (PrecacheEntry | string)[];
/** The script that the page of this version begins with, written by the build. */
declare const MAIN: string;

const page = '/';
const policyHeader = 'Content-Security-Policy';
/** Stands in the kept page and its policy where each answer has a nonce of its own; the build writes the same word. */
const placeholder = 'RASD_CSP_NONCE';
const isForTheServer = /^\/(api|verify)(\/|$)/;

/**
 * The page as the server sent it, with the placeholder for its nonce; null if it is not the page of this version, or has
 * no policy with a nonce: then this version is not installed, and the next visit tries again.
 */
async function templateOf(response: Response): Promise<Response | null> {
  const policy = response.headers.get(policyHeader) ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  const text = await response.text();
  if (!nonce || !text.includes(MAIN) || !text.includes(`nonce="${nonce}"`)) return null;
  const headers = new Headers(response.headers);
  headers.set(policyHeader, policy.replaceAll(nonce, placeholder));
  return new Response(text.replaceAll(nonce, placeholder), { headers });
}

const shell = new PrecacheController({
  plugins: [
    {
      cacheWillUpdate: async ({ request, response }) => {
        if (response.status !== 200) return null;
        return new URL(request.url).pathname === page ? templateOf(response) : response;
      },
    },
  ],
});
shell.addToCacheList(FILES);

/** The page with a nonce that no other answer had, in its text and in its policy, like the server sends it. */
async function freshPage(request: Request): Promise<Response> {
  const template = await shell.matchPrecache(page);
  if (!template) return fetch(request);
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(template.headers);
  headers.set(policyHeader, (headers.get(policyHeader) ?? '').replaceAll(placeholder, nonce));
  return new Response((await template.text()).replaceAll(placeholder, nonce), { headers });
}

const keptFile = async (request: Request): Promise<Response> =>
  (await shell.matchPrecache(request)) ?? fetch(request);

self.addEventListener('install', (event) => void shell.install(event));

// From the first visit on, so that the next one needs no network. A later version waits until the person takes it.
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
  if (request.method !== 'GET' || origin !== self.location.origin || isForTheServer.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(freshPage(request));
  else if (pathname !== page && shell.getCacheKeyForURL(request.url)) event.respondWith(keptFile(request));
});
