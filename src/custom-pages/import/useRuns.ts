import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useText } from '../../i18n/useText';
import type { Workshop } from './reading/workshop';
import { claimed } from './sending/claims';
import { ImportRun } from './sending/ImportRun';
import type { RunTools } from './sending/runTools';
import { canGoOn } from './sending/runState';
import { pauseOrOnline } from './sending/persist';
import { savedImports, type SavedImport } from './sending/savedImports';

/** Sets an import going; `isResumed`: the same requests under the same keys, without those that were answered. */
export type Begin = (saved: SavedImport, isResumed?: boolean) => void;

/** The import that is on its way, and the one way to set one going. */
export function useRuns(ask: () => Workshop) {
  const t = useText();
  const queryClient = useQueryClient();
  const provider = useDataProvider<Api>();
  const [run, setRun] = useState<ImportRun | null>(null);
  const last = useRef<ImportRun | null>(null);

  const begin = useCallback<Begin>(
    (saved, isResumed = false) => {
      // A state is one drawing late for a double click.
      if (last.current && last.current.state().phase !== 'ended') return;
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
        .then(() => tellEnd(provider, begun))
        .then(() => queryClient.invalidateQueries());
    },
    [ask, provider, queryClient, t],
  );
  return { run, begin, forget: () => setRun(null) };
}

/** The bell tells whoever has gone elsewhere meanwhile; where it cannot, the summary on this page still does. */
async function tellEnd({ finishImport }: Api, { saved, state }: ImportRun): Promise<void> {
  if (canGoOn(state())) return;
  const leftOut = saved.parts.reduce((sum, { skipped }) => sum + skipped, 0);
  await finishImport(saved.id, leftOut).catch(() => null);
}
