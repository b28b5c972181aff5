import type { ImportType } from '../../../contract/vocabulary';
import {
  answerKeys,
  openImportStore as store,
  unfinishedImports,
  waitForRequest,
} from '../../dataProvider/importStore';
import type { Source } from './readSource';
import type { ChunkAnswer, LineNote } from './runState';
import type { Correction, Fields, SendPlan, SheetRow } from './SheetWork';

/** Reads a sheet again after a reload. Devices store this object, so its keys must not change. */
export interface SheetMapping {
  sheet: number;
  type: ImportType;
  /** Index of the header among the first records. Default: 0. */
  headerAt?: number;
  fields: Fields;
  corrections: Correction[];
}

/** A sheet of an import, or its corrected rows. Devices store this object: its keys must not change. */
export interface ImportPart extends SheetMapping {
  name: string | null;
  /** Row indexes for parallel requests. */
  side: number[];
  /** Row indexes for sequential requests, after `side`. */
  turn: number[];
  /** Number of invalid rows, which are not sent. */
  skipped: number;
  /** Notes of the first invalid rows. An import that stops at errors lists only the row that stops it. */
  refusedHere: LineNote[];
  stopLine: number | null;
  total: number;
}

export interface SavedImport {
  /** The `X-Import-Id` of each request. */
  id: string;
  userId: number;
  startedAt: string;
  name: string;
  source: Source;
  stopOnError: boolean;
  /** Counts from 0. The next round sends corrected rows in the same import. */
  round: number;
  parts: ImportPart[];
}

export const newImport = (
  fields: Pick<SavedImport, 'userId' | 'name' | 'source' | 'stopOnError' | 'parts'>,
): SavedImport => ({ ...fields, id: newImportId(), startedAt: new Date().toISOString(), round: 0 });

/** 32 hexadecimal digits. `randomUUID` is missing without https. */
const newImportId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const buildPart = (
  mapping: SheetMapping,
  name: string | null,
  plan: SendPlan,
  part = 0,
): ImportPart => ({
  ...mapping,
  name,
  side: plan.parallel,
  turn: plan.sequential,
  skipped: plan.skipped,
  refusedHere: plan.invalidRows.flatMap((row) => toLineNotes(row, part)),
  stopLine: plan.stopLine,
  total: plan.total,
});

const toLineNotes = ({ index, line, notes }: SheetRow, part: number): LineNote[] =>
  notes.map((note) => ({ ...note, part, index, line }));

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
