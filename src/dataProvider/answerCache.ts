import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { dateInZone } from '../../contract/rules/hijri';
import { serverNow } from './serverClock';
import { currentSession, isRemembered, answerDatabase, type Session } from './session';

// Cached responses, encrypted for one user. `session.ts` deletes the database when a session ends. If the
// session is not remembered, the key stays in memory.

export interface CachedAnswer {
  json: unknown;
  contentRange: string | null;
}

interface StoredRow {
  at: number;
  bytes: number;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

interface CacheSchema extends DBSchema {
  keys: { key: number; value: CryptoKey };
  answers: { key: string; value: StoredRow; indexes: { atBytes: [number, number] } };
}

const maxAgeMs = 14 * 24 * 3_600_000;
const maxTotalBytes = 2_000_000;
const trimEveryBytes = 200_000;

let databasePromise: Promise<IDBPDatabase<CacheSchema>> | undefined;
let cachedKey: { token: string; key: Promise<CryptoKey> } | undefined;
let addedBytes = 0;

/** Throws after sign-out. An await before `openAndTrim` could create the deleted database again. */
function openDatabase({ token }: Session): Promise<IDBPDatabase<CacheSchema>> {
  if (currentSession()?.token !== token) throw new Error('The session has ended.');
  return (databasePromise ??= openAndTrim().catch((failure: unknown) => {
    forgetDatabase();
    throw failure;
  }));
}

function forgetDatabase() {
  databasePromise = undefined;
  cachedKey = undefined; // the database with the key has been deleted
}

async function openAndTrim() {
  const database = await openDB<CacheSchema>(answerDatabase, 2, {
    upgrade: (upgraded, oldVersion) => {
      if (oldVersion === 0) upgraded.createObjectStore('keys');
      else upgraded.deleteObjectStore('answers'); // version 1 stores no size
      upgraded.createObjectStore('answers').createIndex('atBytes', ['at', 'bytes']);
    },
    // Another tab deletes the database when the session ends.
    blocking: () => {
      forgetDatabase();
      database.close();
    },
  });
  await trim(database);
  return database;
}

async function trim(database: IDBPDatabase<CacheSchema>): Promise<void> {
  addedBytes = 0;
  const { store, done } = database.transaction('answers', 'readwrite');
  const since = Date.now() - maxAgeMs;
  let bytes = 0;
  let cursor = await store.index('atBytes').openKeyCursor(null, 'prev');
  while (cursor) {
    const [at, size] = cursor.key;
    bytes += size;
    if (at <= since || bytes > maxTotalBytes - trimEveryBytes) await store.delete(cursor.primaryKey);
    cursor = await cursor.continue();
  }
  await done;
}

function loadKey(session: Session): Promise<CryptoKey> {
  if (cachedKey?.token !== session.token) cachedKey = { token: session.token, key: readOrCreateKey(session) };
  return cachedKey.key;
}

/** IndexedDB stores the key only if the session is remembered. */
async function readOrCreateKey(session: Session): Promise<CryptoKey> {
  const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  if (!isRemembered()) return created;
  const { store, done } = (await openDatabase(session)).transaction('keys', 'readwrite');
  const stored = await store.get(session.user.id); // another tab may have stored a key
  if (!stored) await store.put(created, session.user.id);
  await done;
  return stored ?? created;
}

/** Hashes the path, because it contains subject codes. With the URL of this file, each build has new keys. */
async function hashKey(userId: number, path: string): Promise<string> {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${import.meta.url} ${userId} ${path}`),
  );
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const buildCipherParams = (iv: StoredRow['iv'], storageKey: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(storageKey),
});

/** Compression saves nine tenths. Older browsers do not support it. */
const canCompress = 'CompressionStream' in globalThis;
const pipe = (data: BlobPart, stream: ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>) =>
  new Response(new Blob([data]).stream().pipeThrough(stream));

const compress = (text: string): Promise<ArrayBuffer> =>
  canCompress
    ? pipe(text, new CompressionStream('deflate-raw')).arrayBuffer()
    : new Blob([text]).arrayBuffer();

const decompress = (data: ArrayBuffer): Promise<string> =>
  canCompress ? pipe(data, new DecompressionStream('deflate-raw')).text() : new Blob([data]).text();

/** Does nothing if the device cannot store data. */
export async function cacheAnswer(session: Session, path: string, answer: CachedAnswer): Promise<void> {
  try {
    const storageKey = await hashKey(session.user.id, path);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const compressed = await compress(JSON.stringify(answer));
    const data = await crypto.subtle.encrypt(
      buildCipherParams(iv, storageKey),
      await loadKey(session),
      compressed,
    );
    const database = await openDatabase(session);
    await database.put('answers', { at: Date.now(), bytes: data.byteLength, iv, data }, storageKey);
    addedBytes += data.byteLength;
    if (addedBytes > trimEveryBytes) await trim(database);
  } catch {
    // The session, space or storage is missing. Offline, the screen then shows a load error.
  }
}

export async function readCachedAnswer(
  session: Session,
  path: string,
): Promise<(CachedAnswer & { at: number }) | null> {
  try {
    const storageKey = await hashKey(session.user.id, path);
    const row = await (await openDatabase(session)).get('answers', storageKey);
    if (!row || row.at < Date.now() - maxAgeMs) return null;
    const { iv, data, at } = row;
    const compressed = await crypto.subtle.decrypt(
      buildCipherParams(iv, storageKey),
      await loadKey(session),
      data,
    );
    const answer = JSON.parse(await decompress(compressed)) as CachedAnswer;
    return { ...answer, json: withToday(answer.json), at };
  } catch {
    return null;
  }
}

/** A row of the answer cache, so that it is deleted with the cache. No call has this path. */
const earlierDaysPath = 'earlier days';

export const hasCachedEarlierDays = async (session: Session, today: string): Promise<boolean> =>
  (await readCachedAnswer(session, earlierDaysPath))?.json === today;

export const noteCachedEarlierDays = (session: Session, today: string): Promise<void> =>
  cacheAnswer(session, earlierDaysPath, { json: today, contentRange: null });

/** Cached settings may contain an earlier day. */
function withToday(json: unknown): unknown {
  const { today, time_zone } = (json ?? {}) as { today?: unknown; time_zone?: unknown };
  if (typeof today !== 'string' || typeof time_zone !== 'string') return json;
  return { ...(json as object), today: dateInZone(serverNow(), time_zone) };
}
