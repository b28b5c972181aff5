import { useSyncExternalStore } from 'react';
import type { Role } from '../../contract/vocabulary';
import { hasLateCalls } from './lateAnswers';
import { currentSession } from './session';

// Responses for teachers and students are cached for offline use (offline.md).

const cacheableCalls: Partial<Record<Role, readonly RegExp[]>> = {
  teacher: [
    /^\/(settings|fault-kinds|announcements\/current)$/,
    /^\/dashboard\/(stats|performance|recent-activities)$/,
    /^\/(today|choices|subjects|batches|circles)\?/,
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
    /^\/(settings|announcements\/current)$/,
    /^\/subjects\?/,
    /^\/students\/by-user\//,
    /^\/assignments\/(student(\?|$)|\d+$|submission\/)/,
    /^\/reports\/(student|daily-records\/student-subject)\//,
    /^\/hifz\/[^/]+\/task\?/,
  ],
};

export const isCacheable = (method: string, path: string): boolean => {
  const role = currentSession()?.user.role;
  return (
    method === 'GET' &&
    role !== undefined &&
    navigator.serviceWorker?.controller != null && // undefined without https
    (cacheableCalls[role]?.some((pattern) => pattern.test(path)) ?? false)
  );
};

const listeners = new Set<() => void>();
let cachedSince: number | null = null;
let cacheShownAt = 0;

function publish(since: number | null) {
  if (since === cachedSince) return;
  cachedSince = since;
  for (const listener of listeners) listener();
}

/** Called when a cached response is shown. @param answeredAt time of the server's response in milliseconds */
export function noteCachedAnswer(answeredAt: number): void {
  cacheShownAt = Date.now();
  publish(Math.min(answeredAt, cachedSince ?? answeredAt));
}

/** Ignores calls that were sent before the cached response was shown. */
export function noteServerAnswer(requestedAt: number): void {
  if (!hasLateCalls() && requestedAt > cacheShownAt) publish(null);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isServerUnreachable = (): boolean => cachedSince !== null;

/** Time of the oldest cached response on the screen. Milliseconds; null if the server is reachable. */
export const useCachedSince = (): number | null => useSyncExternalStore(subscribe, () => cachedSince);
