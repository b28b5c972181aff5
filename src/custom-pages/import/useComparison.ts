import { useEffect, useState } from 'react';
import {
  checkSize,
  type ImportCheck,
  importCheckSize,
  maxCheckBytes,
  type MissingFromFile,
} from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
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
}

const initialComparison: Comparison = {
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
};
const maxWarnings = 10;
/** Maximum bytes of the records in a request. Most servers accept about a megabyte. */
const maxBytes = 900_000;
/** The rest of the request is small. */
const maxBytesTogether = maxCheckBytes - 100_000;
const tooLarge = 413;

/** Sends the valid rows to the server, which compares them with its records and writes nothing. */
export function useComparison(
  getWorker: () => RemoteImportWorker,
  { sheet, type, revision }: { sheet: number; type: ImportType; revision: number },
  onRefused: () => void,
): Comparison {
  // The effect depends on the provider, because the provider is stable and its methods are not.
  const provider = useApi();
  const [comparison, setComparison] = useState(initialComparison);
  useEffect(() => {
    const controller = new AbortController();
    const compare = async (rowsAtOnce: number, bytes: number) => {
      await getWorker().forgetDecisions(sheet);
      const indexes = await getWorker().validIndexes(sheet);
      let current: Comparison = { ...initialComparison, revision, total: indexes.length };
      const update = (next: Comparison) => {
        if (!controller.signal.aborted) setComparison((current = next));
      };
      update(current);
      for (let start = 0; start < indexes.length; start += rowsAtOnce) {
        const rows = await getWorker().rowsToSend(sheet, indexes.slice(start, start + rowsAtOnce));
        for (const chunk of splitByBytes(rows, bytes)) {
          if (controller.signal.aborted) return;
          const body = { data: chunk.map(({ record }) => record) };
          const answer = await provider.checkImport(type, body, controller.signal);
          if (!answer) return update({ ...current, state: 'missing' });
          const chunkIndexes = chunk.map(({ index }) => index);
          await getWorker().applyAnswer(sheet, chunkIndexes, answer.errors.map(createLineNote(chunk)));
          await getWorker().decide(sheet, toRowDecisions(chunk, answer));
          update(addAnswer(current, chunk, answer));
        }
      }
      update({
        ...current,
        state: 'done',
        // Of a file in several requests, each request misses the students of the others.
        missing: indexes.length > rowsAtOnce ? [] : current.missing,
      });
      if (current.refused > 0 && !controller.signal.aborted) onRefused();
    };
    const size = checkSize(type);
    const compareTogether = () =>
      compare(size, size > importCheckSize ? maxBytesTogether : maxBytes).catch((failure: unknown) => {
        // A proxy may have a lower limit than the server.
        const isTooLarge = failure instanceof ApiProblem && failure.status === tooLarge;
        if (!isTooLarge || size === importCheckSize) throw failure;
        return compare(importCheckSize, maxBytes);
      });
    compareTogether().catch(() => {
      if (!controller.signal.aborted) setComparison((latest) => ({ ...latest, revision, state: 'failed' }));
    });
    return () => controller.abort();
    // A correction raises `revision`. `onRefused` is not a dependency, because it only reloads the summary.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [getWorker, provider, sheet, type, revision]);
  // The rows changed, and their comparison has not begun.
  return comparison.revision === revision ? comparison : initialComparison;
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
  hasDecisions: (answer.decisions ?? []).length > 0 || (answer.questions ?? []).length > 0,
  missing: [...comparison.missing, ...(answer.missing ?? [])],
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
