import { useSyncExternalStore } from 'react';
import { fetchMainScript, lacksWorker, workerFile } from './apiCall';

type InstallObstacle = 'insecure' | 'unsupported';

export function findInstallObstacle(): InstallObstacle | null {
  if (!window.isSecureContext) return 'insecure';
  return 'serviceWorker' in navigator ? null : 'unsupported';
}

const listeners = new Set<() => void>();
let isNewVersionKnown = false;
/** The worker of the new version controls this page, because another tab accepted it. */
let hasNewWorker = false;
let isWatching = false;

function announce() {
  isNewVersionKnown = true;
  for (const listener of listeners) listener();
}

const isOwnScript = (src: string) => [...document.scripts].some((one) => one.getAttribute('src') === src);

let pendingSearch: Promise<string | null> | undefined;

/** The main script of the server's version, and null if this page has it or the server does not answer. */
export function findNewVersion(): Promise<string | null> {
  if (!navigator.onLine) return Promise.resolve(null);
  pendingSearch ??= fetchMainScript().then((main) => {
    pendingSearch = undefined;
    if (main === null || isOwnScript(main)) return null;
    announce();
    return main;
  });
  return pendingSearch;
}

/** Looks for new versions, and starts the service worker where the browser has one. */
export function watchVersions(): void {
  if (!import.meta.env.PROD || isWatching) return;
  isWatching = true;
  // Vite reports every script that cannot be loaded, also those outside of lazy components.
  window.addEventListener('vite:preloadError', () => void findNewVersion());
  if (findInstallObstacle() !== null) return repeatHourly(findNewVersion);
  void startWorker().then(repeatHourly, () => repeatHourly(findNewVersion));
}

/** Resolves when a service worker controls this page. Without service workers it never resolves. */
export async function waitForWorker(): Promise<void> {
  if (findInstallObstacle() !== null || !import.meta.env.PROD) return new Promise<void>(() => {});
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise<void>((resolve) =>
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
}

const hour = 3_600_000;

/** A hidden page asks nothing, and catches up when it becomes visible. */
function repeatHourly(check: () => Promise<unknown>) {
  let checkedAt = Date.now();
  const checkIfDue = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < hour) return;
    checkedAt = Date.now();
    void check();
  };
  document.addEventListener('visibilitychange', checkIfDue);
  setInterval(checkIfDue, hour / 12);
}

async function startWorker() {
  const { serviceWorker } = navigator;
  // The first worker has the version of this page.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    hasNewWorker = !isFirst;
    if (hasNewWorker) announce();
    isFirst = false;
  });
  const registration = await serviceWorker.register(workerFile, { updateViaCache: 'none' });
  const announceWaiting = () => {
    if (registration.waiting && registration.active) announce();
  };
  const watchInstalling = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      announceWaiting();
      if (worker.state === 'redundant') void findNewVersion(); // The installation has failed.
    });
  };
  // The update may have started before this page loaded.
  announceWaiting();
  watchInstalling();
  registration.addEventListener('updatefound', watchInstalling);
  // Browsers check only when a page opens. They do not detect that the server has lost its worker.
  const checkForUpdate = async () => {
    try {
      await registration.update();
    } catch {
      if (!(await lacksWorker())) return;
      await registration.unregister();
      announce();
    }
    // A worker that the server's page contradicts would send its old page for ever.
    if (!registration.installing && !registration.waiting) await findNewVersion();
  };
  if (serviceWorker.controller) await checkForUpdate();
  return checkForUpdate;
}

/** Reloads the page. Without a waiting worker, the old one is removed, because it would send the old page. */
export async function applyNewVersion(): Promise<void> {
  const reload = () => window.location.reload();
  try {
    const registration =
      findInstallObstacle() === null ? await navigator.serviceWorker.getRegistration() : undefined;
    if (registration?.waiting && registration.active) {
      navigator.serviceWorker.addEventListener('controllerchange', reload);
      return registration.waiting.postMessage('take over');
    }
    if (!hasNewWorker) await registration?.unregister();
  } catch {
    // A browser that blocks cookies refuses service workers, so the server sends the page.
  }
  reload();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isNewVersionKnown);
