import { useSyncExternalStore } from 'react';
import { ApiProblem } from './ApiProblem';
import { currentSession } from './session';
import { type SentAbsences, type Sheet, teaching } from './teaching';

/** A register on its way to the server; on the device until it is answered. */
export interface SentRegister extends Sheet {
  date: string;
  absentStudents: SentAbsences;
  /** Of the register that it was made over; 0 before one was taken. */
  version?: number | undefined;
  /** What the person changed, to be put over what somebody else has saved meanwhile. */
  edits: Record<string, unknown>;
  /** ISO 8601: when it was handed over. */
  at: string;
  state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused. */
  problem?: { code: string; message: string; current: unknown };
}

export type Outcome =
  | { kind: 'sent'; message: string }
  /** No answer came: it is sent again until one does. */
  | { kind: 'waiting' }
  | { kind: 'refused'; problem: ApiProblem }
  /** The server can only record absences, and cannot set a day exactly. */
  | { kind: 'cannot' };

const pause = 15_000;
const listeners = new Set<() => void>();
const running = new Map<string, Promise<Outcome>>();
let timer: ReturnType<typeof setTimeout> | undefined;
let known: { place: string; text: string; queue: readonly SentRegister[] } | undefined;
const nothing: readonly SentRegister[] = [];

const placeOf = () => `rasd.registers.${currentSession()?.user.id ?? 0}`;
const keyOf = ({ batchName, subjectCode, date }: Pick<SentRegister, 'batchName' | 'subjectCode' | 'date'>) =>
  JSON.stringify([batchName, subjectCode, date]);

/** Those of the person signed in, oldest first. The same array until something changes. */
function queued(): readonly SentRegister[] {
  const place = placeOf();
  const text = localStorage.getItem(place) ?? '[]';
  if (known?.place === place && known.text === text) return known.queue;
  let queue: readonly SentRegister[] = nothing;
  try {
    const stored: unknown = JSON.parse(text);
    if (Array.isArray(stored)) queue = stored as SentRegister[];
  } catch {
    // What cannot be read was not written here.
  }
  known = { place, text, queue };
  return queue;
}

function keep(queue: readonly SentRegister[]) {
  if (queue.length === 0) localStorage.removeItem(placeOf());
  else localStorage.setItem(placeOf(), JSON.stringify(queue));
  for (const listener of listeners) listener();
}

const others = (register: SentRegister) => queued().filter((one) => keyOf(one) !== keyOf(register));
const put = (register: SentRegister) => keep([...others(register), register]);

/** Takes a register off the device: it was answered, or the person dropped it. */
export const dropRegister = (register: SentRegister) => keep(others(register));

/**
 * Keeps a register on the device and sends it. Without an answer the same call is made again when the network is back,
 * until one comes: its effect is one, since the server sets the day exactly.
 */
export function sendRegister(register: Omit<SentRegister, 'at' | 'state' | 'problem'>): Promise<Outcome> {
  const sent: SentRegister = { ...register, at: new Date().toISOString(), state: 'sending' };
  put(sent);
  return attempt(sent);
}

async function attempt(register: SentRegister): Promise<Outcome> {
  const key = keyOf(register);
  // One call at a time for a day: a second one would meet the version that the first has just raised.
  await running.get(key)?.catch(() => undefined);
  const mine = send(register);
  running.set(key, mine);
  try {
    return await mine;
  } finally {
    if (running.get(key) === mine) running.delete(key);
  }
}

async function send(register: SentRegister): Promise<Outcome> {
  const { batchName, subjectCode, date, absentStudents, version } = register;
  put({ ...register, state: 'sending' });
  try {
    const answer = await teaching.setRegister({ batchName, subjectCode }, date, { absentStudents, version });
    dropRegister(register);
    return answer ? { kind: 'sent', message: answer.message } : { kind: 'cannot' };
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    const isUnanswered = problem.code === 'NETWORK' || problem.status === 401 || problem.status >= 500;
    if (isUnanswered) {
      put({ ...register, state: 'waiting' });
      retryLater();
      return { kind: 'waiting' };
    }
    const { code, message } = problem;
    put({
      ...register,
      state: 'refused',
      problem: { code, message, current: problem.body['current'] ?? null },
    });
    return { kind: 'refused', problem };
  }
}

function retryLater() {
  clearTimeout(timer);
  timer = setTimeout(sendWaiting, pause);
}

/** Sends what waits, now: when the network is back, when somebody signs in, and every few seconds. */
export function sendWaiting() {
  clearTimeout(timer);
  if (!currentSession()) return;
  for (const register of queued())
    if (register.state !== 'refused' && !running.has(keyOf(register))) void attempt(register);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

window.addEventListener('online', sendWaiting);

/** What waits on this device. */
export const useQueuedRegisters = () => useSyncExternalStore(subscribe, queued);

/** The register of one day that waits on this device. */
export function useQueuedRegister(sheet: Sheet | null, date: string): SentRegister | undefined {
  const queue = useQueuedRegisters();
  return sheet ? queue.find((one) => keyOf(one) === keyOf({ ...sheet, date })) : undefined;
}
