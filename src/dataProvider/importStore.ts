/*
 * Where this device keeps the imports that were begun and not finished. They hold the rows of the file, and so the data
 * of students: they go when the import ends, when its person signs out, and when the server has forgotten its requests.
 */

/** What is kept of an import, as far as it matters here. */
interface KeptImport {
  id: string;
  userId: number;
  /** ISO 8601. */
  startedAt: string;
}

type Store = 'imports' | 'answers';

const database = 'rasd.imports';

/** The result of a request, when it is there. */
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

/** One of the two stores, in a transaction of its own. Fails where nothing can be kept. */
export async function importStore(name: Store, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await openOnce()).transaction(name, mode).objectStore(name);
}

/** The server knows the requests of an import for a week; after that going on could store rows twice. */
const longestMs = 6 * 24 * 3_600_000;

/** The imports of this person that can still be gone on with, the newest first. Fails where nothing can be kept. */
export async function unfinishedImports<Kept extends KeptImport>(userId: number): Promise<Kept[]> {
  const oldest = new Date(Date.now() - longestMs).toISOString();
  await forgetImports(({ startedAt }) => startedAt < oldest);
  const all = (await whenDone((await importStore('imports', 'readonly')).getAll())) as Kept[];
  return all
    .filter((kept) => kept.userId === userId)
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}

/** Whether signing out takes an unfinished import of this person away. Fails where nothing can be kept. */
export const hasUnfinishedImport = async (userId: number): Promise<boolean> =>
  (await unfinishedImports(userId)).length > 0;

/** The keys of all answers that an import got. */
export const answersOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Removes imports with all that they were answered; where none is left, also what was left of earlier ones. */
export async function forgetImports(isGoing: (kept: KeptImport) => boolean): Promise<void> {
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
  for (const { id } of kept.filter(isGoing)) {
    imports.delete(id);
    answers.delete(answersOf(id));
  }
  if (kept.every(isGoing)) answers.clear();
  await ended;
}
