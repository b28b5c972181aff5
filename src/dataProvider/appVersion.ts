import { useSyncExternalStore } from 'react';
import { lacksWorker, workerFile } from './apiCall';

type InstallObstacle = 'insecure' | 'unsupported';

export function findInstallObstacle(): InstallObstacle | null {
  if (!window.isSecureContext) return 'insecure';
  return 'serviceWorker' in navigator ? null : 'unsupported';
}

/** `waiting` is installed and waits for the user. `elsewhere` becomes active with the next load. */
type NewVersion = 'waiting' | 'elsewhere';

const listeners = new Set<() => void>();
let newVersion: NewVersion | null = null;
let waitingWorker: ServiceWorker | null = null;
let isAccepted = false;
let workerStart: Promise<void> | undefined;

function announce(version: NewVersion) {
  newVersion = version;
  for (const listener of listeners) listener();
}

export function startWorker(): void {
  if (!import.meta.env.PROD || findInstallObstacle() !== null) return;
  workerStart ??= watchWorker().catch(() => undefined);
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

async function watchWorker() {
  const { serviceWorker } = navigator;
  // The first worker has the version of this page.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) return window.location.reload();
    if (!isFirst) announce('elsewhere');
    isFirst = false;
  });
  const registration = await serviceWorker.register(workerFile, { updateViaCache: 'none' });
  const announceWaiting = () => {
    if (!registration.waiting || !registration.active) return;
    waitingWorker = registration.waiting;
    announce('waiting');
  };
  // The update may have started before this page loaded.
  const watchInstalling = () => registration.installing?.addEventListener('statechange', announceWaiting);
  announceWaiting();
  watchInstalling();
  registration.addEventListener('updatefound', watchInstalling);
  // Browsers check only when a page opens. They do not detect that the server has lost its worker.
  const checkForUpdate = () =>
    registration.update().catch(async () => {
      if (!(await lacksWorker())) return;
      await registration.unregister();
      announce('elsewhere');
    });
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < hour) return;
    checkedAt = Date.now();
    void checkForUpdate();
  });
  if (serviceWorker.controller) await checkForUpdate();
}

export function applyNewVersion(): void {
  isAccepted = true;
  if (newVersion === 'waiting') waitingWorker?.postMessage('take over');
  else window.location.reload();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => newVersion !== null);
