import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { importBatchSize } from '../../../contract/imports';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { ImportRun, type RunTools } from '../../ui/import/ImportRun';
import { pauseOrOnline, untilAnswered } from '../../ui/import/requests';
import { canGoOn, totalsOf } from '../../ui/import/runState';
import {
  withImportLock,
  type ImportPart,
  partOf,
  type SavedImport,
  savedImports,
} from '../../ui/import/savedImports';
import type { SheetPlan } from '../../ui/import/SheetWork';
import type { RemoteImportWorker } from './useImportWorker';

/** Sets an import going; `isResumed`: the same requests under the same keys, without those that were answered. */
type Begin = (saved: SavedImport, isResumed?: boolean) => void;

interface CurrentRun {
  run: ImportRun;
  /** Its sheets, of which a later round may have some only. */
  sheets: readonly ImportPart[];
}

/** The import that is on its way, and the one way to set one going. */
export function useRuns(ask: () => RemoteImportWorker) {
  const queryClient = useQueryClient();
  const provider = useApi();
  const [current, setCurrent] = useState<CurrentRun | null>(null);
  const last = useRef<CurrentRun | null>(null);

  const begin = useCallback<Begin>(
    (saved, isResumed = false) => {
      // A state is one drawing late for a double click.
      if (last.current && last.current.run.state().phase !== 'ended') return;
      const known = last.current?.run.saved.id === saved.id ? last.current.sheets : [];
      const isNew = ({ sheet }: ImportPart) => known.every((part) => part.sheet !== sheet);
      const tools: RunTools = {
        send: (type, body, importId, key) => provider.importRecords(type, body, importId, key),
        batchSize: importBatchSize,
        retryPolicy: untilAnswered,
        rows: (sheet, indexes) => ask().rowsToSend(sheet, indexes),
        // Only marks rows of the dialog: when that is gone, nobody looks at them.
        answered: ({ sheet }, { errors }, indexes) =>
          void ask()
            .settle(sheet, indexes, errors)
            .catch(() => undefined),
        keeping: savedImports,
        pause: pauseOrOnline,
        now: () => performance.now(),
        refusal: (failure, { n }) =>
          failure instanceof ApiProblem
            ? [{ field: null, message: t('imports.batchFailed', { n, why: failure.message }) }]
            : null,
        failed: t('imports.problems.failed'),
      };
      const run = new ImportRun(saved, tools);
      const begun = { run, sheets: [...known, ...saved.parts.filter(isNew)] };
      last.current = begun;
      setCurrent(begun);
      void withImportLock(saved.id, () => run.go(isResumed))
        .then(() => tellEnd(provider, begun, ask))
        .then(() => queryClient.invalidateQueries());
    },
    [ask, provider, queryClient],
  );
  return { current, begin, forget: () => setCurrent(null) };
}

export type Runs = ReturnType<typeof useRuns>;

/** Tells the server that the import is over, for the bell; where that fails, the summary of the page is enough. */
async function tellEnd(
  { finishImport }: Api,
  { run: { saved, state }, sheets }: CurrentRun,
  ask: () => RemoteImportWorker,
): Promise<void> {
  if (canGoOn(state())) return;
  const ofThisRound = totalsOf(state()).failed;
  // What was wrong in an earlier round, and was not put right for this one, is still wrong.
  const failed =
    saved.round === 0
      ? ofThisRound
      : await Promise.all(sheets.map(({ sheet }) => ask().summary(sheet))).then(
          (summaries) => summaries.reduce((sum, { wrong }) => sum + wrong, 0),
          () => ofThisRound, // the dialog is gone, and the rows with it
        );
  await finishImport(saved.id, failed).catch(() => null);
}

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
