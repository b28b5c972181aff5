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
import { paperText as labels } from '../../../../contract/reports/paperText';
import type { ReportAction } from '../../../../contract/reports/reportLog';
import { useApi } from '../../../dataProvider/useApi';
import { t } from '../../../i18n/text';
import { problemMessage } from '../../../ui/page/problemMessage';
import { download, writeExcelFile, type ExcelSheet } from '../../../ui/report/excelFile';
import type { DrawnIssue } from './ReportPaper';
import { buildPaperRequest, type Selection } from './staffReportModel';

export const countsKey = ['reports', 'counts'];

/** Prints and exports, and logs each use. `reload` rejects if the report cannot be loaded. */
export function useReportOutput(
  document: ReportDocument | undefined,
  selection: Selection,
  batchName: string | undefined,
  reload: () => Promise<unknown>,
) {
  const notify = useNotify();
  const client = useQueryClient();
  const api = useApi();
  const [busy, setBusy] = useState<ReportAction | 'pdf' | null>(null);
  const logAction = async (action: ReportAction) => {
    if (batchName === undefined) return;
    await api.noteReport({ ...buildPaperRequest(selection, batchName), action });
    await client.invalidateQueries({ queryKey: countsKey });
  };
  const runExclusive = async (action: ReportAction | 'pdf', work: (batch: string) => Promise<void>) => {
    if (busy !== null || !document || batchName === undefined) return;
    setBusy(action);
    try {
      await work(batchName);
    } catch (problem) {
      notify(problemMessage(problem, t('ui.unexpected')), { type: 'error' });
    } finally {
      setBusy(null);
    }
  };

  const { issue, printPaper } = usePrintedPage(document, selection, reload, () => void logAction('printed'));

  return {
    busy,
    issue,
    logAction,
    print: () => runExclusive('printed', printPaper),
    exportPdf: () =>
      runExclusive('pdf', async (batch) => {
        const paper = await api.paper(buildPaperRequest(selection, batch));
        if (!paper) {
          notify(t('reportPaper.pdfByPrint'), { type: 'info' });
          return printPaper(batch);
        }
        download(paper.file, paper.name);
        notify(t('staffReports.pdfDone'), { type: 'success' });
        void logAction('exported');
      }),
    exportSheet: () =>
      runExclusive('exported', async () => {
        if (!document) return;
        try {
          const file = await writeExcelFile(...buildSheets(document));
          download(file, `${document.title} - ${document.about}.xlsx`);
        } catch {
          return notify(t('ui.exportFailed'), { type: 'error' });
        }
        notify(t('ui.exported', { smart_count: document.tables[0].rows.length }), { type: 'success' });
        void logAction('exported');
      }),
  };
}
/** A transcript gets its number from the server at the print. */
function usePrintedPage(
  document: ReportDocument | undefined,
  { type, studentId, level }: Selection,
  reload: () => Promise<unknown>,
  onPrinted: () => void,
) {
  const { issuePaper } = useApi();
  const [printed, setPrinted] = useState<{ issue: DrawnIssue; document: ReportDocument | undefined } | null>(
    null,
  );
  const currentDocument = useRef(document);
  useLayoutEffect(() => {
    currentDocument.current = document;
  }, [document]);
  const printPaper = async (batchName: string) => {
    const isTranscript = type === 'transcript' && studentId !== null;
    // The number confirms the current marks, which may differ from the marks on the screen.
    if (isTranscript) await reload();
    const issue = isTranscript
      ? await issuePaper({ batchName, studentId, ...(level === null ? {} : { level }) })
      : null;
    const drawnIssue = issue && (await import('./drawnIssue')).drawIssue(issue);
    // React must render the new data and the number before the browser prints.
    flushSync(() => setPrinted(null));
    if (drawnIssue) flushSync(() => setPrinted({ issue: drawnIssue, document: currentDocument.current }));
    window.print();
    onPrinted();
  };
  return {
    /**
     * Stays while the report is the same, because a phone prints the page only after its dialog opens. A
     * second print of the same marks may use the same number.
     */
    issue: printed?.document === document ? (printed?.issue ?? null) : null,
    printPaper,
  };
}

export type ReportOutput = ReturnType<typeof useReportOutput>;

/** Excel's limit for the name of a sheet. */
const maxSheetName = 31;

/**
 * The first sheet has only the main table, so that users can sort and import it. The second has facts and
 * other tables.
 */
export function buildSheets(document: ReportDocument): [ExcelSheet, ExcelSheet] {
  return [mainSheet(document), factsSheet(document)];
}

/** Adds the reason to the name in a row that no longer counts. */
const sheetRows = ({ columns, rows, struck }: DocumentTable): Cell[][] =>
  rows.map((row, rowIndex) =>
    row.map((cell, columnIndex) =>
      struck?.rows.includes(rowIndex) && columns[columnIndex]?.kind === 'name'
        ? `${cellText(cell) ?? ''} (${struck.why})`
        : cell,
    ),
  );

function mainSheet({ title, tables: [table] }: ReportDocument): ExcelSheet {
  const { columns, common = [], sheetName = title, struck } = table;
  const commonValues = common.map(({ value }) => value);
  return {
    name: sheetName.slice(0, maxSheetName),
    header: [...columns.map(({ head, sheetHead = head }) => sheetHead), ...common.map(({ head }) => head)],
    widths: [...columns, ...common].map(({ width }) => width),
    rows: sheetRows(table).map((row) => [...row, ...commonValues]),
    struckRows: [...(struck?.rows ?? [])],
  };
}

function factsSheet({ facts, figures, tables, notes }: ReportDocument): ExcelSheet {
  const [, ...otherTables] = tables;
  const columnCount = Math.max(2, ...otherTables.map(({ columns }) => columns.length));
  const rows: Cell[][] = [];
  const struck: number[] = [];
  const addFacts = (items: readonly Fact[]) =>
    rows.push(...items.map(({ label, value }): Cell[] => [label, value]));
  addFacts(facts);
  rows.push([]);
  addFacts(figures);
  for (const table of otherTables) {
    rows.push([], [table.title]);
    addFacts(table.figures ?? []);
    rows.push(table.columns.map(({ head }) => head));
    struck.push(...(table.struck?.rows ?? []).map((line) => rows.length + line));
    rows.push(...sheetRows(table));
  }
  rows.push(...notes.map((note) => [note]));
  return {
    name: labels.factsSheet,
    header: [labels.item, labels.value],
    widths: Array.from({ length: columnCount }, (_, index) =>
      Math.max(...otherTables.map(({ columns }) => columns[index]?.width ?? 0), index === 1 ? 30 : 24),
    ),
    rows,
    struckRows: struck,
  };
}
