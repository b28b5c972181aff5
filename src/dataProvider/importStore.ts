// Unfinished imports in IndexedDB. They contain student data, so sign-out deletes them.

interface StoredImport {
  id: string;
  userId: number;
  startedAt: string;
}

type StoreName = 'imports' | 'answers';

const databaseName = 'rasd.imports';

export function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the device cannot store')));
  });
}

let databasePromise: Promise<IDBDatabase> | undefined;

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('imports', { keyPath: 'id' });
    request.result.createObjectStore('answers');
  });
  return waitForRequest(request);
}

function openOnce(): Promise<IDBDatabase> {
  databasePromise ??= open().catch((failure: unknown) => {
    databasePromise = undefined;
    throw failure;
  });
  return databasePromise;
}

export async function openImportStore(name: StoreName, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await openOnce()).transaction(name, mode).objectStore(name);
}

/** The server stores responses for a week. A later retry could store rows twice. */
const maxAgeMs = 6 * 24 * 3_600_000;

export async function unfinishedImports<Import extends StoredImport>(userId: number): Promise<Import[]> {
  const oldest = new Date(Date.now() - maxAgeMs).toISOString();
  await forgetImports(({ startedAt }) => startedAt < oldest);
  const storedImports = (await waitForRequest(
    (await openImportStore('imports', 'readonly')).getAll(),
  )) as Import[];
  return storedImports
    .filter((stored) => stored.userId === userId)
    .toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}

export const hasUnfinishedImport = async (userId: number): Promise<boolean> =>
  (await unfinishedImports(userId)).length > 0;

export const answerKeys = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Deletes imports with their answers. If no import remains, it deletes all answers. */
export async function forgetImports(shouldDelete: (stored: StoredImport) => boolean): Promise<void> {
  const transaction = (await openOnce()).transaction(['imports', 'answers'], 'readwrite');
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('the transaction was aborted')),
    );
  });
  const imports = transaction.objectStore('imports');
  const answers = transaction.objectStore('answers');
  const stored = (await waitForRequest(imports.getAll())) as StoredImport[];
  for (const { id } of stored.filter(shouldDelete)) {
    imports.delete(id);
    answers.delete(answerKeys(id));
  }
  if (stored.every(shouldDelete)) answers.clear();
  await done;
}
