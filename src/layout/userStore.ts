import { localStorageStore, memoryStore, type Store } from 'react-admin';

/** Matches columns, menu, page size, folded stats, calendar, recent subjects, report range, count of tasks. */
const isStoredOnDevice = (key: string) =>
  /\.datatable(_columnRanks)?$|^menu\.|\.perPage$|^figures\.|^days\.calendar$|^teaching\.recent$|^reports\.range$|^toDo\.tasks$/.test(
    key,
  );

const maxPageSize = 100;

const listName = (key: string) => /^(.*)\.listParams$/.exec(key)?.[1];

/** Stores display settings on this device, by user. Filters and searches end with the session. */
export function userStore(userId: number): Store {
  const session = memoryStore();
  // The slash ends the number, so that the keys of user 1 do not match those of user 12.
  const device = localStorageStore('1', `/${userId}/`);
  const readFromDevice = (key: string): unknown => {
    if (isStoredOnDevice(key)) return device.getItem(key);
    const list = listName(key);
    const perPage: unknown = list && device.getItem(`${list}.perPage`);
    return typeof perPage === 'number' ? { filter: {}, page: 1, perPage } : undefined;
  };
  const storePageSize = (list: string, size: number | undefined) => {
    // The address can have a page size that the server refuses.
    if (size === undefined || size <= maxPageSize) device.setItem(`${list}.perPage`, size);
  };
  const storeOnDevice = (key: string, value: unknown) => {
    const list = listName(key);
    try {
      if (isStoredOnDevice(key)) device.setItem(key, value);
      else if (list) storePageSize(list, (value as { perPage?: number } | undefined)?.perPage);
    } catch {
      // The storage of the device is full, so the setting ends with the session.
    }
  };
  return {
    ...session,
    getItem: <T>(key: string, fallback?: T) =>
      (session.getItem<T>(key) ?? (readFromDevice(key) as T | undefined) ?? fallback) as T,
    setItem: (key, value) => {
      session.setItem(key, value);
      storeOnDevice(key, value);
    },
    removeItem: (key) => {
      session.removeItem(key);
      storeOnDevice(key, undefined);
    },
  };
}
