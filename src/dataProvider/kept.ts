import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/vocabulary';
import { isAnyLate } from './lateAnswers';
import { currentSession } from './session';

/*
 * What a teacher or a student reads is kept on the device, and shown when the server does not answer (offline.md). It is
 * kept where the app itself is kept by its worker: elsewhere it could not be opened without the server.
 */

/**
 * The calls whose answers are kept. Of a teacher: the own subjects, batches and circles, rosters, registers, records,
 * sheets, plans and tasks. Of a student: the own assignments and report.
 */
const keptCalls: Partial<Record<Role, readonly RegExp[]>> = {
  teacher: [
    /^\/(settings|today|fault-kinds)$/,
    /^\/(choices|subjects|batches|circles)\?/,
    /^\/(batches|subjects)\/\d+$/,
    /^\/(absences|daily-records)\/[^/]+\/[^/]+\/\d{4}-\d{2}-\d{2}(\?|$)/,
    /^\/absences\/statistics\//,
    /^\/subject-curriculum\//,
    /^\/grades\/(?!history\/)/,
    /^\/subject-curriculum\/[^/]+(\?|$)/,
    /^\/subject-grade-settings\//,
    /^\/circles\/\d+\/(members|tasks|plan)\?/,
    /^\/hifz\/[^/]+\/(plan|task)\?/,
  ],
  student: [
    /^\/settings$/,
    /^\/subjects\?/,
    /^\/students\/by-user\//,
    /^\/assignments\/(student(\?|$)|\d+$|submission\/)/,
    /^\/reports\/(student|daily-records\/student-subject)\//,
  ],
};

/** Whether the answer of a read call is kept for the person who is signed in. */
export const isKept = (method: string, path: string): boolean => {
  const role = currentSession()?.user.role;
  return (
    method === 'GET' &&
    role !== undefined &&
    navigator.serviceWorker?.controller != null && // missing where the address is not secure
    (keptCalls[role]?.some((one) => one.test(path)) ?? false)
  );
};

const listeners = new Set<() => void>();
let keptSince: number | null = null;
/** When an answer of the device was shown last. */
let shownAt = 0;

function publish(since: number | null) {
  if (since === keptSince) return;
  keptSince = since;
  for (const listener of listeners) listener();
}

/** An answer of the device is shown. @param at when the server gave it, in milliseconds */
export function noteKept(at: number): void {
  shownAt = Date.now();
  publish(Math.min(at, keptSince ?? at));
}

/**
 * The server answers again, unless something is late. A call from before it was away proves nothing: where it refuses one
 * of two calls, the screens would read again without end.
 * @param askedAt when the call was made, in milliseconds
 */
export function noteAnswered(askedAt: number): void {
  if (!isAnyLate() && askedAt > shownAt) publish(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether what is shown is of the device. */
export const isServerAway = (): boolean => keptSince !== null;

/** When the oldest was read of what is shown without the server, in milliseconds; null while the server answers. */
export const useKeptSince = (): number | null => useSyncExternalStore(subscribe, () => keptSince);
