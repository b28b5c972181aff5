import { useSyncExternalStore } from 'react';
import type { SessionUser, SignInResult } from '../../contract/accounts/auth';

/** The person who is signed in. A server without our additions does not send the added fields. */
export type Session = {
  user: Omit<SessionUser, 'must_change_password' | 'section'> & Partial<SessionUser>;
  token: string;
};

/** Why the session ended: `expired` if the server said so. */
export type SignOutReason = 'left' | 'expired';

const sessionKey = 'rasd.session';
const undoKey = 'rasd.undoSession';
const outboxKey = 'rasd.outboxKey';
/** What the person has read, on this device (`keptStore.ts`). */
export const keptDatabase = 'rasd.kept';

const listeners = new Set<() => void>();
let current = read();
let reason: SignOutReason | null = null;
// A session that was not remembered ended with its window.
if (!current) forgetKept();

function read(): Session | null {
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

function changeTo(session: Session | null, why: SignOutReason | null) {
  current = session;
  reason = why;
  for (const listener of listeners) listener();
}

/** A remembered session stays after the browser closes; others end with the window. */
export function startSession({ user, token }: SignInResult, isRemembered: boolean) {
  forget();
  const session: Session = { user, token };
  (isRemembered ? localStorage : sessionStorage).setItem(sessionKey, JSON.stringify(session));
  changeTo(session, null);
}

/** Changes the data of the person without ending the session. */
export function updateSession(user: Partial<Session['user']>) {
  if (!current) return;
  const session = { ...current, user: { ...current.user, ...user } };
  sessionPlace().setItem(sessionKey, JSON.stringify(session));
  changeTo(session, null);
}

/** Ends the session here and in the other tabs. Drafts stay on the device. */
export function dropSession(why: SignOutReason) {
  if (!current) return;
  forget();
  changeTo(null, why);
}

function forget() {
  for (const storage of [sessionStorage, localStorage]) {
    storage.removeItem(sessionKey);
    storage.removeItem(outboxKey);
  }
  localStorage.removeItem(undoKey);
  forgetKept();
}

const sessionPlace = () => (sessionStorage.getItem(sessionKey) ? sessionStorage : localStorage);

/** The key for what waits on this device; null if the session has not asked for it yet. */
export const keptOutboxKey = (): string | null => sessionPlace().getItem(outboxKey);

/** Keeps the key as long as the session. */
export function keepOutboxKey(key: string): void {
  try {
    sessionPlace().setItem(outboxKey, key);
  } catch {
    // The storage is full: it is asked for again.
  }
}

/** Deletes what was read. */
function forgetKept() {
  try {
    if ('indexedDB' in globalThis) indexedDB.deleteDatabase(keptDatabase);
  } catch {
    // The browser may store nothing here: then nothing was kept.
  }
}

/** Whether the session outlives the window. */
export const isRemembered = () => sessionStorage.getItem(sessionKey) === null;

export const currentSession = () => current;
export const signOutReason = () => reason;

/** Groups the operations that can be undone; created for a signed-in person if there is none. */
export function undoSessionId(): string | null {
  if (!current) return null;
  const stored = localStorage.getItem(undoKey);
  if (stored) return stored;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  localStorage.setItem(undoKey, made);
  return made;
}

/** Calls the listener whenever a session begins, changes or ends, here or in another tab. */
export function onSession(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session; also updates when another tab signs in or out. */
export const useSession = () => useSyncExternalStore(onSession, currentSession);

window.addEventListener('storage', (event) => {
  if (event.key !== sessionKey && event.key !== null) return;
  const stored = read();
  if (stored?.token === current?.token && stored?.user.id === current?.user.id) return;
  changeTo(stored, stored ? null : 'left');
  // What this tab read after the other one had deleted everything, and before it heard of it.
  if (!stored) forgetKept();
});
