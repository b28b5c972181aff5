import { Box, type Theme, ThemeProvider } from '@mui/material';
import { type ChangeEvent, type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { type DataProvider, NotificationContextProvider, useDataProvider } from 'react-admin';
import { ImportButton, type ImportConfig } from 'react-admin-import-csv';
import { t } from '../../i18n/text';
import { problemSentence } from './Problem';
import { problemOfFile } from './readSource';
import { doneOf } from './runState';
import type { ImportPlan } from './importPlan';
import {
  type ForExisting,
  quickFiles,
  quickRun,
  readFile,
  reportOf,
  rowsToWrite,
  sortRows,
} from './quickImport';
import { type ImportStep, QuickImportDialog } from './QuickImportDialog';

// The package's types use React's old global JSX.
const PackageButton = ImportButton as unknown as ComponentType<ImportConfig & { variant: 'outlined' }>;

/**
 * The button of react-admin-import-csv, which reads a chosen file and calls us at each step. Its own dialogs and
 * toast do not say what is wrong or done, so they are hidden and replaced by ours.
 */
export default function QuickImportButton({ load }: { load: () => Promise<ImportPlan> }) {
  const { hooks, accept, ...quickImport } = useQuickImport(load);
  const [fileName, setFileName] = useState('');
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    setFileName(file.name);
    if (!accept(file)) event.stopPropagation();
  };
  return (
    <>
      <Box onChangeCapture={chosen} sx={buttonStyle}>
        <ThemeProvider theme={withoutItsDialogs}>
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

/** Hides its dialogs, and keeps the label of its button on phones. */
const withoutItsDialogs = (outer: Theme): Theme => ({
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
  /** Aborted if the person stops, closes or chooses another file. */
  ending: AbortController;
  /** The answer to the preview; null: nothing is written. */
  decide: (choice: ForExisting | null) => void;
}

/** A quick import with the callbacks for react-admin-import-csv, and the state of our dialog. */
function useQuickImport(load: () => Promise<ImportPlan>) {
  const dataProvider = useDataProvider();
  const [step, show] = useState<ImportStep>({ step: 'closed' });
  const chosen = useRef<ChosenFile | null>(null);
  /** Stops after the row that is being sent; then the report is shown. */
  const stop = useCallback(() => chosen.current?.ending.abort(), []);
  useEffect(() => stop, [stop]);
  return {
    step,
    stop,
    close: () => {
      stop();
      chosen.current?.decide(null);
      show({ step: 'closed' });
    },
    decide: (choice: ForExisting) => chosen.current?.decide(choice),
    /** Whether the package may read the chosen file. */
    accept: (file: File): boolean => {
      stop();
      chosen.current = { file, ending: new AbortController(), decide: () => undefined };
      const problem = problemOfFile(file, quickFiles);
      const sentences = problem ? [problemSentence(problem, quickFiles)] : [];
      show(problem ? { step: 'unusable', sentences } : { step: 'reading' });
      return problem === null;
    },
    /** Callbacks of the package after a file was chosen: it does not read or send anything itself. */
    hooks: {
      parseConfig,
      transformRows: async () => {
        if (chosen.current) await importFile(chosen.current, { dataProvider, load, show });
        // Returns no rows, because the package would send all of them at once.
        return [];
      },
    },
  };
}

const parseConfig = {
  chunkSize: quickFiles.megabytes * 1_048_576 + 1,
  newline: '\n' as const,
  // An empty text, because the package knows no encodings or separators and is slow.
  beforeFirstChunk: () => '',
};

interface Tools {
  dataProvider: DataProvider;
  load: () => Promise<ImportPlan>;
  show: (step: ImportStep) => void;
}

/** Ends the package's own run silently; our dialog shows everything. */
class Ended extends Error {}

/** Reads a file, shows a preview of each row, and sends what the person has decided. Fails with Ended. */
async function importFile(chosen: ChosenFile, { dataProvider, load, show }: Tools): Promise<void> {
  const { signal } = chosen.ending;
  const reading = await readFile(chosen.file, { load, dataProvider });
  if (signal.aborted) throw new Ended();
  if ('sentences' in reading) {
    show({ step: 'unusable', ...reading });
    throw new Ended();
  }
  show({ step: 'preview', reading });
  const choice = await new Promise<ForExisting | null>((resolve) => {
    chosen.decide = resolve;
  });
  if (choice === null) throw new Ended();
  const rows = rowsToWrite(reading, choice);
  const run = quickRun(reading, rows, {
    create: (data) => dataProvider.create(reading.resource, { data }),
    update: (stored, data) =>
      dataProvider.update(reading.resource, { id: stored.id, data, previousData: stored }),
    failed: t('quickImport.failed'),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  signal.addEventListener('abort', run.cancel);
  const showProgress = () => show({ step: 'writing', done: doneOf(run.state()), total: rows.length });
  showProgress();
  run.subscribe(showProgress);
  await run.go();
  const skipped = choice === 'skip' ? sortRows(reading).existing.length : 0;
  show({ step: 'report', reading, skipped, report: reportOf(run, reading) });
}
