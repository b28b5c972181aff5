import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import type { RemoteImportWorker } from './reading/useImportWorker';
import { claimed, type SavedImport, savedImports } from './sending/savedImports';
import { ImportRun, type RunTools } from './sending/ImportRun';
import { canGoOn, totalsOf } from './sending/runState';
import { pauseOrOnline } from './sending/persist';

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
        send: (...request) => provider.importRecords(...request),
        rows: (sheet, indexes) => ask().rowsToSend(sheet, indexes),
        answered: (part, { errors }, indexes) => {
          const refused = new Map(
            errors.map(({ index }) => [index, errors.filter((one) => one.index === index)]),
          );
          const accepted = indexes.filter((index) => !refused.has(index));
          // Only marks rows of the dialog: when that is gone, nobody looks at them.
          void ask()
            .accept(part.sheet, accepted)
            .catch(() => undefined);
          if (refused.size > 0)
            void ask()
              .refuse(part.sheet, [...refused])
              .catch(() => undefined);
        },
        keeping: savedImports,
        pause: pauseOrOnline,
        now: () => performance.now(),
        sentences: {
          batch: (n, why) => t('imports.batchFailed', { n, why }),
          failed: t('imports.problems.failed'),
        },
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
