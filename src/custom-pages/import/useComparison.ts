import { useEffect, useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { compareSheet, type Comparison, initialComparison } from './comparison';
import type { RemoteImportWorker } from './useImportWorker';

/** Compares the valid rows of a sheet with the records of the server, again after each revision. */
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
    const { signal } = controller;
    const update = (next: Comparison) => {
      if (!signal.aborted) setComparison({ ...next, revision });
    };
    const { checkImport } = provider;
    compareSheet({ sheet, type }, { getWorker, checkImport, signal, onProgress: update }).then(
      (compared) => {
        update(compared);
        if (compared.refused > 0 && !signal.aborted) onRefused();
      },
      () => {
        if (!signal.aborted) setComparison((latest) => ({ ...latest, revision, state: 'failed' }));
      },
    );
    return () => controller.abort();
    // A correction raises `revision`. `onRefused` is not a dependency, because it only reloads the summary.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [getWorker, provider, sheet, type, revision]);
  // The rows changed, and their comparison has not begun.
  return comparison.revision === revision ? comparison : initialComparison;
}
