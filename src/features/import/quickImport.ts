import type { DataProvider, RaRecord } from 'react-admin';
import type { ImportResult } from '../../../contract/imports';
import { cleanName, cleanText } from '../../../contract/rules/arabicText';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { loadAll } from './catalogue';
import { ImportRun, type RetryPolicy, type RunTools } from './ImportRun';
import { matchFields } from './matching';
import { describeProblem } from './Problem';
import { readSource } from './readSource';
import { countDone, countTotal, sumTotals } from './runState';
import { newImport, buildPart } from './importRecord';
import {
  type FileKinds,
  cutAtHeader,
  createOutline,
  type Sheet,
  Unreadable,
  chooseBestHeader,
} from './sheet';
import { type RowNote, SheetWork } from './SheetWork';
import type { CheckedRow, ImportPlan } from './importPlan';

/** The limit is small, because the package reads a whole file at once. */
export const quickFiles: FileKinds = {
  names: /\.(csv|tsv)$/i,
  megabytes: 5,
  texts: 'quickImport',
};

interface Sources {
  load: () => Promise<ImportPlan>;
  dataProvider: Pick<DataProvider, 'getList'>;
}

export interface ParsedFile {
  resource: ImportPlan['resource'];
  work: SheetWork;
  rows: readonly CheckedRow[];
  ignoredHeaders: string[];
}

/** Never rejects: an error becomes a message. */
export async function readFile(
  file: File,
  { load, dataProvider }: Sources,
): Promise<ParsedFile | { messages: string[] }> {
  try {
    const [sheetReading] = await readSource({ kind: 'file', file, name: file.name }, quickFiles);
    if (!sheetReading || 'problem' in sheetReading)
      throw new Unreadable(sheetReading?.problem ?? { kind: 'empty' });
    const plan = await load();
    const columns = matchColumns(sheetReading.sheet, plan);
    if (columns.missing.length > 0) return { messages: describeMissingColumns(columns.missing, plan) };
    const check = await plan.createChecker((resource) => loadAll(dataProvider, resource));
    const rows = await checkRows(columns, check, (line) => t('quickImport.repeated', { line }));
    return { resource: plan.resource, ...rows, ignoredHeaders: columns.ignored };
  } catch (failure) {
    if (failure instanceof Unreadable) return { messages: [describeProblem(failure.problem, quickFiles)] };
    const reason = failure instanceof ApiProblem ? failure.message : t('ui.unexpected');
    return { messages: [t('quickImport.readFailed'), reason] };
  }
}

/** If several columns match one field, the first column is used. */
export function matchColumns(
  sheet: Sheet,
  { headers, requiredGroups }: Pick<ImportPlan, 'headers' | 'requiredGroups'>,
) {
  const match = (header: readonly string[]) => matchFields(header, headers, Object.keys(headers), true);
  const { headerAt } = chooseBestHeader(
    createOutline(sheet),
    (header) => match(header).filter((field) => field !== null).length,
    0,
  );
  const headedSheet = cutAtHeader(sheet, headerAt);
  const fields = match(headedSheet.header);
  const ignored = headedSheet.header
    .map(cleanText)
    .filter((cell, index) => cell !== '' && fields[index] === null);
  const missingGroups = requiredGroups
    .filter((group) => !group.some((field) => fields.includes(field)))
    .map(([first = '']) => headers[first]?.[0] ?? first);
  return { sheet: headedSheet, fields, ignored, missing: missingGroups };
}

function describeMissingColumns(missing: readonly string[], { headers }: ImportPlan): string[] {
  const columnNames = Object.values(headers).map(([first = '']) => first);
  const columns = (words: readonly string[]) => ({ columns: words.join(t('ui.comma')) });
  return [
    t('quickImport.missingColumns', columns(missing)),
    t('quickImport.knownColumns', columns(columnNames)),
  ];
}

/** The page can react between two chunks. */
const chunkSize = 1_000;

/** `repeatedMessage` is the error for a row that repeats the record of an earlier line. */
export async function checkRows(
  { sheet, fields }: Pick<ReturnType<typeof matchColumns>, 'sheet' | 'fields'>,
  check: (cells: Record<string, string>) => CheckedRow,
  repeatedMessage: (line: number) => string,
): Promise<Pick<ParsedFile, 'work' | 'rows'>> {
  const rows: CheckedRow[] = [];
  const work = new SheetWork(
    sheet,
    {
      check: (record, index) => {
        const cells = Object.entries(record).map(([field, cell]) => [field, cellText(cell)]);
        const row = check(Object.fromEntries(cells) as Record<string, string>);
        rows[index] = row;
        return [...row.problems];
      },
      keys: (_record, index) => rows[index]?.keys ?? [],
      repeatedMessage,
    },
    fields,
  );
  while (work.check(chunkSize)) await new Promise((resolve) => setTimeout(resolve, 0));
  return { work, rows };
}

