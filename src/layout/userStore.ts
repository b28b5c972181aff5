import { localStorageStore, memoryStore, type Store } from 'react-admin';

/**
 * The columns of a table, the menu, the size of a page, folded figures, the calendar of date fields, the last subjects
 * taught and the days of the last report; filters and what is typed to search are not kept.
 */
const lasts = (key: string) =>
  /\.datatable(_columnRanks)?$|^menu\.|\.perPage$|^figures\.|^days\.calendar$|^teaching\.recent$|^reports\.range$/.test(
    key,
  );

/** The largest page that a list offers. */
const maxRows = 100;

const listOf = (key: string) => /^(.*)\.listParams$/.exec(key)?.[1];

/**
 * Where react-admin keeps what a person chose. How the screens look stays on this device after signing out, for this
 * person alone; everything else goes with the session.
 */
export function userStore(userId: number): Store {
  const session = memoryStore();
  // The slash ends the number: the keys of person 1 are not the beginning of those of person 12.
  const device = localStorageStore('1', `/${userId}/`);
  const fromDevice = (key: string): unknown => {
    if (lasts(key)) return device.getItem(key);
    const list = listOf(key);
    const perPage: unknown = list && device.getItem(`${list}.perPage`);
    return typeof perPage === 'number' ? { filter: {}, page: 1, perPage } : undefined;
  };
  const keepSize = (list: string, size: number | undefined) => {
    // An address may ask for any number of rows, which the server refuses.
    if (size === undefined || size <= maxRows) device.setItem(`${list}.perPage`, size);
  };
  const keep = (key: string, value: unknown) => {
    const list = listOf(key);
    try {
      if (lasts(key)) device.setItem(key, value);
      else if (list) keepSize(list, (value as { perPage?: number } | undefined)?.perPage);
    } catch {
      // A device that is full: the choice lasts as long as the session.
    }
  };
  return {
    ...session,
    getItem: <T>(key: string, fallback?: T) =>
      (session.getItem<T>(key) ?? (fromDevice(key) as T | undefined) ?? fallback) as T,
    setItem: (key, value) => {
      session.setItem(key, value);
      keep(key, value);
    },
    removeItem: (key) => {
      session.removeItem(key);
      keep(key, undefined);
    },
  };
}
