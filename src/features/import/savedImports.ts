import type { ImportType } from '../../../contract/vocabulary';
import {
  answerKeys,
  openImportStore as store,
  unfinishedImports,
  waitForRequest,
} from '../../dataProvider/importStore';
import type { Source } from './readSource';
import type { BatchAnswer, LineNote } from './runState';
import type { Correction, Fields, SendPlan, SheetRow } from './SheetWork';

/** How a sheet is read: enough to read it the same way after the page was closed. */
export interface SheetUse {
  sheet: number;
  type: ImportType;
  /** Index of the header among the first records; records before it are skipped. Default: the first. */
  headerAt?: number;
  fields: Fields;
  corrections: Correction[];
}

/** One sheet of an import, or its corrected rows, divided into requests that never change. */
export interface ImportPart extends SheetUse {
  /** The name of the sheet; null for a CSV. */
  name: string | null;
  /** Rows that can be sent in any order. */
  side: number[];
  /** Rows that are sent one request after the other, after `side`. */
  turn: number[];
  /** Number of invalid rows, which are not sent. */
  skipped: number;
  /** The first of them; for an import that stops at errors, the row at which it stops. */
  refusedHere: LineNote[];
  /** The line of that row. */
  stopLine: number | null;
  total: number;
}

/** Everything that is needed to continue an import after the page was closed. */
export interface SavedImport {
  /** Also the `X-Import-Id`. */
  id: string;
  userId: number;
  /** ISO 8601. */
  startedAt: string;
  /** The name of the file or online sheet. */
  name: string;
  source: Source;
  stopOnError: boolean;
  /** From 0; increased each time that corrected rows follow in the same import. */
  round: number;
  parts: ImportPart[];
}

export const newImport = (
  some: Pick<SavedImport, 'userId' | 'name' | 'source' | 'stopOnError' | 'parts'>,
): SavedImport => ({ ...some, id: newImportId(), startedAt: new Date().toISOString(), round: 0 });

/** 32 hexadecimal digits; an insecure origin has no `randomUUID`. */
const newImportId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** A part of an import, from the plan of a sheet. */
export const partOf = (use: SheetUse, name: string | null, plan: SendPlan, part = 0): ImportPart => ({
  ...use,
  name,
  side: plan.side,
  turn: plan.turn,
  skipped: plan.skipped,
  refusedHere: plan.refused.flatMap((row) => notesOf(row, part)),
  stopLine: plan.stopLine,
  total: plan.total,
});

const notesOf = ({ index, line, notes }: SheetRow, part: number): LineNote[] =>
  notes.map((note) => ({ ...note, part, index, line }));

const answerKey = (id: string, part: number, n: number) => [id, part, n];

/** Unfinished imports on this device, for each person. Each method fails if nothing can be stored. */
export const savedImports = {
  of: (userId: number) => unfinishedImports<SavedImport>(userId),
  async keep(saved: SavedImport): Promise<void> {
    // Answers to an earlier round must not be used as answers to this one.
    await waitForRequest((await store('answers', 'readwrite')).delete(answerKeys(saved.id)));
    await waitForRequest((await store('imports', 'readwrite')).put(saved));
  },
  async keepAnswer(id: string, answer: BatchAnswer): Promise<void> {
    await waitForRequest(
      (await store('answers', 'readwrite')).put(answer, answerKey(id, answer.part, answer.n)),
    );
  },
  async answers(id: string): Promise<BatchAnswer[]> {
    return (await waitForRequest(
      (await store('answers', 'readonly')).getAll(answerKeys(id)),
    )) as BatchAnswer[];
  },
  async drop(id: string): Promise<void> {
    await waitForRequest((await store('imports', 'readwrite')).delete(id));
    await waitForRequest((await store('answers', 'readwrite')).delete(answerKeys(id)));
  },
};

/** The storage that a run uses. */
export type Keeping = Pick<typeof savedImports, 'keep' | 'keepAnswer' | 'answers' | 'drop'>;

const nameOf = (importId: string) => `rasd.import.${importId}`;

/** Runs the work while no other window can continue the same import. An insecure origin has no locks. */
export async function withImportLock(importId: string, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(nameOf(importId), work) : work());
}

/** Whether another window is running this import now. */
export async function isImportLocked(importId: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(importId));
}
