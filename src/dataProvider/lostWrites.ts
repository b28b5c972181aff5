import { cleanText, foldDigits } from '../../contract/rules/arabicText';

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

/** The record may have changed after this time, so the write gets a new key. */
const maxAgeMs = 10 * 60_000;
const maxLost = 50;
/** `sessionStorage` survives a reload, and is limited to this tab. */
const storageKey = 'rasd.lostWrites';
const secretField = /password/i;
let lostWrites: LostWrite[] = readLost();
const inFlight = new Set<LostWrite>();

function readLost(): LostWrite[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    sessionStorage.removeItem(storageKey);
    return Array.isArray(stored) ? (stored as LostWrite[]) : [];
  } catch {
    return [];
  }
}

// A reload loses the responses of writes in flight.
window.addEventListener('pagehide', () => {
  const stored = [...inFlight, ...recentLosses()].filter(
    ({ body }) => !secretField.test(JSON.stringify(body) ?? ''),
  );
  try {
    if (stored.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(stored.slice(0, maxLost)));
  } catch {
    // The storage is full. After the reload, these writes get new keys.
  }
});

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const isSameCall = (a: Write, b: Write) =>
  a.person === b.person && a.method === b.method && a.path === b.path;
const isSameWrite = (a: Write, b: Write) =>
  isSameCall(a, b) && JSON.stringify(a.body) === JSON.stringify(b.body);
const recentLosses = () => lostWrites.filter(({ at }) => Date.now() - at < maxAgeMs);

export const findOrCreateKey = (write: Write): string =>
  recentLosses().find((lostWrite) => isSameWrite(lostWrite, write))?.key ?? newKey();

/** @returns a function to call when the write has ended */
export function noteSent(write: Write, key: string): () => void {
  const entry = { ...write, key, at: Date.now() };
  inFlight.add(entry);
  return () => void inFlight.delete(entry);
}

/** The server may have executed this write. */
export function noteLost(write: Write, key: string): void {
  lostWrites = [
    { ...write, key, at: Date.now() },
    ...recentLosses().filter((lostWrite) => lostWrite.key !== key),
  ].slice(0, maxLost);
}

/** Removes lost writes of the same call. An undo removes all lost writes. */
export function noteDone(write: Write): void {
  const isObsolete = /^\/(undo|archive)\//.test(write.path)
    ? () => true
    : (lostWrite: Write) => isSameCall(lostWrite, write);
  lostWrites = lostWrites.filter((lostWrite) => !isObsolete(lostWrite));
}

/** The body with the versions of the user's own lost writes. Null: another user changed a record. */
export function rebaseOverOwnWrites(write: Write, current: unknown): unknown {
  const ownWrites = recentLosses().filter((lostWrite) => isSameCall(lostWrite, write));
  if (ownWrites.length === 0 || !isValues(write.body)) return null;
  if (!Array.isArray(current)) {
    if (!isValues(current) || !ownWrites.some(({ body }) => isResultOf(body, current))) return null;
    return { ...write.body, version: current['version'] };
  }
  const list = Object.entries(write.body).find(([, value]) => Array.isArray(value));
  if (!list || current.length === 0) return null;
  const [name, rows] = list as [string, Values[]];
  const stored = new Map<unknown, Values>();
  for (const row of current as Values[]) {
    const id = row['studentId'];
    const sentRows = ownWrites.flatMap(({ body }) =>
      listRows(body, name).filter((sentRow) => sentRow['studentId'] === id),
    );
    if (!sentRows.some((sentRow) => isResultOf(sentRow, row))) return null;
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
const listRows = (body: unknown, name: string): Values[] =>
  isValues(body) && Array.isArray(body[name]) ? (body[name] as Values[]) : [];

/** A form sends these fields back unchanged. */
const serverFields = new Set(['version', 'updated_at']);

/** Whether exactly this write produced the stored version. */
function isResultOf(sent: unknown, stored: Values): boolean {
  if (!isValues(sent) || Number(sent['version'] ?? 0) + 1 !== stored['version']) return false;
  const { absentStudents, ...values } = sent;
  if (Array.isArray(absentStudents) && !hasSameAbsences(absentStudents, stored['absences'])) return false;
  return Object.entries(values).every(
    ([name, value]) => serverFields.has(name) || !(name in stored) || isSameValue(value, stored[name]),
  );
}

function hasSameAbsences(sent: unknown[], stored: unknown): boolean {
  if (!Array.isArray(stored) || stored.length !== sent.length) return false;
  return sent.every((absence) =>
    (stored as Values[]).some(
      (row) =>
        isValues(absence) &&
        row['studentId'] === absence['studentId'] &&
        isSameValue(absence['type'], row['type']) &&
        isSameValue(absence['notes'], row['notes']),
    ),
  );
}

/** Compares values as the server stores them: text is cleaned, and empty text is null. */
function isSameValue(sent: unknown, stored: unknown): boolean {
  const normalise = (value: unknown) =>
    value === '' || value === undefined
      ? null
      : typeof value === 'string'
        ? foldDigits(cleanText(value))
        : value;
  const [a, b] = [normalise(sent), normalise(stored)];
  if (typeof a === 'object' && a !== null) return JSON.stringify(a) === JSON.stringify(b);
  return a === b || (a !== null && b !== null && String(a) === String(b));
}
