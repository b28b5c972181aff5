import { useSyncExternalStore } from 'react';
import { lacksWorker, workerFile } from './apiCall';

/** Why this browser does not keep the app for use without a network. */
type Hindrance = 'insecure' | 'unsupported';

/** Null if the app can be installed: browsers allow it over https, and on the device itself. */
export function hindranceToInstall(): Hindrance | null {
  if (!window.isSecureContext) return 'insecure';
  return 'serviceWorker' in navigator ? null : 'unsupported';
}

/**
 * `waiting`: loaded, and used once the person takes it. `elsewhere`: the next load brings it, since it was taken in
 * another tab, or since the server went back to a version without a worker.
 */
type NewVersion = 'waiting' | 'elsewhere';

const listeners = new Set<() => void>();
let newVersion: NewVersion | null = null;
let waiting: ServiceWorker | null = null;
let isTaken = false;
let start: Promise<void> | undefined;

function announce(version: NewVersion) {
  newVersion = version;
  for (const listener of listeners) listener();
}

/**
 * Keeps the app on the device with its service worker, once, and looks for new versions. Without it the app works, over
 * the network alone.
 */
export function startWorker(): void {
  if (!import.meta.env.PROD || hindranceToInstall() !== null) return;
  start ??= watchWorker().catch(() => undefined);
}

/** Resolves when the worker answers for this page; never where there is none. */
export async function isWorking(): Promise<void> {
  if (hindranceToInstall() !== null || !import.meta.env.PROD) return new Promise<void>(() => {});
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise<void>((resolve) =>
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  );
}

const hour = 3_600_000;

async function watchWorker() {
  const { serviceWorker } = navigator;
  // The first worker takes the page that installed it, which is of the same version.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isTaken) return window.location.reload();
    if (!isFirst) announce('elsewhere');
    isFirst = false;
  });
  const registration = await serviceWorker.register(workerFile, { updateViaCache: 'none' });
  const look = () => {
    if (!registration.waiting || !registration.active) return;
    waiting = registration.waiting;
    announce('waiting');
  };
  // It may have been found before this page was ready to hear of it.
  const follow = () => registration.installing?.addEventListener('statechange', look);
  look();
  follow();
  registration.addEventListener('updatefound', follow);
  // Browsers look at each opening, but an app that stays open for days would not learn of a new version. None tells
  // that there is no worker any more.
  const ask = () =>
    registration.update().catch(async () => {
      if (!(await lacksWorker())) return;
      await registration.unregister();
      announce('elsewhere');
    });
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < hour) return;
    askedAt = Date.now();
    void ask();
  });
  if (serviceWorker.controller) await ask();
}

/** Opens the new version in this tab; the other tabs are told. */
export function takeNewVersion(): void {
  isTaken = true;
  if (newVersion === 'waiting') waiting?.postMessage('take over');
  else window.location.reload();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there is a newer version than the one that this tab runs. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => newVersion !== null);
