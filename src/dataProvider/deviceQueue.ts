import { useSyncExternalStore } from 'react';
import { ApiProblem } from './ApiProblem';
import { currentSession } from './session';

/** `waiting`: there was no answer; it is sent again until there is one. */
type Delivery<R> =
  { kind: 'sent'; result: R } | { kind: 'waiting' } | { kind: 'refused'; problem: ApiProblem };

const pause = 15_000;
const aboutSender = ['NETWORK', 'IDENTITY_MISMATCH', 'MUST_CHANGE_PASSWORD'];

/** No answer, or one that is not about the work itself: the session ended, or the server is busy. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  aboutSender.includes(code) || status === 401 || status === 429 || status >= 500;

let lastAt = 0;

/** The present time, but never the same twice: it distinguishes two entries with the same key. */
const stamp = () => new Date((lastAt = Math.max(Date.now(), lastAt + 1))).toISOString();

/**
 * Sends work and stores it until it is answered, also through a reload, a lost network and a new sign-in. `deliver`
 * is called again after a lost answer, so repeating it must be harmless.
 */
export function deviceQueue<T extends Queued, R>(
  name: string,
  keyOf: (entry: Omit<T, keyof Queued>) => string,
  deliver: (entry: T) => Promise<R>,
) {
  const queue = storedQueue<T>(name, keyOf);
  const running = oneAtATime<Delivery<R>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function attempt(entry: T): Promise<Delivery<R>> {
    const place = queue.ownPlace();
    queue.put({ ...entry, state: 'sending' }, place);
    // A second call for the same key would conflict with the version that the first has raised.
    return running.run(keyOf(entry), () => deliverOnce(entry, place));
  }

  async function deliverOnce(entry: T, place: string): Promise<Delivery<R>> {
    if (queue.ownPlace() !== place) return { kind: 'waiting' };
    queue.putUnlessReplaced({ ...entry, state: 'sending' }, place);
    try {
      const result = await deliver(entry);
      if (!queue.isReplaced(entry, place)) queue.drop(entry, place);
      return { kind: 'sent', result };
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (!isUnanswered(problem)) {
        queue.putUnlessReplaced({ ...entry, ...refusedWith(problem) }, place);
        return { kind: 'refused', problem };
      }
      clearTimeout(timer);
      timer = setTimeout(sendWaiting, pause);
      // If the storage is full nothing waits, and the person sees the failure.
      const isKept = queue.putUnlessReplaced({ ...entry, state: 'waiting' }, place);
      return isKept ? { kind: 'waiting' } : { kind: 'refused', problem };
    }
  }

  function sendWaiting() {
    clearTimeout(timer);
    if (!currentSession()) return;
    for (const entry of queue.readQueue())
      if (entry.state !== 'refused' && !running.isRunning(keyOf(entry))) void attempt(entry);
  }

  window.addEventListener('online', sendWaiting);

  return {
    /** Stores it on the device and sends it. */
    send: (entry: Omit<T, keyof Queued>): Promise<Delivery<R>> =>
      attempt({ ...entry, at: stamp(), state: 'sending' } as T),
    /** Removes it from the device, after an answer or when the person discards it. */
    drop: (entry: T): void => void queue.drop(entry),
    /** Sends waiting work now: when the network is back, after sign-in, and every few seconds. */
    sendWaiting,
    /** The waiting work of the signed-in person, oldest first. */
    useQueue: (): readonly T[] => useSyncExternalStore(queue.subscribe, () => queue.readQueue()),
  };
}

/** Work to send; on the device until it is answered. */
export interface Queued {
  /** ISO 8601: when it was added. */
  at: string;
  state: 'waiting' | 'sending' | 'refused';
  problem?: { code: string; message: string; current: unknown };
}

const refusedWith = ({ code, message, body }: ApiProblem) => ({
  state: 'refused' as const,
  problem: { code, message, current: body['current'] ?? null },
});

/** Runs work with the same key one after the other. */
function oneAtATime<Outcome>() {
  const running = new Map<string, Promise<Outcome>>();
  return {
    isRunning: (key: string) => running.has(key),
    run: async (key: string, work: () => Promise<Outcome>): Promise<Outcome> => {
      const mine = Promise.resolve(running.get(key))
        .catch(() => undefined)
        .then(work);
      running.set(key, mine);
      try {
        return await mine;
      } finally {
        if (running.get(key) === mine) running.delete(key);
      }
    },
  };
}

interface Known<T> {
  place: string;
  text: string;
  queue: readonly T[];
}

/** The waiting work on this device, separate for each person. */
function storedQueue<T extends Queued>(name: string, keyOf: (entry: T) => string) {
  const listeners = new Set<() => void>();
  const nothing: readonly T[] = [];
  let known: Known<T> | undefined;

  /**
   * The storage key of the signed-in person. Work continues under the key that it started with, if another person
   * signs in.
   */
  const ownPlace = () => `rasd.${name}.${currentSession()?.user.id ?? 0}`;

  /** Oldest first. The array keeps its identity until something changes. */
  function readQueue(place = ownPlace()): readonly T[] {
    const text = localStorage.getItem(place) ?? '[]';
    if (known?.place === place && known.text === text) return known.queue;
    known = { place, text, queue: read<T>(text) ?? nothing };
    return known.queue;
  }

  /** @returns false if the storage is full */
  function store(queue: readonly T[], place: string): boolean {
    try {
      if (queue.length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(queue));
    } catch {
      return false;
    }
    for (const listener of listeners) listener();
    return true;
  }

  const others = (entry: T, place: string) => readQueue(place).filter((one) => keyOf(one) !== keyOf(entry));
  const put = (entry: T, place: string) => store([...others(entry, place), entry], place);
  const drop = (entry: T, place = ownPlace()) => store(others(entry, place), place);

  /** Whether a later entry with the same key has replaced it: then the result of this one must not overwrite it. */
  const isReplaced = (entry: T, place: string) =>
    readQueue(place).some((one) => keyOf(one) === keyOf(entry) && one.at > entry.at);
  const putUnlessReplaced = (entry: T, place: string) => isReplaced(entry, place) || put(entry, place);

  function subscribe(listener: () => void) {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  return { ownPlace, readQueue, put, putUnlessReplaced, isReplaced, drop, subscribe };
}

function read<T>(text: string): readonly T[] | null {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) && stored.length > 0 ? (stored as T[]) : null;
  } catch {
    // Damaged text was not written by this code.
    return null;
  }
}
