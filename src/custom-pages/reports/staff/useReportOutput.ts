import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import {
  type Cell,
  type DocumentTable,
  type Fact,
  type ReportDocument,
  cellText,
} from '../../../../contract/documents/document';
import { paperText as say } from '../../../../contract/reports/paperText';
import type { ReportAction } from '../../../../contract/reports/reportLog';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { download, excelFile, type ExcelSheet } from '../../../ui/report/excelFile';
import type { DrawnIssue } from './ReportPaper';
import { requestOf, type Selection } from './staffReportModel';

/** The query key of the counts above the form. */
export const countsKey = ['reports', 'counts'];

/**
 * Print, PDF and Excel of the shown report, each noted in the log; a printed transcript has a number.
 * @param reread loads the report again; fails if that is not possible
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
        const paper = await api.paper(requestOf(selection, batch));
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
/** Prints the page; a transcript gets its number now. */
function usePrintedPage(
  document: ReportDocument | undefined,
  { type, studentId, level }: Selection,
  reread: () => Promise<unknown>,
  onPrinted: () => void,
) {
  const { issuePaper } = useApi();
  const [issued, setIssued] = useState<{ drawn: DrawnIssue; of: ReportDocument | undefined } | null>(null);
  /** The document on the page. */
  const shown = useRef(document);
  useLayoutEffect(() => {
    shown.current = document;
  }, [document]);
  const printPaper = async (batchName: string) => {
    const isIssued = type === 'transcript' && studentId !== null;
    // The number confirms the present marks, which may differ from the shown ones.
    if (isIssued) await reread();
    const issue = isIssued
      ? await issuePaper({ batchName, studentId, ...(level === null ? {} : { level }) })
      : null;
    const drawn = issue && (await import('./drawnIssue')).drawIssue(issue);
    // The new data and the number must be rendered before the browser prints.
    flushSync(() => setIssued(null));
    if (drawn) flushSync(() => setIssued({ drawn, of: shown.current }));
    window.print();
    onPrinted();
  };
  return {
    /**
     * The number of the printed paper. It stays while the same report is shown: a phone prints the page only when its
     * dialog is open, and printing the same marks again may use the same number.
     */
    issue: issued?.of === document ? (issued?.drawn ?? null) : null,
    printPaper,
  };
}

export type ReportOutput = ReturnType<typeof useReportOutput>;

/** The maximum length of the name of a sheet. */
const longestName = 31;

/**
 * The document as two sheets: its main table alone, so that it can be sorted, counted and imported; then the facts,
 * the figures and the other tables.
 */
export function sheetsOf(document: ReportDocument): [ExcelSheet, ExcelSheet] {
  return [mainSheet(document), factsSheet(document)];
}

/** The rows of a table for a sheet: after the name of a row that no longer counts is the reason. */
const sheetRows = ({ columns, rows, struck }: DocumentTable): Cell[][] =>
  rows.map((row, line) =>
    row.map((cell, place) =>
      struck?.rows.includes(line) && columns[place]?.kind === 'name'
        ? `${cellText(cell) ?? ''} (${struck.why})`
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
