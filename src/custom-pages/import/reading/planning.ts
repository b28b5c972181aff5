import type { SendPlan, WrongRow } from './work';

/** What a plan needs to know of rows, by index. */
export interface PlannedRows {
  /** By the rules of this side. */
  isWrong: (index: number) => boolean;
  row: (index: number) => WrongRow;
  /** What it shares with rows that mean the same record. */
  keys: (index: number) => string[];
}

const maxRefused = 10;

/** Stopping at the first error: every row before the first that is wrong, one request after the other. */
export function planInTurn(all: readonly number[], { isWrong, row }: PlannedRows): SendPlan {
  const wrong = all.findIndex(isWrong);
  const turn = wrong < 0 ? [...all] : all.slice(0, wrong);
  const refused = all.slice(turn.length, turn.length + 1).map(row);
  return { side: [], turn, skipped: 0, refused, stopLine: refused[0]?.line ?? null, total: all.length };
}

/** Every row that is not wrong: side by side, but those that mean the same record as an earlier one. */
export function planSideBySide(chosen: readonly number[], { isWrong, row, keys }: PlannedRows): SendPlan {
  const seen = new Set<string>();
  const isRepeated = (index: number) => {
    const own = keys(index);
    const isKnown = own.some((key) => seen.has(key));
    for (const key of own) seen.add(key);
    return isKnown;
  };
  const wrong = chosen.filter(isWrong);
  const plan: SendPlan = {
    side: [],
    turn: [],
    skipped: wrong.length,
    refused: wrong.slice(0, maxRefused).map(row),
    stopLine: null,
    total: chosen.length,
  };
  for (const index of chosen) if (!isWrong(index)) plan[isRepeated(index) ? 'turn' : 'side'].push(index);
  return plan;
}
