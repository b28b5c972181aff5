import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { newKey } from '../lostWrites';
import { storeOutboxKey, storedOutboxKey } from '../session';
import { sortByOrder, entryOrder } from './kind';
import type { Entry } from './kinds';

// Entries in IndexedDB, encrypted with AES-GCM. Only the entries' user gets the key from the server. The key
// is stored with the session, because the session could load it anyway. The next session gets the same key.

interface SealedEntry {
  id: string;
  person: number;
  at: string;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

interface Schema extends DBSchema {
  entries: { key: string; value: SealedEntry; indexes: { person: number } };
}

/** Encryption requires https or localhost. */
export const canEncrypt = () =>
  window.isSecureContext && typeof indexedDB !== 'undefined' && 'subtle' in crypto && 'locks' in navigator;

let databasePromise: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => (databasePromise = undefined);
  databasePromise ??= openDB<Schema>('rasd.outbox', 1, {
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
  return databasePromise;
}

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

export async function loadStoredKey(): Promise<OutboxKey | null> {
  const text = storedOutboxKey();
  return text === null ? null : importKey(text);
}

export async function storeKey(text: string): Promise<OutboxKey> {
  const key = await importKey(text);
  storeOutboxKey(text);
  return key;
}

/** The encrypted text is valid only for this entry and user. */
const buildAdditionalData = (id: string, userId: number) => new TextEncoder().encode(`${userId} ${id}`);

async function seal({ key }: OutboxKey, userId: number, entry: Entry): Promise<SealedEntry> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: buildAdditionalData(entry.id, userId) },
    key,
    new TextEncoder().encode(JSON.stringify(entry)),
  );
  return { id: entry.id, person: userId, at: entryOrder(entry), iv, sealed };
}

/** Null if the password has changed since the encryption. */
async function unseal({ key }: OutboxKey, row: SealedEntry): Promise<Entry | null> {
  try {
    const additionalData = buildAdditionalData(row.id, row.person);
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

export const countSealed = async (userId: number): Promise<number> =>
  (await database()).countFromIndex('entries', 'person', userId);

export async function readSealed(
  key: OutboxKey,
  userId: number,
): Promise<{ entries: Entry[]; unreadable: string[] }> {
  const rows = await (await database()).getAllFromIndex('entries', 'person', userId);
  const entries: Entry[] = [];
  const unreadable: string[] = [];
  for (const row of sortByOrder(rows)) {
    const entry = await unseal(key, row);
    if (entry) entries.push(entry);
    else unreadable.push(row.id);
  }
  return { entries, unreadable };
}

export async function changeSealed(
  key: OutboxKey,
  userId: number,
  changed: readonly Entry[],
  droppedIds: readonly string[],
): Promise<void> {
  const rows = await Promise.all(changed.map((entry) => seal(key, userId, entry)));
  await changeRows(rows, droppedIds);
}

export const dropSealed = (ids: readonly string[]): Promise<void> => changeRows([], ids);

async function changeRows(rows: readonly SealedEntry[], droppedIds: readonly string[]): Promise<void> {
  const transaction = (await database()).transaction('entries', 'readwrite', { durability: 'strict' });
  await Promise.all([
    // Puts come before deletes: if a put fails, the transaction deletes nothing.
    ...rows.map((row) => transaction.store.put(row)),
    ...droppedIds.map((id) => transaction.store.delete(id)),
    transaction.done,
  ]);
}

// Entries are plain text in localStorage if https or the key is missing, and until the key is loaded. Each has
// its own storage key: two tabs that changed one list at the same moment would lose an entry.

export const localPrefix = (userId: number) => `rasd.queued.${userId}.`;

export function readLocal(userId: number): Entry[] {
  const earlierEntries = readEarlierVersions(userId);
  try {
    if (earlierEntries.length > 0) changeLocal(userId, earlierEntries, []);
    for (const prefix of earlierPrefixes) localStorage.removeItem(prefix + userId);
  } catch {
    // The storage is full. The next start migrates these entries.
  }
  const storageKeys = Object.keys(localStorage).filter((key) => key.startsWith(localPrefix(userId)));
  const entries = storageKeys.flatMap((key) => parseStored<Entry>(key) ?? []);
  const unmoved = earlierEntries.filter((earlier) => !entries.some(({ id }) => id === earlier.id));
  return sortByOrder([...unmoved, ...entries]);
}

export function changeLocal(userId: number, changed: readonly Entry[], droppedIds: readonly string[]): void {
  for (const entry of changed) localStorage.setItem(localPrefix(userId) + entry.id, JSON.stringify(entry));
  for (const id of droppedIds) localStorage.removeItem(localPrefix(userId) + id);
}

const earlierListPrefix = 'rasd.outbox.';
const earlierKinds = { 'rasd.registers.': 'register', 'rasd.submissions.': 'answers' } as const;
const earlierPrefixes = [earlierListPrefix, ...Object.keys(earlierKinds)];

/** Earlier versions stored lists. Registers and submissions were separate and without an idempotency key. */
function readEarlierVersions(userId: number): Entry[] {
  const readList = <T>(prefix: string) => {
    const list = parseStored<T[]>(prefix + userId);
    return Array.isArray(list) ? list : [];
  };
  const unkeyed = Object.entries(earlierKinds).flatMap(([prefix, kind]) =>
    readList<Entry>(prefix).map((entry, index) => ({
      ...entry,
      kind,
      // A repeated migration gives the same key.
      id: `${kind}-${entry.at}-${index}`,
      state: entry.state === 'refused' ? 'refused' : 'waiting',
    })),
  );
  return [...(unkeyed as Entry[]), ...readList<Entry>(earlierListPrefix)];
}

/** Null if nothing is stored, or if the text is damaged. */
function parseStored<T>(storageKey: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

const leaseMs = 15_000;
const tabId = newKey();
const turnsByName = new Map<string, Promise<unknown>>();

/** Only one tab at a time runs `work` with this name. Without browser locks, a lease of 15 s is used. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Undefined without https.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks) return locks.request(name, work);
  const turn = Promise.resolve(turnsByName.get(name))
    .catch(() => undefined)
    .then(() => runUnderLease(`${name}.lease`, work));
  turnsByName.set(name, turn);
  return turn;
}

interface Lease {
  tab: string;
  until: number;
}

async function runUnderLease<T>(storageKey: string, work: () => Promise<T>): Promise<T> {
  for (let lease = readLease(storageKey); lease; lease = readLease(storageKey))
    await waitForLeaseChange(storageKey, lease.until - Date.now());
  // Browsers pause the timers of hidden tabs, so another tab may have the lease by now.
  const takeLease = () => {
    if (readLease(storageKey)) return;
    try {
      localStorage.setItem(
        storageKey,
        JSON.stringify({ tab: tabId, until: Date.now() + leaseMs } satisfies Lease),
      );
    } catch {
      // The storage is full. Two tabs may send the same entry, but the server executes it once.
    }
  };
  takeLease();
  const renewal = setInterval(takeLease, leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if (!readLease(storageKey)) localStorage.removeItem(storageKey);
  }
}

/** The valid lease of another tab. A lease of more than 15 s was written before the clock was set back. */
function readLease(storageKey: string): Lease | null {
  const lease = parseStored<Lease>(storageKey);
  const isValid =
    lease && lease.tab !== tabId && lease.until > Date.now() && lease.until <= Date.now() + leaseMs;
  return isValid ? lease : null;
}

function waitForLeaseChange(storageKey: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
      resolve();
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey || event.key === null) finish();
    };
    const timer = setTimeout(finish, Math.max(ms, 1));
    window.addEventListener('storage', onStorage);
  });
}
