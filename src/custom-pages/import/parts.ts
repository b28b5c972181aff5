import type { LineNote } from './sending/answers';
import type { ImportPart } from './sending/savedImports';
import type { SendPlan, SheetUse, WrongRow } from './reading/work';

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
