import { useEffect, useState } from 'react';
import { type DataProvider, useDataProvider } from 'react-admin';
import { type Text, useText } from '../../i18n/useText';
import { bytewise, type CsvTable, fileSentence, oneChunk, problemOfFile, tableOf } from './quickImportFile';
import { readingOf } from './quickImportReading';
import type { ImportPlan, ImportRow } from './quickImportRows';
import { type ForExisting, type ImportReport, rowsToWrite, sorted, writeRows } from './quickImportWrites';

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

export type ImportStep =
  | { step: 'closed' | 'reading' }
  | { step: 'unusable'; sentences: readonly string[] }
  | { step: 'preview'; resource: string; rows: readonly ImportRow[]; ignored: readonly string[] }
  | { step: 'writing'; done: number; total: number }
  | { step: 'report'; resource: string; report: ImportReport };

/** One file on its way. */
interface ImportRun {
  table: CsvTable;
  resource: string;
  report: ImportReport;
  isStopped: boolean;
  /** Answers the question of the preview; null: nothing is to be written. */
  decide: (choice: ForExisting | null) => void;
}

const newRun = (): ImportRun => ({
  table: { records: [] },
  resource: '',
  report: { added: 0, updated: 0, skipped: 0, refused: [], untried: 0 },
  isStopped: false,
  decide: () => undefined,
});

/** The files that were chosen, one after the other: a new one ends the one before. */
function importRuns() {
  let run = newRun();
  const stop = () => {
    run.isStopped = true;
  };
  return {
    current: () => run,
    stop,
    begin: () => {
      stop();
      run = newRun();
    },
  };
}

interface Tools {
  t: Text;
  dataProvider: DataProvider;
  load: () => Promise<ImportPlan>;
  /** The run of the file that was chosen last. */
  currentRun: () => ImportRun;
  show: (step: ImportStep) => void;
}

/** Ends the package's own run without a word; what there is to say stands in the dialog. */
class Ended extends Error {}

/** What react-admin-import-csv calls at each of its steps, with every one of its silences filled. */
const importHooks = (tools: Tools) => ({
  parseConfig: {
    encoding: bytewise,
    chunkSize: oneChunk,
    newline: '\n' as const,
    beforeFirstChunk: (raw: string) => {
      tools.currentRun().table = tableOf(raw);
      // The package is left nothing to take apart: it copies a row as often as it has columns.
      return '';
    },
  },
  transformRows: () => reviewed(tools),
  validateRow: async ({ problems }: ImportRow) => {
    if (problems.length > 0) throw new Ended();
  },
  preCommitCallback: async (_action: 'create' | 'overwrite', rows: ImportRow[]) => {
    await written(rows, tools);
    // Nothing is left for the package to send: it would send every row at once.
    return [];
  },
  postCommitCallback: () => {
    const { resource, report } = tools.currentRun();
    tools.show({ step: 'report', resource, report });
  },
});

/** The rows to write, once the person has seen what will become of each. */
async function reviewed({ t, dataProvider, load, currentRun, show }: Tools) {
  const run = currentRun();
  const readList: Parameters<typeof readingOf>[1]['readList'] = (resource, params) =>
    dataProvider.getList(resource, params);
  const reading = await readingOf(run.table, { t, load, readList });
  if (run.isStopped) throw new Ended();
  if ('sentences' in reading) {
    show({ step: 'unusable', ...reading });
    throw new Ended();
  }
  show({ step: 'preview', ...reading });
  const choice = await new Promise<ForExisting | null>((resolve) => {
    run.decide = resolve;
  });
  if (choice === null) throw new Ended();
  const { existing, refused } = sorted(reading.rows);
  run.resource = reading.resource;
  run.report = { ...run.report, refused, skipped: choice === 'skip' ? existing.length : 0 };
  return rowsToWrite(reading.rows, choice);
}

async function written(rows: readonly ImportRow[], { t, dataProvider, currentRun, show }: Tools) {
  const run = currentRun();
  const showProgress = (done: number) => show({ step: 'writing', done, total: rows.length });
  showProgress(0);
  const outcome = await writeRows(rows, {
    create: (data) => dataProvider.create(run.resource, { data }),
    update: (stored, data) =>
      dataProvider.update(run.resource, { id: stored.id, data, previousData: stored }),
    failed: t('quickImport.failed'),
    onProgress: showProgress,
    isStopped: () => run.isStopped,
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  const refused = [...run.report.refused, ...outcome.refused].toSorted((a, b) => a.line - b.line);
  run.report = { ...run.report, ...outcome, refused };
}
