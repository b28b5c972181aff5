import type { ImportType } from '../../../contract/vocabulary';
import { answersOf, importStore as store, unfinishedImports, whenDone } from '../../dataProvider/importStore';
import type { Source } from './readSource';
import type { BatchAnswer, LineNote } from './runState';
import type { Correction, Fields, SendPlan, SheetRow } from './SheetWork';

/** How a sheet is understood: enough to make the same of it again after the page was closed. */
export interface SheetUse {
  sheet: number;
  type: ImportType;
  /** Which of its first records is the header; those before it are passed over. None said: the first. */
  headerAt?: number;
  fields: Fields;
  corrections: Correction[];
}

/** One sheet of an import, or the corrected rows of one, cut into requests that never change again. */
export interface ImportPart extends SheetUse {
  /** Of the sheet; null for a CSV. */
  name: string | null;
  /** May reach the server in any order. */
  side: number[];
  /** One request after the other, behind `side`. */
  turn: number[];
  /** Rows that are wrong here and never sent. */
  skipped: number;
  /** The first of these; of an import that stops at errors, the row at which it stops by itself. */
  refusedHere: LineNote[];
  /** Its line. */
  stopLine: number | null;
  total: number;
}

/** All that it takes to go on with an import after the page was closed. */
export interface SavedImport {
  /** Also the `X-Import-Id`. */
  id: string;
  userId: number;
  /** ISO 8601. */
  startedAt: string;
  /** Of the file or the online sheet. */
  name: string;
  source: Source;
  stopOnError: boolean;
  /** From 0; another one for each time that corrected rows follow in the same import. */
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

/** What is planned of a sheet as a part of an import. */
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

/** Imports that were begun on this device and not finished, kept per person. Each fails where nothing can be kept. */
export const savedImports = {
  of: (userId: number) => unfinishedImports<SavedImport>(userId),
  async keep(saved: SavedImport): Promise<void> {
    // What an earlier round of it was answered would be taken for answers to this one.
    await whenDone((await store('answers', 'readwrite')).delete(answersOf(saved.id)));
    await whenDone((await store('imports', 'readwrite')).put(saved));
  },
  async keepAnswer(id: string, answer: BatchAnswer): Promise<void> {
    await whenDone((await store('answers', 'readwrite')).put(answer, answerKey(id, answer.part, answer.n)));
  },
  async answers(id: string): Promise<BatchAnswer[]> {
    return (await whenDone((await store('answers', 'readonly')).getAll(answersOf(id)))) as BatchAnswer[];
  },
  async drop(id: string): Promise<void> {
    await whenDone((await store('imports', 'readwrite')).delete(id));
    await whenDone((await store('answers', 'readwrite')).delete(answersOf(id)));
  },
};

/** What a run keeps of itself. */
export type Keeping = Pick<typeof savedImports, 'keep' | 'keepAnswer' | 'answers' | 'drop'>;

const nameOf = (importId: string) => `rasd.import.${importId}`;

/** Does the work while no other window can take up the same import. An insecure origin has no locks. */
export async function withImportLock(importId: string, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(nameOf(importId), work) : work());
}

/** Whether another window is at this import now. */
export async function isImportLocked(importId: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(importId));
}
