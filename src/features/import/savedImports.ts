import {
  answerKeys,
  openImportStore as store,
  unfinishedImports,
  waitForRequest,
} from '../../dataProvider/importStore';
import type { SavedImport } from './importRecord';
import type { ChunkAnswer } from './runState';

const answerKey = (id: string, part: number, n: number) => [id, part, n];

/** Unfinished imports on this device, by user. Each method rejects if the device cannot store data. */
export const savedImports = {
  list: (userId: number) => unfinishedImports<SavedImport>(userId),
  async save(saved: SavedImport): Promise<void> {
    // The new round must not use the answers of an earlier round.
    await waitForRequest((await store('answers', 'readwrite')).delete(answerKeys(saved.id)));
    await waitForRequest((await store('imports', 'readwrite')).put(saved));
  },
  async saveAnswer(id: string, answer: ChunkAnswer): Promise<void> {
    await waitForRequest(
      (await store('answers', 'readwrite')).put(answer, answerKey(id, answer.part, answer.n)),
    );
  },
  async answers(id: string): Promise<ChunkAnswer[]> {
    return (await waitForRequest(
      (await store('answers', 'readonly')).getAll(answerKeys(id)),
    )) as ChunkAnswer[];
  },
  async remove(id: string): Promise<void> {
    await waitForRequest((await store('imports', 'readwrite')).delete(id));
    await waitForRequest((await store('answers', 'readwrite')).delete(answerKeys(id)));
  },
};

export type ImportStorage = Pick<typeof savedImports, 'save' | 'saveAnswer' | 'answers' | 'remove'>;

const lockName = (importId: string) => `rasd.import.${importId}`;

/** Only one window at a time can run an import. Locks are missing without https. */
export async function withImportLock(importId: string, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(lockName(importId), work) : work());
}

export async function isImportLocked(importId: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  const { held: heldLocks = [] } = (await locks?.query()) ?? {};
  return heldLocks.some(({ name }) => name === lockName(importId));
}
