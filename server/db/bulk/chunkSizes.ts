/** When a deletion or an undo runs in several transactions, so that others can write in between; in rows. */
export interface ChunkSizes {
  /** A cleanup of more rows runs in several transactions, and so does the undo of any deletion of more rows. */
  maxDeletedAtOnce: number;
  /** A deletion of single records with more rows runs in several transactions. */
  maxRemovedAtOnce: number;
  /** The undo of an import of more rows runs in several transactions. */
  maxImportUndoneAtOnce: number;
  /** The rows of one transaction of a deletion or its undo; more, because most are marks, which have no search terms. */
  deletion: number;
  /** The rows of one transaction of another undo. */
  undo: number;
}

export const defaultChunkSizes: ChunkSizes = {
  maxDeletedAtOnce: 5_000,
  maxRemovedAtOnce: 20_000,
  maxImportUndoneAtOnce: 1_000,
  deletion: 1_000,
  undo: 250,
};
