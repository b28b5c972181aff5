import { useSyncExternalStore } from 'react';
import type { SessionUser, SignInResult } from '../../contract/accounts/auth';

/** A server with only the specification's fields omits some of them. */
export type Session = {
  user: Omit<SessionUser, 'must_change_password' | 'section'> & Partial<SessionUser>;
  token: string;
};

export type SignOutReason = 'left' | 'expired';

const sessionKey = 'rasd.session';
const undoKey = 'rasd.undoSession';
const outboxKey = 'rasd.outboxKey';
/** IndexedDB database of `answerCache.ts`. */
export const answerDatabase = 'rasd.kept';

const listeners = new Set<() => void>();
let current = readStored();
let reason: SignOutReason | null = null;
// A session that is not remembered ends with its window. Its cache stays, and is deleted here.
if (!current) deleteAnswerCache();

function readStored(): Session | null {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const stored: unknown = JSON.parse(storage.getItem(sessionKey) ?? 'null');
      if (isSession(stored)) return stored;
    } catch {
      storage.removeItem(sessionKey);
    }
  }
  return null;
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { token, user } = value as Partial<Session>;
  return typeof token === 'string' && typeof user?.id === 'number' && typeof user.role === 'string';
}

function publishSession(session: Session | null, newReason: SignOutReason | null) {
  current = session;
  reason = newReason;
  for (const listener of listeners) listener();
}

export function startSession({ user, token }: SignInResult, isRemembered: boolean) {
  clearStorage();
  const session: Session = { user, token };
  (isRemembered ? localStorage : sessionStorage).setItem(sessionKey, JSON.stringify(session));
  publishSession(session, null);
}

export function updateSession(user: Partial<Session['user']>) {
  if (!current) return;
  const session = { ...current, user: { ...current.user, ...user } };
  findSessionStorage().setItem(sessionKey, JSON.stringify(session));
  publishSession(session, null);
}

/** Ends the session in all tabs. Drafts stay on the device. */
export function dropSession(newReason: SignOutReason) {
  if (!current) return;
  clearStorage();
  publishSession(null, newReason);
}

function clearStorage() {
  for (const storage of [sessionStorage, localStorage]) {
    storage.removeItem(sessionKey);
    storage.removeItem(outboxKey);
  }
  localStorage.removeItem(undoKey);
  deleteAnswerCache();
}

const findSessionStorage = () => (sessionStorage.getItem(sessionKey) ? sessionStorage : localStorage);

export const storedOutboxKey = (): string | null => findSessionStorage().getItem(outboxKey);

export function storeOutboxKey(key: string): void {
  try {
    findSessionStorage().setItem(outboxKey, key);
  } catch {
    // The storage is full. The outbox loads the key again.
  }
}

function deleteAnswerCache() {
  try {
    if ('indexedDB' in globalThis) indexedDB.deleteDatabase(answerDatabase);
  } catch {
    // The browser blocks storage, so no response was cached.
  }
}

export const isRemembered = () => sessionStorage.getItem(sessionKey) === null;

export const currentSession = () => current;
export const signOutReason = () => reason;

/** The server groups operations by this id for undo. Null without a session. */
export function undoSessionId(): string | null {
  if (!current) return null;
  const stored = localStorage.getItem(undoKey);
  if (stored) return stored;
  const created = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  localStorage.setItem(undoKey, created);
  return created;
}

export function onSession(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = () => useSyncExternalStore(onSession, currentSession);

window.addEventListener('storage', (event) => {
  if (event.key !== sessionKey && event.key !== null) return;
  const stored = readStored();
  if (stored?.token === current?.token && stored?.user.id === current?.user.id) return;
  publishSession(stored, stored ? null : 'left');
  // This tab may have cached responses after the other tab deleted the cache.
  if (!stored) deleteAnswerCache();
});
