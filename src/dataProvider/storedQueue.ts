import { currentSession } from './session';

/** Work on its way to the server; on the device until it is answered. */
export interface Queued {
  /** ISO 8601: when it was handed over. */
  at: string;
  state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused. */
  problem?: { code: string; message: string; current: unknown };
}

interface Known<T> {
  place: string;
  text: string;
  queue: readonly T[];
}

/** What waits on this device, for each person apart. */
export function storedQueue<T extends Queued>(name: string, keyOf: (entry: T) => string) {
  const listeners = new Set<() => void>();
  const nothing: readonly T[] = [];
  let known: Known<T> | undefined;

  /** Of the person signed in. What is begun for one person is ended in that one's place, whoever comes meanwhile. */
  const ownPlace = () => `rasd.${name}.${currentSession()?.user.id ?? 0}`;

  /** Oldest first. The same array until something changes. */
  function queued(place = ownPlace()): readonly T[] {
    const text = localStorage.getItem(place) ?? '[]';
    if (known?.place === place && known.text === text) return known.queue;
    known = { place, text, queue: read<T>(text) ?? nothing };
    return known.queue;
  }

  /** @returns false where the device is full */
  function keep(queue: readonly T[], place: string): boolean {
    try {
      if (queue.length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(queue));
    } catch {
      return false;
    }
    for (const listener of listeners) listener();
    return true;
  }

  const others = (entry: T, place: string) => queued(place).filter((one) => keyOf(one) !== keyOf(entry));
  const put = (entry: T, place: string) => keep([...others(entry, place), entry], place);
  const drop = (entry: T, place = ownPlace()) => keep(others(entry, place), place);

  function subscribe(listener: () => void) {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  return { ownPlace, queued, put, drop, subscribe };
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
