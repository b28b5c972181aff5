import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { importBatchSize } from '../../../contract/imports';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { ImportRun, type RunTools } from '../../ui/import/ImportRun';
import { pauseOrOnline, untilAnswered } from '../../ui/import/requests';
import { canGoOn, totalsOf } from '../../ui/import/runState';
import {
  claimed,
  type ImportPart,
  partOf,
  type SavedImport,
  savedImports,
} from '../../ui/import/savedImports';
import type { SheetPlan } from '../../ui/import/SheetWork';
import type { RemoteImportWorker } from './useImportWorker';

/** Sets an import going; `isResumed`: the same requests under the same keys, without those that were answered. */
export type Begin = (saved: SavedImport, isResumed?: boolean) => void;

/** The import that is on its way, and the one way to set one going. */
export function useRuns(ask: () => RemoteImportWorker) {
  const t = useText();
  const queryClient = useQueryClient();
  const provider = useDataProvider<Api>();
  const [run, setRun] = useState<ImportRun | null>(null);
  const last = useRef<ImportRun | null>(null);
  /** The sheets of the import, of which a later round may have some only. */
  const sheets = useRef(new Set<number>());

  const begin = useCallback<Begin>(
    (saved, isResumed = false) => {
      // A state is one drawing late for a double click.
      if (last.current && last.current.state().phase !== 'ended') return;
      if (last.current?.saved.id !== saved.id) sheets.current.clear();
      for (const { sheet } of saved.parts) sheets.current.add(sheet);
      const tools: RunTools = {
        send: (type, body, importId, key) => provider.importRecords(type, body, importId, key),
        batchSize: importBatchSize,
        patience: untilAnswered,
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
      const begun = new ImportRun(saved, tools);
      last.current = begun;
      setRun(begun);
      void claimed(saved.id, () => begun.go(isResumed))
        .then(() => tellEnd(provider, begun, ask, [...sheets.current]))
        .then(() => queryClient.invalidateQueries());
    },
    [ask, provider, queryClient, t],
  );
  return { run, begin, forget: () => setRun(null) };
}

/** The bell tells whoever has gone elsewhere meanwhile; where it cannot, the summary on this page still does. */
async function tellEnd(
  { finishImport }: Api,
  { saved, state }: ImportRun,
  ask: () => RemoteImportWorker,
  sheets: readonly number[],
): Promise<void> {
  if (canGoOn(state())) return;
  const ofThisRound = totalsOf(state()).failed;
  // What was wrong in an earlier round, and was not put right for this one, is still wrong.
  const failed =
    saved.round === 0
      ? ofThisRound
      : await Promise.all(sheets.map((sheet) => ask().summary(sheet))).then(
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
