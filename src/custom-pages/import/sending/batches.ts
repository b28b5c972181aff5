import { importBatchSize } from '../../../../contract/imports';
import type { ImportPart, SavedImport } from './savedImports';

/** One request: rows that are always sent together under the same key. */
export interface Batch {
  part: number;
  /** From 1, within the part. */
  n: number;
  indexes: number[];
}

/** The requests of a part: those that may go side by side, then those that go one after the other. */
export function batchesOf(part: ImportPart, at: number): { side: Batch[]; turn: Batch[] } {
  const side = slices(part.side).map((indexes, index) => ({ part: at, n: index + 1, indexes }));
  const turn = slices(part.turn).map((indexes, index) => ({ part: at, n: side.length + index + 1, indexes }));
  return { side, turn };
}

function slices(indexes: readonly number[]): number[][] {
  const count = Math.ceil(indexes.length / importBatchSize);
  return Array.from({ length: count }, (_, at) =>
    indexes.slice(at * importBatchSize, (at + 1) * importBatchSize),
  );
}

/** The `Idempotency-Key` of a request: the same whenever it is sent, on whichever day. */
export const keyOf = ({ id, round }: Pick<SavedImport, 'id' | 'round'>, { part, n }: Batch): string =>
  `${id}-${round}-${part}-${n}`;
