import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { ApiProblem } from '../dataProvider/ApiProblem';
import { useText } from '../i18n/useText';
import { bytewise, type CsvTable, oneChunk, plainCsv, problemOfFile, tableOf } from './quickImportFile';
import { fileSentence } from './quickImportSentences';
import { checkedRows, missingColumnsOf, type ReadList } from './quickImportReading';
import type { ImportPlan, ImportRow } from './quickImportRows';
import { type ForExisting, type ImportReport, rowsToWrite, sorted, writeRows } from './quickImportWrites';

export type ImportStep =
  | { step: 'closed' | 'reading' }
  | { step: 'unusable'; sentences: readonly string[] }
  | { step: 'preview'; resource: string; rows: readonly ImportRow[]; ignored: readonly string[] }
  | { step: 'writing'; done: number; total: number }
  | { step: 'report'; resource: string; report: ImportReport };

const closed: ImportStep = { step: 'closed' };

/** Ends the package's own run without a word; what there is to say stands in the dialog. */
class Ended extends Error {}

/** The steps of a quick import, as hooks of react-admin-import-csv, and what the dialog around them shows. */
export function useQuickImport(load: () => Promise<ImportPlan>) {
  const t = useText();
  const dataProvider = useDataProvider();
  const [step, setStep] = useState<ImportStep>(closed);
  const table = useRef<CsvTable>({ records: [] });
  const decide = useRef<(choice: ForExisting | null) => void>(undefined);
  const run = useRef<{ resource: string; report: ImportReport }>(undefined);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  const endWith = (...sentences: string[]): never => {
    if (!isStopped.current) setStep({ step: 'unusable', sentences });
    throw new Ended();
  };

  const read = async (csvRows: Record<string, unknown>[]) => {
    if ('problem' in table.current) return endWith(fileSentence(t, table.current.problem));
    try {
      const plan = await load();
      const missing = missingColumnsOf(csvRows, plan);
      if (missing) {
        const columns = (words: readonly string[]) => ({ columns: words.join(t('quickImport.comma')) });
        return endWith(
          t('quickImport.missingColumns', columns(missing.missing)),
          t('quickImport.knownColumns', columns(missing.known)),
        );
      }
      const readList: ReadList = (resource, params) => dataProvider.getList(resource, params);
      const repeated = (line: number) => t('quickImport.repeated', { line });
      return { resource: plan.resource, ...(await checkedRows(csvRows, plan, readList, repeated)) };
    } catch (problem) {
      if (problem instanceof Ended) throw problem;
      return endWith(
        t('quickImport.readFailed'),
        problem instanceof ApiProblem ? problem.message : t('ui.unexpected'),
      );
    }
  };

  /** Rows go on to the package only once the person has seen what will become of them. */
  const transformRows = async (csvRows: Record<string, unknown>[]): Promise<ImportRow[]> => {
    const { resource, rows, ignored } = await read(csvRows);
    if (isStopped.current) throw new Ended();
    setStep({ step: 'preview', resource, rows, ignored });
    const choice = await new Promise<ForExisting | null>((resolve) => {
      decide.current = resolve;
    });
    if (choice === null) throw new Ended();
    const { existing, refused } = sorted(rows);
    const skipped = choice === 'skip' ? existing.length : 0;
    run.current = { resource, report: { added: 0, updated: 0, skipped, refused, untried: 0 } };
    return rowsToWrite(rows, choice);
  };

  /** Writes, and leaves the package nothing to send: it would send every row at once. */
  const preCommitCallback = async (_action: 'create' | 'overwrite', rows: ImportRow[]) => {
    if (!run.current) return [];
    const { resource, report } = run.current;
    const showProgress = (done: number) => setStep({ step: 'writing', done, total: rows.length });
    showProgress(0);
    const written = await writeRows(rows, {
      create: (data) => dataProvider.create(resource, { data }),
      update: (stored, data) => dataProvider.update(resource, { id: stored.id, data, previousData: stored }),
      failed: t('quickImport.failed'),
      onProgress: showProgress,
      isStopped: () => isStopped.current,
    });
    const refused = [...report.refused, ...written.refused].toSorted((a, b) => a.line - b.line);
    run.current.report = { ...report, ...written, refused };
    return [];
  };

  const close = () => {
    isStopped.current = true;
    decide.current?.(null);
    setStep(closed);
  };

  return {
    step,
    close,
    /** Ends the writing behind the row that is on its way; the report follows. */
    stop: () => {
      isStopped.current = true;
    },
    decide: (choice: ForExisting) => decide.current?.(choice),
    /** Whether the package may read a file that was chosen. */
    accept: (file: File): boolean => {
      isStopped.current = false;
      const problem = problemOfFile(file);
      setStep(problem ? { step: 'unusable', sentences: [fileSentence(t, problem)] } : { step: 'reading' });
      return problem === null;
    },
    hooks: {
      parseConfig: {
        encoding: bytewise,
        chunkSize: oneChunk,
        newline: '\n' as const,
        beforeFirstChunk: (raw: string) => {
          table.current = tableOf(raw);
          return 'records' in table.current ? plainCsv(table.current.records) : '';
        },
      },
      transformRows,
      validateRow: async ({ problems }: ImportRow) => {
        if (problems.length > 0) throw new Ended();
      },
      preCommitCallback,
      postCommitCallback: () => {
        if (run.current) setStep({ step: 'report', ...run.current });
      },
    },
  };
}
