import {
  checkSize,
  type ImportCheck,
  importCheckSize,
  maxCheckBytes,
  type MissingFromFile,
} from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { RowDecision, RowToSend } from '../../features/import/SheetWork';
import { createLineNote, type LineNote } from '../../features/import/runState';
import { type AskedRow, type ChangedRow, groupChanges, toAskedRows } from './importChanges';
import type { RemoteImportWorker } from './useImportWorker';

export interface Comparison {
  /** The revision of the rows that were compared. */
  revision: number;
  /** `missing`: the server cannot compare. `failed`: a request failed. */
  state: 'running' | 'done' | 'missing' | 'failed';
  done: number;
  total: number;
  fresh: number;
  changed: number;
  unchanged: number;
  refused: number;
  warnings: LineNote[];
  warningCount: number;
  changes: ChangedRow[];
  questions: AskedRow[];
  /** True if the server takes decisions about people. */
  hasDecisions: boolean;
  missing: readonly MissingFromFile[];
  /** The students of the rows that need no answer. */
  decidedIds: ReadonlySet<number>;
  requests: number;
}

export const initialComparison: Comparison = {
  revision: 0,
  state: 'running',
  done: 0,
  total: 0,
  fresh: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  warnings: [],
  warningCount: 0,
  changes: [],
  questions: [],
  hasDecisions: false,
  missing: [],
  decidedIds: new Set(),
  requests: 0,
};
const maxWarnings = 10;
/** Maximum bytes of the records in a request. Most servers accept about a megabyte. */
const maxBytes = 900_000;
/** The rest of the request is small. */
const maxBytesTogether = maxCheckBytes - 100_000;
const tooLarge = 413;

/** True for types whose rows are people, so that all rows of the file are judged in one request. */
export const isJudgedTogether = (type: ImportType): boolean => checkSize(type) > importCheckSize;

interface CompareTools {
  getWorker: () => RemoteImportWorker;
  checkImport: Api['checkImport'];
  signal: AbortSignal;
  onProgress: (comparison: Comparison) => void;
}

/**
 * Sends the valid rows to the server, which compares them with its records and writes nothing. The worker
 * gets the refusals and the decisions.
 */
export async function compareSheet(
  use: { sheet: number; type: ImportType },
  tools: CompareTools,
): Promise<Comparison> {
  const small = { rowsAtOnce: importCheckSize, bytes: maxBytes };
  if (!isJudgedTogether(use.type)) return compareInRequests(use, small, tools);
  try {
    return await compareInRequests(use, { rowsAtOnce: checkSize(use.type), bytes: maxBytesTogether }, tools);
  } catch (failure) {
    // A proxy may have a lower limit than the server.
    if (!(failure instanceof ApiProblem) || failure.status !== tooLarge) throw failure;
    return compareInRequests(use, small, tools);
  }
}

async function compareInRequests(
  { sheet, type }: { sheet: number; type: ImportType },
  { rowsAtOnce, bytes }: { rowsAtOnce: number; bytes: number },
  { getWorker, checkImport, signal, onProgress }: CompareTools,
): Promise<Comparison> {
  await getWorker().forgetDecisions(sheet);
  const indexes = await getWorker().validIndexes(sheet);
  let current: Comparison = { ...initialComparison, total: indexes.length };
  onProgress(current);
  for (let start = 0; start < indexes.length; start += rowsAtOnce) {
    const rows = await getWorker().rowsToSend(sheet, indexes.slice(start, start + rowsAtOnce));
    for (const chunk of splitByBytes(rows, bytes)) {
      signal.throwIfAborted();
      const answer = await checkImport(type, { data: chunk.map(({ record }) => record) }, signal);
      // A later comparison of the same rows may already have decided.
      signal.throwIfAborted();
      if (!answer) return { ...current, state: 'missing' };
      const chunkIndexes = chunk.map(({ index }) => index);
      await getWorker().applyAnswer(sheet, chunkIndexes, answer.errors.map(createLineNote(chunk)));
      await getWorker().decide(sheet, toRowDecisions(chunk, answer));
      current = addAnswer(current, chunk, answer);
      onProgress(current);
    }
  }
  return { ...current, state: 'done' };
}

const addAnswer = (comparison: Comparison, rows: readonly RowToSend[], answer: ImportCheck): Comparison => ({
  ...comparison,
  done: comparison.done + rows.length,
  fresh: comparison.fresh + answer.imported,
  changed: comparison.changed + answer.updated - answer.unchanged,
  unchanged: comparison.unchanged + answer.unchanged,
  refused: comparison.refused + answer.failed,
  warnings: [...comparison.warnings, ...answer.warnings.map(createLineNote(rows))].slice(0, maxWarnings),
  warningCount: comparison.warningCount + answer.warnings.length,
  // An older server omits the changes.
  changes: [...comparison.changes, ...groupChanges(rows, answer.changes ?? [])],
  questions: [...comparison.questions, ...toAskedRows(rows, answer.questions ?? [])],
  hasDecisions:
    comparison.hasDecisions || (answer.decisions ?? []).length > 0 || (answer.questions ?? []).length > 0,
  // Of a file in several requests, each request misses the students of the others.
  missing: comparison.requests === 0 ? (answer.missing ?? []) : [],
  decidedIds: new Set([...comparison.decidedIds, ...(answer.decisions ?? []).flatMap(({ id }) => id ?? [])]),
  requests: comparison.requests + 1,
});

const toRowDecisions = (rows: readonly RowToSend[], { decisions = [] }: ImportCheck): RowDecision[] =>
  decisions.flatMap(({ row, ...decision }) => {
    const index = rows[row - 1]?.index;
    return index === undefined ? [] : [[index, decision] as const satisfies RowDecision];
  });

const encoder = new TextEncoder();

/** Each chunk has at most `maxChunkBytes` of JSON. A longer record has a chunk of its own. */
export function splitByBytes<T>(records: readonly T[], maxChunkBytes: number): T[][] {
  const chunks: T[][] = [];
  let remainingBytes = 0;
  for (const record of records) {
    const bytes = encoder.encode(JSON.stringify(record)).length + 1;
    if (bytes > remainingBytes) {
      chunks.push([]);
      remainingBytes = maxChunkBytes;
    }
    chunks.at(-1)?.push(record);
    remainingBytes -= bytes;
  }
  return chunks;
}