/** Spreadsheets mark text cells with a leading apostrophe. */
const cellText = (cell: string) => cleanName(cell).replace(/^'/, '');

export type ExistingRecordsMode = 'update' | 'skip';

export function sortRows({ work, rows }: Pick<ParsedFile, 'work' | 'rows'>) {
  const validIndexes = work.validIndexes();
  const isNew = (index: number) => rows[index]?.stored === null;
  return {
    fresh: validIndexes.filter(isNew),
    existing: validIndexes.filter((index) => !isNew(index)),
    refused: work.summary().invalid,
  };
}

export const listRowsToWrite = (
  { work, rows }: Pick<ParsedFile, 'work' | 'rows'>,
  forExisting: ExistingRecordsMode,
) => work.validIndexes().filter((index) => forExisting === 'update' || rows[index]?.stored === null);

/** A file exceeds the rate limit, so the run waits. Without a network the run ends. */
const retryPolicy: RetryPolicy = {
  retryStatuses: new Set([429]),
  pauseStatuses: new Set([0, 401, 403, 507]),
  maxCrashes: 1,
};

interface Writer {
  create: (values: Record<string, unknown>) => Promise<unknown>;
  update: (stored: RaRecord, values: Record<string, unknown>) => Promise<unknown>;
  failureMessage: string;
  pause: RunTools['pause'];
}

/** Writes one row after another. A refused row does not stop the run. */
export function createQuickRun(
  parsedFile: ParsedFile,
  rowIndexes: number[],
  { create, update, failureMessage, pause }: Writer,
): ImportRun {
  const { resource, work, rows } = parsedFile;
  const plan = {
    parallel: [],
    sequential: rowIndexes,
    skipped: 0,
    invalidRows: [],
    stopLine: null,
    total: rowIndexes.length,
  };
  const sheetUse = { sheet: 0, type: resource, fields: work.fields, corrections: [] };
  const saved = { userId: 0, name: '', source: { kind: 'texts' as const, texts: [] }, stopOnError: false };
  return new ImportRun(newImport({ ...saved, parts: [buildPart(sheetUse, null, plan)] }), {
    send: async (_type, _body, _id, _key, [row]) => {
      const { stored, values } = rows[row?.index ?? -1] ?? { stored: null, values: {} };
      // Stored fields are sent too, because another server may clear missing fields.
      await (stored ? update(stored, { ...stored, ...values }) : create(values));
      return { ...oneRow, [stored ? 'updated' : 'imported']: 1 };
    },
    loadRows: async (_sheet, indexes) => work.rowsToSend(indexes),
    onAnswer: (_part, { errors }, indexes) => work.applyAnswer(indexes, errors),
    chunkSize: 1,
    retryPolicy,
    storage: null,
    pause,
    now: () => performance.now(),
    readRefusal: (failure) => refusalNotes(failure, failureMessage),
    failureMessage,
  });
}

const oneRow: ImportResult = {
  imported: 0,
  updated: 0,
  failed: 0,
  errors: [],
  stoppedAtRow: null,
  message: '',
  stopOnError: false,
};

function refusalNotes(failure: unknown, failureMessage: string): RowNote[] {
  if (!(failure instanceof ApiProblem)) return [{ field: null, message: failureMessage }];
  if (failure.details.length === 0) return [{ field: null, message: failure.message }];
  return failure.details.map(({ path, message }) => ({ field: path || null, message }));
}

export interface QuickReport {
  added: number;
  updated: number;
  unsent: number;
}

/** If the network failed, the row in flight counts as refused. */
export function buildReport(run: ImportRun, { work }: Pick<ParsedFile, 'work'>): QuickReport {
  const state = run.state();
  const { imported, updated } = sumTotals(state);
  const done = countDone(state);
  const failedIndex = state.end === 'paused' ? run.saved.parts[0]?.turn[done] : undefined;
  if (failedIndex !== undefined)
    work.applyAnswer([failedIndex], [{ index: failedIndex, field: null, message: state.problem ?? '' }]);
  return { added: imported, updated, unsent: countTotal(state) - done - (failedIndex === undefined ? 0 : 1) };
}
