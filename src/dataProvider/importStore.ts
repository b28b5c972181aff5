/*
 * Stores unfinished imports on the device, in IndexedDB. They contain rows of the file, and so data of students: they are
 * deleted when the import ends, when the person signs out, and when the server no longer knows the requests.
 */

/** The fields of a stored import that are used here. */
interface KeptImport {
  id: string;
  userId: number;
  /** ISO 8601. */
  startedAt: string;
}

type Store = 'imports' | 'answers';

const database = 'rasd.imports';

/** Resolves with the result of an IndexedDB request. */
export function whenDone<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the device cannot store')));
  });
}

let opening: Promise<IDBDatabase> | undefined;

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('imports', { keyPath: 'id' });
    request.result.createObjectStore('answers');
  });
  return whenDone(request);
}

function openOnce(): Promise<IDBDatabase> {
  opening ??= open().catch((failure: unknown) => {
    opening = undefined;
    throw failure;
  });
  return opening;
}

/** One of the two stores, in a transaction of its own. Fails if the device cannot store anything. */
export async function importStore(name: Store, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await openOnce()).transaction(name, mode).objectStore(name);
}

/** The server remembers requests for a week; an import that continues later could store rows twice. */
const maxAgeMs = 6 * 24 * 3_600_000;

/** The imports of a person that can still continue, newest first. Fails if the device cannot store anything. */
export async function unfinishedImports<Kept extends KeptImport>(userId: number): Promise<Kept[]> {
  const oldest = new Date(Date.now() - maxAgeMs).toISOString();
  await forgetImports(({ startedAt }) => startedAt < oldest);
  const all = (await whenDone((await importStore('imports', 'readonly')).getAll())) as Kept[];
  return all
    .filter((kept) => kept.userId === userId)
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}

/** Whether signing out would delete an unfinished import of a person. Fails if the device cannot store anything. */
export const hasUnfinishedImport = async (userId: number): Promise<boolean> =>
  (await unfinishedImports(userId)).length > 0;

/** The keys of all answers that an import got. */
export const answersOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Deletes imports with their answers; if no import is left, all answers. */
export async function forgetImports(isToDelete: (kept: KeptImport) => boolean): Promise<void> {
  const transaction = (await openOnce()).transaction(['imports', 'answers'], 'readwrite');
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('nothing was removed')),
    );
  });
  const imports = transaction.objectStore('imports');
  const answers = transaction.objectStore('answers');
  const kept = (await whenDone(imports.getAll())) as KeptImport[];
  for (const { id } of kept.filter(isToDelete)) {
    imports.delete(id);
    answers.delete(answersOf(id));
  }
  if (kept.every(isToDelete)) answers.clear();
  await ended;
}
