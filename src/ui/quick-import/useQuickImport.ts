import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { useText } from '../../i18n/useText';
import { problemOfFile } from './quickImportFile';
import { importHooks, type ImportStep, importRuns } from './quickImportHooks';
import type { ImportPlan } from './quickImportRows';
import { fileSentence } from './quickImportSentences';
import type { ForExisting } from './quickImportWrites';

/** A quick import as hooks of react-admin-import-csv, and what the dialog around them shows. */
export function useQuickImport(load: () => Promise<ImportPlan>) {
  const t = useText();
  const dataProvider = useDataProvider();
  const [step, show] = useState<ImportStep>({ step: 'closed' });
  const [runs] = useState(importRuns);
  useEffect(() => runs.stop, [runs]);
  return {
    step,
    /** Ends the writing behind the row that is on its way; the report follows. */
    stop: runs.stop,
    close: () => {
      runs.stop();
      runs.current().decide(null);
      show({ step: 'closed' });
    },
    decide: (choice: ForExisting) => runs.current().decide(choice),
    /** Whether the package may read a file that was chosen. */
    accept: (file: File): boolean => {
      runs.begin();
      const problem = problemOfFile(file);
      show(problem ? { step: 'unusable', sentences: [fileSentence(t, problem)] } : { step: 'reading' });
      return problem === null;
    },
    hooks: importHooks({ t, dataProvider, load, currentRun: runs.current, show }),
  };
}
