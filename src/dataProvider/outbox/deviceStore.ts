import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { newKey } from '../lostWrites';
import { keepOutboxKey, keptOutboxKey } from '../session';
import { inOrder, orderOf } from './kind';
import { type Entry, type KindName, kinds } from './kinds';

/*
 * The outbox in a secure context: IndexedDB, each entry encrypted (AES-GCM) with a key that the server gives only to the
 * same person. The key is kept as long as the session and beside it, because whoever has the session can ask for the key
 * anyway; without a session what waits cannot be read, and the next session of the person gets the same key.
 */

interface SealedEntry {
  id: string;
  person: number;
  /** Its order. */
  at: string;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

interface Schema extends DBSchema {
  entries: { key: string; value: SealedEntry; indexes: { person: number } };
}

/** Whether this page can encrypt and store: https or localhost, in a browser that has both. */
export const canSeal = () =>
  window.isSecureContext && typeof indexedDB !== 'undefined' && 'subtle' in crypto && 'locks' in navigator;

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => (opening = undefined);
  opening ??= openDB<Schema>('rasd.outbox', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('person', 'person');
    },
    blocking: (_from, _to, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((failure: unknown) => {
    forget();
    throw failure;
  });
  return opening;
}

/** The key of a session, ready for use. */
export interface OutboxKey {
  text: string;
  key: CryptoKey;
}

export async function importKey(text: string): Promise<OutboxKey> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
    one.charCodeAt(0),
  );
  return { text, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) };
}

/** The key that is kept beside the session; null if there is none yet. */
export async function keptKey(): Promise<OutboxKey | null> {
  const text = keptOutboxKey();
  return text === null ? null : importKey(text);
}

/** @param text the key as the server gave it */
export async function keepKey(text: string): Promise<OutboxKey> {
  const key = await importKey(text);
  keepOutboxKey(text);
  return key;
}

/** Sealed text belongs to one entry of one person. */
const belonging = (id: string, person: number) => new TextEncoder().encode(`${person} ${id}`);

async function seal({ key }: OutboxKey, person: number, entry: Entry): Promise<SealedEntry> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: belonging(entry.id, person) },
    key,
    new TextEncoder().encode(JSON.stringify(entry)),
  );
  return { id: entry.id, person, at: orderOf(entry), iv, sealed };
}

/** Null if it was sealed with another key: the password has been changed since. */
async function unseal({ key }: OutboxKey, row: SealedEntry): Promise<Entry | null> {
  try {
    const additionalData = belonging(row.id, row.person);
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: row.iv, additionalData },
      key,
      row.sealed,
    );
    return JSON.parse(new TextDecoder().decode(text)) as Entry;
  } catch {
    return null;
  }
}

/** How many entries of a person are stored. Fails if the device stores nothing. */
export const countSealed = async (person: number): Promise<number> =>
  (await database()).countFromIndex('entries', 'person', person);

/** Oldest first; `unreadable`: the ids of those that this key does not open. */
export async function readSealed(
  key: OutboxKey,
  person: number,
): Promise<{ entries: Entry[]; unreadable: string[] }> {
  const rows = await (await database()).getAllFromIndex('entries', 'person', person);
  const entries: Entry[] = [];
  const unreadable: string[] = [];
  for (const row of inOrder(rows)) {
    const entry = await unseal(key, row);
    if (entry) entries.push(entry);
    else unreadable.push(row.id);
  }
  return { entries, unreadable };
}

/** Stores entries and removes others, in one transaction. Fails if the device is full. */
export async function changeSealed(
  key: OutboxKey,
  person: number,
  put: readonly Entry[],
  dropped: readonly string[],
): Promise<void> {
  const rows = await Promise.all(put.map((entry) => seal(key, person, entry)));
  await changeRows(rows, dropped);
}

export const dropSealed = (ids: readonly string[]): Promise<void> => changeRows([], ids);

async function changeRows(rows: readonly SealedEntry[], dropped: readonly string[]): Promise<void> {
  const transaction = (await database()).transaction('entries', 'readwrite', { durability: 'strict' });
  await Promise.all([
    // First what can fail, so that nothing is removed in its place.
    ...rows.map((row) => transaction.store.put(row)),
    ...dropped.map((id) => transaction.store.delete(id)),
    transaction.done,
  ]);
}

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
