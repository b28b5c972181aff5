import type { RemoteImportWorker } from './reading/useImportWorker';
import type { SendPlan, SheetPlan, SheetUse, WrongRow } from './reading/work';
import type { LineNote } from './sending/answers';
import type { ImportPart, SavedImport } from './sending/savedImports';

/** An import that begins now. */
export const newImport = (
  some: Pick<SavedImport, 'userId' | 'name' | 'source' | 'stopOnError' | 'parts'>,
): SavedImport => ({ ...some, id: newImportId(), startedAt: new Date().toISOString(), round: 0 });

/** 32 hexadecimal digits; an insecure origin has no `randomUUID`. */
const newImportId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** A plan of the worker as a part of an import. */
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

const notesOf = ({ index, line, notes }: WrongRow, part: number): LineNote[] =>
  notes.map((note) => ({ ...note, part, index, line }));

/**
 * What follows in the same import, so that one undo takes back all of it: rows that were put right, or those from the
 * one on that stopped it. `modeOf` is null for a sheet of which nothing follows.
 */
export async function nextRound(
  ask: () => RemoteImportWorker,
  before: SavedImport,
  sheets: readonly ImportPart[],
  modeOf: (sheet: number) => SheetPlan | null,
): Promise<SavedImport> {
  const parts: ImportPart[] = [];
  let isStopping = false;
  for (const { sheet, type, headerAt = 0, fields, name } of sheets) {
    const mode = modeOf(sheet);
    if (!mode) continue;
    const [plan, corrections] = await Promise.all([ask().plan(sheet, mode), ask().corrections(sheet)]);
    isStopping ||= mode.kind === 'stop';
    parts.push(partOf({ sheet, type, headerAt, fields, corrections }, name, plan, parts.length));
  }
  return {
    ...before,
    startedAt: new Date().toISOString(),
    stopOnError: isStopping,
    round: before.round + 1,
    parts,
  };
}
