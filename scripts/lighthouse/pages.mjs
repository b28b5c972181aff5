// Opens pages of a fresh visitor, and waits for their content.

export const phone = { width: 412, height: 823 };
export const desktop = { width: 1280, height: 800 };

/** A page without requests for this time is idle. */
const idleMs = 500;

const sessions = new Map();

/** Signs in once per demo account. @returns the localStorage of its browser */
export async function storedSession(address, username) {
  if (username === null) return [];
  if (!sessions.has(username)) sessions.set(username, signIn(address, username));
  // A sign-in stores both.
  return [
    { name: 'rasd.session', value: await sessions.get(username) },
    { name: 'rasd-server-is-foreign', value: 'no' },
  ];
}

async function signIn(address, username) {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'rasd-demo' }),
  });
  if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`);
  return response.text();
}

/** Opens an empty page in a new context. `stored` is its localStorage. */
export async function newPage(browser, address, viewport, stored) {
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    isMobile: viewport === phone,
    hasTouch: viewport === phone,
    serviceWorkers: 'block', // the worker loads all files of the app in the background
    storageState: { cookies: [], origins: [{ origin: address, localStorage: stored }] },
  });
  return context.newPage();
}

/** Waits until content is painted. @returns the time, in milliseconds since 1970 */
export async function waitForContent(page, selector) {
  const handle = await page.waitForFunction(findPaintTime, selector, { timeout: 60_000 });
  return handle.jsonValue();
}

/** Runs in the page. */
function findPaintTime(selector) {
  const isReady = (element) =>
    element.checkVisibility() &&
    !element.querySelector('.MuiSkeleton-root') &&
    (element.localName === 'input' || element.textContent.trim() !== '');
  return [...document.querySelectorAll(selector)].some(isReady) && performance.timeOrigin + performance.now();
}

/** Collects the requests of a page. Create it before the page opens an address. */
export class Network {
  requests = [];
  #pending = new Set();
  #onChange = () => {};

  constructor(page) {
    page.on('request', (request) => {
      this.requests.push(request);
      this.#pending.add(request);
      this.#onChange();
    });
    const end = (request) => {
      this.#pending.delete(request);
      this.#onChange();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Forgets all requests until now. */
  clear() {
    this.requests = [];
  }

  /** Waits until nothing has been pending for half a second. */
  async waitUntilIdle() {
    let timer;
    await new Promise((resolve) => {
      this.#onChange = () => {
        clearTimeout(timer);
        if (this.#pending.size === 0) timer = setTimeout(resolve, idleMs);
      };
      this.#onChange();
    });
    this.#onChange = () => {};
  }
}
