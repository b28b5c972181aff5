import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { dateInZone } from '../../contract/rules/hijri';
import { serverNow } from './serverClock';
import { currentSession, isRemembered, keptDatabase, type Session } from './session';

/*
 * Answers on the device, encrypted for one person with a key that no script can read. `session.ts` deletes the whole
 * database when a session ends. A session that is not remembered has its key in memory alone: what it kept cannot be read
 * after closing.
 */

/** What of an answer is needed again. */
export interface KeptAnswer {
  json: unknown;
  contentRange: string | null;
}

interface Row {
  at: number;
  bytes: number;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

interface Kept extends DBSchema {
  keys: { key: number; value: CryptoKey };
  answers: { key: string; value: Row; indexes: { atBytes: [number, number] } };
}

const maxAgeMs = 14 * 24 * 3_600_000;
/** In bytes, of all answers; the oldest go first. */
const maxKept = 2_000_000;
/** How many bytes are added before it is looked again whether they are too many. */
const trimmedEvery = 200_000;

let opening: Promise<IDBPDatabase<Kept>> | undefined;
let known: { token: string; key: Promise<CryptoKey> } | undefined;
let added = 0;

/**
 * The database, for a session that has not ended: its end has asked for the deletion, and whatever opens the database
 * later would make it anew. Nothing may come between this check and the opening.
 * @throws Error if the session has ended
 */
function databaseOf({ token }: Session): Promise<IDBPDatabase<Kept>> {
  if (currentSession()?.token !== token) throw new Error('The session has ended.');
  return (opening ??= open().catch((failure: unknown) => {
    forgetDatabase();
    throw failure;
  }));
}

function forgetDatabase() {
  opening = undefined;
  known = undefined; // it went with the database
}

async function open() {
  const database = await openDB<Kept>(keptDatabase, 2, {
    upgrade: (made, before) => {
      if (before === 0) made.createObjectStore('keys');
      else made.deleteObjectStore('answers'); // without the bytes
      made.createObjectStore('answers').createIndex('atBytes', ['at', 'bytes']);
    },
    // The session has ended, here or in another tab.
    blocking: () => {
      forgetDatabase();
      database.close();
    },
  });
  await trim(database);
  return database;
}

/** Deletes what is too old, and the oldest of what is too much. Reads no answer, only the index. */
async function trim(database: IDBPDatabase<Kept>): Promise<void> {
  added = 0;
  const { store, done } = database.transaction('answers', 'readwrite');
  const since = Date.now() - maxAgeMs;
  let bytes = 0;
  let cursor = await store.index('atBytes').openKeyCursor(null, 'prev');
  while (cursor) {
    const [at, size] = cursor.key;
    bytes += size;
    if (at <= since || bytes > maxKept - trimmedEvery) await store.delete(cursor.primaryKey);
    cursor = await cursor.continue();
  }
  await done;
}

function keyOf(session: Session): Promise<CryptoKey> {
  if (known?.token !== session.token) known = { token: session.token, key: readKey(session) };
  return known.key;
}

/** The key of a remembered person, who gets one with the first answer; else a new one. */
async function readKey(session: Session): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  if (!isRemembered()) return made;
  const { store, done } = (await databaseOf(session)).transaction('keys', 'readwrite');
  const stored = await store.get(session.user.id); // another tab may have been first
  if (!stored) await store.put(made, session.user.id);
  await done;
  return stored ?? made;
}

/**
 * The address is not readable either: it names subjects. Another build of the app may expect another answer: the name of
 * this file changes with every build, because it contains the hash of what the file imports.
 */
async function placeOf(person: number, path: string): Promise<string> {
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${import.meta.url} ${person} ${path}`),
  );
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const parametersOf = (iv: Row['iv'], place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
});

/** Answers are a tenth as long when they are compressed; older browsers keep them as they are. */
const canPack = 'CompressionStream' in globalThis;
const through = (data: BlobPart, stream: ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>) =>
  new Response(new Blob([data]).stream().pipeThrough(stream));

const pack = (text: string): Promise<ArrayBuffer> =>
  canPack
    ? through(text, new CompressionStream('deflate-raw')).arrayBuffer()
    : new Blob([text]).arrayBuffer();

const unpack = (data: ArrayBuffer): Promise<string> =>
  canPack ? through(data, new DecompressionStream('deflate-raw')).text() : new Blob([data]).text();

/** Keeps an answer. If the device cannot, nothing is kept. */
export async function keepAnswer(session: Session, path: string, answer: KeptAnswer): Promise<void> {
  try {
    const place = await placeOf(session.user.id, path);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const packed = await pack(JSON.stringify(answer));
    const data = await crypto.subtle.encrypt(parametersOf(iv, place), await keyOf(session), packed);
    const database = await databaseOf(session);
    await database.put('answers', { at: Date.now(), bytes: data.byteLength, iv, data }, place);
    added += data.byteLength;
    if (added > trimmedEvery) await trim(database);
  } catch {
    // The session has ended; or no room, or no storage in this window: without the server the screen says that it cannot
    // be loaded.
  }
}

/** The last answer of a call with its time; null if there is none that this session may read. */
export async function keptAnswer(
  session: Session,
  path: string,
): Promise<(KeptAnswer & { at: number }) | null> {
  try {
    const place = await placeOf(session.user.id, path);
    const row = await (await databaseOf(session)).get('answers', place);
    if (!row || row.at < Date.now() - maxAgeMs) return null;
    const { iv, data, at } = row;
    const packed = await crypto.subtle.decrypt(parametersOf(iv, place), await keyOf(session), data);
    const answer = JSON.parse(await unpack(packed)) as KeptAnswer;
    return { ...answer, json: asOfToday(answer.json), at };
  } catch {
    return null;
  }
}

/** Stands among the answers, so that it goes with them; no call has this path. */
const earlierDays = 'earlier days';

/** Whether this device has kept registers and records of earlier days today. */
export const hasReadEarlier = async (session: Session, today: string): Promise<boolean> =>
  (await keptAnswer(session, earlierDays))?.json === today;

export const noteReadEarlier = (session: Session, today: string): Promise<void> =>
  keepAnswer(session, earlierDays, { json: today, contentRange: null });

/** The settings name the day on which they were read: a kept one may be of yesterday. */
function asOfToday(json: unknown): unknown {
  const { today, time_zone } = (json ?? {}) as { today?: unknown; time_zone?: unknown };
  if (typeof today !== 'string' || typeof time_zone !== 'string') return json;
  return { ...(json as object), today: dateInZone(serverNow(), time_zone) };
}
