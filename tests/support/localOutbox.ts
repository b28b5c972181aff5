import type { Entry } from '../../src/dataProvider/outbox/kinds';

const prefix = (userId: number) => `rasd.queued.${userId}.`;

/** Entries in localStorage, where a page without encryption stores them. */
export const readLocalQueue = (userId: number): Entry[] =>
  Object.entries(localStorage)
    .filter(([storageKey]) => storageKey.startsWith(prefix(userId)))
    .map(([, text]) => JSON.parse(String(text)) as Entry)
    .toSorted((one, other) => ((one.order ?? one.at) < (other.order ?? other.at) ? -1 : 1));

export const storeLocalEntry = (userId: number, entry: { id: string }) =>
  localStorage.setItem(prefix(userId) + entry.id, JSON.stringify(entry));
