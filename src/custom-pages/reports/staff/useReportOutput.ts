import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import {
  type Cell,
  type DocumentTable,
  type Fact,
  type ReportDocument,
  textOfCell,
} from '../../../../contract/documents/document';
import { paperText as say } from '../../../../contract/paperText';
import type { ReportAction } from '../../../../contract/reportLog';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { download, excelFile, type ExcelSheet } from '../../../ui/report/excelFile';
import type { DrawnIssue } from './ReportPaper';
import { paperOf, requestOf, type Selection } from './staffReportModel';

/** What the log counts, for the cards over the form. */
export const countsKey = ['reports', 'counts'];

/**
 * Print, PDF and Excel of the shown report, each noted in the log; a transcript on paper has a number.
 * @param reread reads the report anew; fails where it cannot be read
 */
export function useReportOutput(
  document: ReportDocument | undefined,
  selection: Selection,
  batchName: string | undefined,
  reread: () => Promise<unknown>,
) {
  const notify = useNotify();
  const client = useQueryClient();
  const api = useApi();
  const [busy, setBusy] = useState<ReportAction | 'pdf' | null>(null);
  const note = async (action: ReportAction) => {
    if (batchName === undefined) return;
    await api.noteReport({ ...requestOf(selection, batchName), action });
    await client.invalidateQueries({ queryKey: countsKey });
  };
  const once = async (what: ReportAction | 'pdf', act: (batch: string) => Promise<void>) => {
    if (busy !== null || !document || batchName === undefined) return;
    setBusy(what);
    try {
      await act(batchName);
    } catch (problem) {
      notify(sentenceOf(problem, t('ui.unexpected')), { type: 'error' });
    } finally {
      setBusy(null);
    }
  };

  const { issue, printPaper } = usePrintedPage(document, selection, reread, () => void note('printed'));

  return {
    busy,
    issue,
    note,
    print: () => once('printed', printPaper),
    exportPdf: () =>
      once('pdf', async (batch) => {
        const paper = await api.paper(paperOf(selection, batch));
        if (!paper) {
          notify(t('reportPaper.pdfByPrint'), { type: 'info' });
          return printPaper(batch);
        }
        download(paper.file, paper.name);
        notify(t('staffReports.pdfDone'), { type: 'success' });
        void note('exported');
      }),
    exportSheet: () =>
      once('exported', async () => {
        if (!document) return;
        try {
          download(await excelFile(...sheetsOf(document)), `${document.title} - ${document.about}.xlsx`);
        } catch {
          return notify(t('ui.exportFailed'), { type: 'error' });
        }
        notify(t('ui.exported', { smart_count: document.tables[0].rows.length }), { type: 'success' });
        void note('exported');
      }),
  };
}
/** The page as the browser prints it: a transcript with the number that it gets now. */
function usePrintedPage(
  document: ReportDocument | undefined,
  { type, studentId, level }: Selection,
  reread: () => Promise<unknown>,
  onPrinted: () => void,
) {
  const { issuePaper } = useApi();
  const [issued, setIssued] = useState<{ drawn: DrawnIssue; of: ReportDocument | undefined } | null>(null);
  /** What stands on the page. */
  const shown = useRef(document);
  useLayoutEffect(() => {
    shown.current = document;
  }, [document]);
  const printPaper = async (batchName: string) => {
    const isIssued = type === 'transcript' && studentId !== null;
    // The number vouches for the marks of now: they may be others than when the report was shown.
    if (isIssued) await reread();
    const issue = isIssued
      ? await issuePaper({ batchName, studentId, ...(level === null ? {} : { level }) })
      : null;
    const drawn = issue && (await import('./drawnIssue')).drawIssue(issue);
    // What was read anew, and then the number, must stand on the page before the browser draws it.
    flushSync(() => setIssued(null));
    if (drawn) flushSync(() => setIssued({ drawn, of: shown.current }));
    window.print();
    onPrinted();
  };
  return {
    /**
     * Of the paper that is being printed. It stays while the same report is shown: a phone goes on at once and draws
     * the page when its dialog is open, and the same marks on paper again may have the same number.
     */
    issue: issued?.of === document ? (issued?.drawn ?? null) : null,
    printPaper,
  };
}

export type ReportOutput = ReturnType<typeof useReportOutput>;

/** The most characters of the name of a sheet. */
const longestName = 31;

/**
 * The document as two sheets: its main table alone, so that it can be sorted, counted and imported again; then what it
 * is about, its figures, and the other tables.
 */
export function sheetsOf(document: ReportDocument): [ExcelSheet, ExcelSheet] {
  return [mainSheet(document), factsSheet(document)];
}

/** The rows of a table as a sheet has them: one that no longer counts says so after its name. */
const sheetRows = ({ columns, rows, struck }: DocumentTable): Cell[][] =>
  rows.map((row, line) =>
    row.map((cell, place) =>
      struck?.rows.includes(line) && columns[place]?.kind === 'name'
        ? `${textOfCell(cell) ?? ''} (${struck.why})`
        : cell,
    ),
  );

function mainSheet({ title, tables: [table] }: ReportDocument): ExcelSheet {
  const { columns, common = [], sheetName = title, struck } = table;
  const repeated = common.map(({ value }) => value);
  return {
    name: sheetName.slice(0, longestName),
    header: [...columns.map(({ head, sheetHead = head }) => sheetHead), ...common.map(({ head }) => head)],
    widths: [...columns, ...common].map(({ width }) => width),
    rows: sheetRows(table).map((row) => [...row, ...repeated]),
    struck: [...(struck?.rows ?? [])],
  };
}

function factsSheet({ facts, figures, tables, notes }: ReportDocument): ExcelSheet {
  const [, ...others] = tables;
  const breadth = Math.max(2, ...others.map(({ columns }) => columns.length));
  const rows: Cell[][] = [];
  const struck: number[] = [];
  const addFacts = (some: readonly Fact[]) =>
    rows.push(...some.map(({ label, value }): Cell[] => [label, value]));
  addFacts(facts);
  rows.push([]);
  addFacts(figures);
  for (const table of others) {
    rows.push([], [table.title]);
    addFacts(table.figures ?? []);
    rows.push(table.columns.map(({ head }) => head));
    struck.push(...(table.struck?.rows ?? []).map((line) => rows.length + line));
    rows.push(...sheetRows(table));
  }
  rows.push(...notes.map((note) => [note]));
  return {
    name: say.factsSheet,
    header: [say.item, say.value],
    widths: Array.from({ length: breadth }, (_, place) =>
      Math.max(...others.map(({ columns }) => columns[place]?.width ?? 0), place === 1 ? 30 : 24),
    ),
    rows,
    struck,
  };
}
