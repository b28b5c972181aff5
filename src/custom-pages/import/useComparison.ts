import { useEffect, useState } from 'react';
import { type ImportCheck, importCheckSize } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import type { RowToSend } from '../../features/import/SheetWork';
import { createLineNote, type LineNote } from '../../features/import/runState';
import type { RemoteImportWorker } from './useImportWorker';

export interface Comparison {
  /** `missing`: the server cannot compare; `failed`: it could not now. */
  state: 'running' | 'done' | 'missing' | 'failed';
  done: number;
  total: number;
  fresh: number;
  changed: number;
  unchanged: number;
  refused: number;
  warnings: LineNote[];
  warningCount: number;
}

const start: Comparison = {
  state: 'running',
  done: 0,
  total: 0,
  fresh: 0,
  changed: 0,
  unchanged: 0,
  refused: 0,
  warnings: [],
  warningCount: 0,
};
const maxWarnings = 10;
/** Bytes of the records in one request; the server accepts about a megabyte. */
const maxBytes = 900_000;

/** Compares the rows without a problem of their own with the records on the server. Writes nothing. */
export function useComparison(
  ask: () => RemoteImportWorker,
  { sheet, type, revision }: { sheet: number; type: ImportType; revision: number },
  onRefused: () => void,
): Comparison {
  // A dependency of the effect: the provider stays the same, its methods do not.
  const provider = useApi();
  const [comparison, setComparison] = useState(start);
  useEffect(() => {
    const aborted = new AbortController();
    const work = async () => {
      const indexes = await ask().fitting(sheet);
      let sum: Comparison = { ...start, total: indexes.length };
      const show = (next: Comparison) => {
        if (!aborted.signal.aborted) setComparison((sum = next));
      };
      show(sum);
      for (let at = 0; at < indexes.length; at += importCheckSize) {
        const rows = await ask().rowsToSend(sheet, indexes.slice(at, at + importCheckSize));
        for (const part of withinBytes(rows, maxBytes)) {
          if (aborted.signal.aborted) return;
          const body = { data: part.map(({ record }) => record) };
          const answer = await provider.checkImport(type, body, aborted.signal);
          if (!answer) return show({ ...sum, state: 'missing' });
          const sent = part.map(({ index }) => index);
          await ask().settle(sheet, sent, answer.errors.map(createLineNote(part)));
          show(addAnswer(sum, part, answer));
        }
      }
      show({ ...sum, state: 'done' });
      if (sum.refused > 0 && !aborted.signal.aborted) onRefused();
    };
    work().catch(() => {
      if (!aborted.signal.aborted) setComparison((sum) => ({ ...sum, state: 'failed' }));
    });
    return () => aborted.abort();
    // A correction raises the revision; the callback only reads the summary again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, provider, sheet, type, revision]);
  return comparison;
}

const addAnswer = (sum: Comparison, rows: readonly RowToSend[], answer: ImportCheck): Comparison => ({
  ...sum,
  done: sum.done + rows.length,
  fresh: sum.fresh + answer.imported,
  changed: sum.changed + answer.updated - answer.unchanged,
  unchanged: sum.unchanged + answer.unchanged,
  refused: sum.refused + answer.failed,
  warnings: [...sum.warnings, ...answer.warnings.map(createLineNote(rows))].slice(0, maxWarnings),
  warningCount: sum.warningCount + answer.warnings.length,
});

const encoder = new TextEncoder();

/** Consecutive records as arrays whose JSON is at most so many bytes; a longer record gets an array of its own. */
export function withinBytes<T>(records: readonly T[], limit: number): T[][] {
  const parts: T[][] = [];
  let room = 0;
  for (const record of records) {
    // One more for the comma.
    const bytes = encoder.encode(JSON.stringify(record)).length + 1;
    if (bytes > room) {
      parts.push([]);
      room = limit;
    }
    parts.at(-1)?.push(record);
    room -= bytes;
  }
  return parts;
}
