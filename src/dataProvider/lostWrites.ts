import { cleanText, foldDigits } from '../../contract/rules/arabicText';

/** A write request, and the person who sends it. */
export interface Write {
  person: number | null;
  method: string;
  path: string;
  body: unknown;
}

interface LostWrite extends Write {
  key: string;
  at: number;
}

type Values = Record<string, unknown>;

/** A write that was lost longer ago gets a new key, since the record may have changed meanwhile. */
const keptForMs = 10 * 60_000;
const maxLost = 50;
/** In `sessionStorage`: lost writes survive a reload of the page, in this tab only. */
const storageKey = 'rasd.lostWrites';
const secret = /password/i;
/** The newest first. */
let lost: LostWrite[] = readLost();
/** Sent, and not answered yet. */
const underWay = new Set<LostWrite>();

function readLost(): LostWrite[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    sessionStorage.removeItem(storageKey);
    return Array.isArray(stored) ? (stored as LostWrite[]) : [];
  } catch {
    return [];
  }
}

// After a reload, answers that are still under way are lost too.
window.addEventListener('pagehide', () => {
  const stored = [...underWay, ...recent()].filter(({ body }) => !secret.test(JSON.stringify(body) ?? ''));
  try {
    if (stored.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(stored.slice(0, maxLost)));
  } catch {
    // The storage is full: they are sent as new writes.
  }
});

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const isSamePlace = (a: Write, b: Write) =>
  a.person === b.person && a.method === b.method && a.path === b.path;
const isSame = (a: Write, b: Write) => isSamePlace(a, b) && JSON.stringify(a.body) === JSON.stringify(b.body);
const recent = () => lost.filter(({ at }) => Date.now() - at < keptForMs);

/** The `Idempotency-Key` of a write: the key of the same write whose answer was lost, or a new one. */
export const keyOfWrite = (write: Write): string =>
  recent().find((one) => isSame(one, write))?.key ?? newKey();

/** Notes that a write is sent. @returns a function to call when it is answered or lost */
export function noteSent(write: Write, key: string): () => void {
  const sent = { ...write, key, at: Date.now() };
  underWay.add(sent);
  return () => void underWay.delete(sent);
}

/** Notes that no answer came: the server may have executed the write or not. */
export function noteLost(write: Write, key: string): void {
  lost = [{ ...write, key, at: Date.now() }, ...recent().filter((one) => one.key !== key)].slice(0, maxLost);
}

/** Notes that a write succeeded: earlier lost writes to the same path are forgotten; after an undo all are. */
export function noteDone(write: Write): void {
  const isPast = /^\/(undo|archive)\//.test(write.path)
    ? () => true
    : (one: Write) => isSamePlace(one, write);
  lost = lost.filter((one) => !isPast(one));
}

/**
 * The body of a write that is stale only because of the person's own earlier writes, whose answers were lost: with the
 * versions after those. Null if anybody else changed anything.
 * @param current from the STALE answer: the record, or the rows that are stale
 */
export function retryOverOwnWrites(write: Write, current: unknown): unknown {
  const own = recent().filter((one) => isSamePlace(one, write));
  if (own.length === 0 || !isValues(write.body)) return null;
  if (!Array.isArray(current)) {
    if (!isValues(current) || !own.some(({ body }) => isWhatWasSent(body, current))) return null;
    return { ...write.body, version: current['version'] };
  }
  const list = Object.entries(write.body).find(([, value]) => Array.isArray(value));
  if (!list || current.length === 0) return null;
  const [name, rows] = list as [string, Values[]];
  const stored = new Map<unknown, Values>();
  for (const row of current as Values[]) {
    const id = row['studentId'];
    const sent = own.flatMap(({ body }) => rowsOf(body, name).filter((one) => one['studentId'] === id));
    if (!sent.some((one) => isWhatWasSent(one, row))) return null;
    stored.set(id, row);
  }
  return {
    ...write.body,
    [name]: rows.map((row) => {
      const version = stored.get(row['studentId'])?.['version'];
      return version === undefined ? row : { ...row, version };
    }),
  };
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (body: unknown, name: string): Values[] =>
  isValues(body) && Array.isArray(body[name]) ? (body[name] as Values[]) : [];

/** Fields that the server sets at each write, and a form sends back unchanged. */
const setByServer = new Set(['version', 'updated_at']);

/** Whether the stored record is the result of this write, and of no later one. */
function isWhatWasSent(sent: unknown, stored: Values): boolean {
  if (!isValues(sent) || Number(sent['version'] ?? 0) + 1 !== stored['version']) return false;
  const { absentStudents, ...values } = sent;
  if (Array.isArray(absentStudents) && !isSameList(absentStudents, stored['absences'])) return false;
  return Object.entries(values).every(
    ([name, value]) => setByServer.has(name) || !(name in stored) || isSameValue(value, stored[name]),
  );
}

/** Whether the sent register has the stored absences of the day. */
function isSameList(sent: unknown[], stored: unknown): boolean {
  if (!Array.isArray(stored) || stored.length !== sent.length) return false;
  return sent.every((one) =>
    (stored as Values[]).some(
      (row) =>
        isValues(one) &&
        row['studentId'] === one['studentId'] &&
        isSameValue(one['type'], row['type']) &&
        isSameValue(one['notes'], row['notes']),
    ),
  );
}

/** Compares as the server stores values: text is cleaned, and empty text is null. */
function isSameValue(sent: unknown, stored: unknown): boolean {
  const plain = (value: unknown) =>
    value === '' || value === undefined
      ? null
      : typeof value === 'string'
        ? foldDigits(cleanText(value))
        : value;
  const [a, b] = [plain(sent), plain(stored)];
  if (typeof a === 'object' && a !== null) return JSON.stringify(a) === JSON.stringify(b);
  return a === b || (a !== null && b !== null && String(a) === String(b));
}
