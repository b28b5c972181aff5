import { newKey } from '../lostWrites';
import { type Entry, type KindName, kinds } from './kinds';

/*
 * The outbox where nothing can be encrypted (an address that is neither https nor localhost), where the server gives no
 * key, and until it has given one: plain text on localStorage.
 */

export const localPlace = (person: number) => `rasd.outbox.${person}`;

/** Oldest first, with what an earlier version of the product has left. */
export function readLocal(person: number): Entry[] {
  const found = parsed<Entry>(localStorage.getItem(localPlace(person)));
  const carried = Object.keys(kinds).flatMap((kind) => ofEarlierVersion(kind as KindName, person));
  if (carried.length === 0) return found;
  const all = [...carried, ...found];
  try {
    writeLocal(person, all);
    for (const { oldPlace } of Object.values(kinds)) if (oldPlace) localStorage.removeItem(oldPlace + person);
  } catch {
    // The storage is full: they stay where they are, and are carried over next time.
  }
  return all;
}

/** Registers and submissions had stores of their own, and no key by which the server knew them again. */
function ofEarlierVersion(kind: KindName, person: number): Entry[] {
  const { oldPlace } = kinds[kind];
  const old = oldPlace === undefined ? [] : parsed<Entry>(localStorage.getItem(oldPlace + person));
  return old.map(
    (entry) =>
      ({ ...entry, kind, id: newKey(), state: entry.state === 'refused' ? 'refused' : 'waiting' }) as Entry,
  );
}

/** Fails if the storage is full. */
export function writeLocal(person: number, entries: readonly Entry[]): void {
  if (entries.length === 0) localStorage.removeItem(localPlace(person));
  else localStorage.setItem(localPlace(person), JSON.stringify(entries));
}

function parsed<T>(text: string | null): T[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? (stored as T[]) : [];
  } catch {
    // Damaged text was not written by this code.
    return [];
  }
}

const leaseMs = 15_000;
const tab = newKey();
const ownTurns = new Map<string, Promise<unknown>>();

/**
 * Runs work of one name in one tab at a time, and there one after the other: with the locks of the browser, or where it
 * has none with a row on localStorage, which a tab that has died leaves to the others after 15 seconds.
 */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing outside of a secure context.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks) return locks.request(name, work);
  const mine = Promise.resolve(ownTurns.get(name))
    .catch(() => undefined)
    .then(() => underLease(`${name}.lease`, work));
  ownTurns.set(name, mine);
  return mine;
}

interface Lease {
  tab: string;
  /** Milliseconds since 1970. */
  until: number;
}

async function underLease<T>(place: string, work: () => Promise<T>): Promise<T> {
  for (let lease = readLease(place); lease; lease = readLease(place))
    await leaseChange(place, lease.until - Date.now());
  const take = () => {
    try {
      localStorage.setItem(place, JSON.stringify({ tab, until: Date.now() + leaseMs } satisfies Lease));
    } catch {
      // The storage is full: two tabs may send the same, which the server does once.
    }
  };
  take();
  const renewing = setInterval(take, leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    localStorage.removeItem(place);
  }
}

/** The lease of another tab that still lives. */
function readLease(place: string): Lease | null {
  const [lease] = parsed<Lease>(`[${localStorage.getItem(place) ?? ''}]`);
  const isLiving =
    lease && lease.tab !== tab && lease.until > Date.now() && lease.until <= Date.now() + leaseMs;
  return isLiving ? lease : null;
}

/** Resolves when another tab has changed the row, at the latest after this time. */
function leaseChange(place: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
      resolve();
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === place || event.key === null) end();
    };
    const timer = setTimeout(end, Math.max(ms, 1));
    window.addEventListener('storage', onStorage);
  });
}
