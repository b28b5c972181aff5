import { useSyncExternalStore } from 'react';
import { ApiProblem } from './ApiProblem';
import { currentSession } from './session';

/** `waiting`: no answer came, and it is sent again until one does. */
type Delivery<R> =
  { kind: 'sent'; result: R } | { kind: 'waiting' } | { kind: 'refused'; problem: ApiProblem };

const pause = 15_000;
const aboutSender = ['NETWORK', 'IDENTITY_MISMATCH', 'MUST_CHANGE_PASSWORD'];

/** No answer, or one that says nothing of the work itself: the session ended, the server is busy. */
const isUnanswered = ({ code, status }: ApiProblem) =>
  aboutSender.includes(code) || status === 401 || status === 429 || status >= 500;

let lastAt = 0;

/** Now, and never twice the same: it tells an entry from a later one of the same thing. */
const stamp = () => new Date((lastAt = Math.max(Date.now(), lastAt + 1))).toISOString();

/**
 * Sends work and keeps it until an answer comes, also over a reload, a lost network and a new sign-in. `deliver` is
 * called again after a lost reply: its effect must be one.
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
    // A second call for a thing would meet the version that the first has just raised.
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
      // Where the device is full nothing waits, and the person is told that it failed.
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
    /** Keeps it on the device and sends it. */
    send: (entry: Omit<T, keyof Queued>): Promise<Delivery<R>> =>
      attempt({ ...entry, at: stamp(), state: 'sending' } as T),
    /** Takes it off the device: it was answered, or the person dropped it. */
    drop: (entry: T): void => void queue.drop(entry),
    /** Sends what waits, now: when the network is back, when somebody signs in, and every few seconds. */
    sendWaiting,
    /** What waits on this device for the person signed in, oldest first. */
    useQueue: (): readonly T[] => useSyncExternalStore(queue.subscribe, () => queue.readQueue()),
  };
}

/** Work on its way to the server; on the device until it is answered. */
export interface Queued {
  /** ISO 8601: when it was handed over. */
  at: string;
  state: 'waiting' | 'sending' | 'refused';
  problem?: { code: string; message: string; current: unknown };
}

const refusedWith = ({ code, message, body }: ApiProblem) => ({
  state: 'refused' as const,
  problem: { code, message, current: body['current'] ?? null },
});

/** Work that waits for what was begun before it under the same key. */
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

/** What waits on this device, for each person apart. */
function storedQueue<T extends Queued>(name: string, keyOf: (entry: T) => string) {
  const listeners = new Set<() => void>();
  const nothing: readonly T[] = [];
  let known: Known<T> | undefined;

  /** Of the person signed in. What is begun for one person is ended in that one's place, whoever comes meanwhile. */
  const ownPlace = () => `rasd.${name}.${currentSession()?.user.id ?? 0}`;

  /** Oldest first. The same array until something changes. */
  function readQueue(place = ownPlace()): readonly T[] {
    const text = localStorage.getItem(place) ?? '[]';
    if (known?.place === place && known.text === text) return known.queue;
    known = { place, text, queue: read<T>(text) ?? nothing };
    return known.queue;
  }

  /** @returns false where the device is full */
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

  /** A later one of the same thing waits there by now: what becomes of this one must not take its place. */
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
    // What cannot be read was not written here.
    return null;
  }
}
