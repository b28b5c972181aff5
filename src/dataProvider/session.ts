import { useSyncExternalStore } from 'react';
import type { SessionUser, SignInResult } from '../../contract/auth';

/** The person who is signed in. A server without our additions does not send the added fields. */
export type Session = {
  user: Omit<SessionUser, 'must_change_password' | 'section'> & Partial<SessionUser>;
  token: string;
};

/** Why the session ended: `expired` if the server said so. */
export type SignOutReason = 'left' | 'expired';

const sessionKey = 'rasd.session';
const undoKey = 'rasd.undoSession';

const listeners = new Set<() => void>();
let current = read();
let reason: SignOutReason | null = null;

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
  const storage = sessionStorage.getItem(sessionKey) ? sessionStorage : localStorage;
  storage.setItem(sessionKey, JSON.stringify(session));
  changeTo(session, null);
}

/** Ends the session here and in the other tabs. Drafts stay on the device. */
export function dropSession(why: SignOutReason) {
  if (!current) return;
  forget();
  changeTo(null, why);
}

function forget() {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(sessionKey);
  localStorage.removeItem(undoKey);
}

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

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session; also updates when another tab signs in or out. */
export const useSession = () => useSyncExternalStore(subscribe, currentSession);

window.addEventListener('storage', (event) => {
  if (event.key !== sessionKey && event.key !== null) return;
  const stored = read();
  if (stored?.token !== current?.token || stored?.user.id !== current?.user.id)
    changeTo(stored, stored ? null : 'left');
});
