import { Box, type Theme, ThemeProvider } from '@mui/material';
import { type ChangeEvent, type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { type DataProvider, NotificationContextProvider, useDataProvider } from 'react-admin';
import { ImportButton, type ImportConfig } from 'react-admin-import-csv';
import { t } from '../../i18n/text';
import { describeProblem } from './Problem';
import { checkFile } from './readSource';
import { countDone } from './runState';
import type { ImportPlan } from './importPlan';
import {
  type ExistingRecordsMode,
  quickFiles,
  createQuickRun,
  readFile,
  buildReport,
  listRowsToWrite,
  sortRows,
} from './quickImport';
import { type ImportStep, QuickImportDialog } from './QuickImportDialog';

// The types of react-admin-import-csv use React's old global JSX.
const PackageButton = ImportButton as unknown as ComponentType<ImportConfig & { variant: 'outlined' }>;

/** Replaces the dialogs and the toast of react-admin-import-csv, which do not explain errors or results. */
export default function QuickImportButton({ load }: { load: () => Promise<ImportPlan> }) {
  const { hooks, accept, ...quickImport } = useQuickImport(load);
  const [fileName, setFileName] = useState('');
  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    setFileName(file.name);
    if (!accept(file)) event.stopPropagation();
  };
  return (
    <>
      <Box onChangeCapture={handleFile} sx={buttonStyle}>
        <ThemeProvider theme={hidePackageDialogs}>
          <NotificationContextProvider>
            <PackageButton variant="outlined" disableCreateMany disableUpdateMany {...hooks} />
          </NotificationContextProvider>
        </ThemeProvider>
      </Box>
      <QuickImportDialog fileName={fileName} {...quickImport} />
    </>
  );
}

const buttonStyle = {
  '& .MuiButton-root': { width: '100%', px: 2, fontSize: (theme: Theme) => theme.typography.button.fontSize },
} as const;

const Nothing = () => null;

/** The breakpoint keeps the label of the package's button on phones. */
const hidePackageDialogs = (outer: Theme): Theme => ({
  ...outer,
  breakpoints: { ...outer.breakpoints, down: () => '@media not all' },
  components: {
    ...outer.components,
    MuiDialog: { ...outer.components?.MuiDialog, defaultProps: { slots: { root: Nothing } } },
    MuiTooltip: { ...outer.components?.MuiTooltip, defaultProps: { describeChild: true } },
  },
});

interface ChosenFile {
  file: File;
  /** The signal aborts if the user stops, closes, or selects another file. */
  abortController: AbortController;
  /** Resolves the preview. Null: write nothing. */
  decide: (choice: ExistingRecordsMode | null) => void;
}

function useQuickImport(load: () => Promise<ImportPlan>) {
  const dataProvider = useDataProvider();
  const [step, setStep] = useState<ImportStep>({ step: 'closed' });
  const chosenFile = useRef<ChosenFile | null>(null);
  /** The current row is still written. */
  const stop = useCallback(() => chosenFile.current?.abortController.abort(), []);
  useEffect(() => stop, [stop]);
  return {
    state: step,
    onStop: stop,
    onClose: () => {
      stop();
      chosenFile.current?.decide(null);
      setStep({ step: 'closed' });
    },
    onStart: (choice: ExistingRecordsMode) => chosenFile.current?.decide(choice),
    /** Checks the file. False: the package must not read this file. */
    accept: (file: File): boolean => {
      stop();
      chosenFile.current = { file, abortController: new AbortController(), decide: () => undefined };
      const problem = checkFile(file, quickFiles);
      const messages = problem ? [describeProblem(problem, quickFiles)] : [];
      setStep(problem ? { step: 'unusable', messages } : { step: 'reading' });
      return problem === null;
    },
    /** The package calls these hooks after the user has selected a file. The package itself sends nothing. */
    hooks: {
      parseConfig,
      transformRows: async () => {
        if (chosenFile.current) await importFile(chosenFile.current, { dataProvider, load, setStep });
        // The package gets no rows, because it would send all rows at once.
        return [];
      },
    },
  };
}

const parseConfig = {
  chunkSize: quickFiles.megabytes * 1_048_576 + 1,
  newline: '\n' as const,
  // The package gets an empty text, because the package is slow and detects no encodings.
  beforeFirstChunk: () => '',
};

interface ImportTools {
  dataProvider: DataProvider;
  load: () => Promise<ImportPlan>;
  setStep: (step: ImportStep) => void;
}

/** Ends the package's own run without a message. Our dialog shows the result. */
class ImportEnded extends Error {}

/** Reads a file, shows a preview, and writes the selected rows. Rejects with ImportEnded. */
async function importFile(
  chosenFile: ChosenFile,
  { dataProvider, load, setStep }: ImportTools,
): Promise<void> {
  const { signal } = chosenFile.abortController;
  const parsedFile = await readFile(chosenFile.file, { load, dataProvider });
  if (signal.aborted) throw new ImportEnded();
  if ('messages' in parsedFile) {
    setStep({ step: 'unusable', ...parsedFile });
    throw new ImportEnded();
  }
  setStep({ step: 'preview', parsedFile });
  const choice = await new Promise<ExistingRecordsMode | null>((resolve) => {
    chosenFile.decide = resolve;
  });
  if (choice === null) throw new ImportEnded();
  const rows = listRowsToWrite(parsedFile, choice);
  const run = createQuickRun(parsedFile, rows, {
    create: (data) => dataProvider.create(parsedFile.resource, { data }),
    update: (stored, data) =>
      dataProvider.update(parsedFile.resource, { id: stored.id, data, previousData: stored }),
    failureMessage: t('quickImport.failed'),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  signal.addEventListener('abort', run.cancel);
  const showProgress = () => setStep({ step: 'writing', done: countDone(run.state()), total: rows.length });
  showProgress();
  run.subscribe(showProgress);
  await run.start();
  const skippedCount = choice === 'skip' ? sortRows(parsedFile).existing.length : 0;
  setStep({ step: 'report', parsedFile, skipped: skippedCount, report: buildReport(run, parsedFile) });
}
