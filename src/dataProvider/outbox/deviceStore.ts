import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { keepOutboxKey, keptOutboxKey } from '../session';
import { inOrder, orderOf } from './kind';
import type { Entry } from './kinds';

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
