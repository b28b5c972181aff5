import type { DataProvider, RaRecord } from 'react-admin';
import type { ImportResult } from '../../../contract/imports';
import { cleanName, cleanText } from '../../../contract/rules/arabicText';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { ImportRun, type RetryPolicy, type RunTools } from './ImportRun';
import { matchFields } from './matching';
import { problemSentence } from './Problem';
import { readSource } from './readSource';
import { doneOf, totalOf, totalsOf } from './runState';
import { newImport, partOf } from './savedImports';
import { type FileKinds, cutAtHeader, outlineOf, type Sheet, Unreadable, withBestHeader } from './sheet';
import { type RowNote, SheetWork } from './SheetWork';
import type { CheckedRow, ImportPlan } from './importPlan';

/** What the quick import takes; the package reads a file of this size in one go. */
export const quickFiles: FileKinds = {
  names: /\.(csv|tsv)$/i,
  megabytes: 5,
  texts: 'quickImport',
};

interface Sources {
  load: () => Promise<ImportPlan>;
  dataProvider: Pick<DataProvider, 'getList'>;
}

/** The rows of a file compared with what is stored. */
export interface QuickReading {
  resource: ImportPlan['resource'];
  work: SheetWork;
  /** What each row says, by its index. */
  rows: readonly CheckedRow[];
  /** Columns that fit no field. */
  ignored: string[];
}

/** Reads and checks a file, or says why it cannot be used. Never fails: an error becomes a sentence. */
export async function readFile(
  file: File,
  { load, dataProvider }: Sources,
): Promise<QuickReading | { sentences: string[] }> {
  try {
    const [read] = await readSource({ kind: 'file', file, name: file.name }, quickFiles);
    if (!read || 'problem' in read) throw new Unreadable(read?.problem ?? { kind: 'empty' });
    const plan = await load();
    const columns = matchColumns(read.sheet, plan);
    if (columns.missing.length > 0) return { sentences: columnSentences(columns.missing, plan) };
    const check = await plan.checker((resource) => readAll(dataProvider, resource));
    const rows = await checkRows(columns, check, (line) => t('quickImport.repeated', { line }));
    return { resource: plan.resource, ...rows, ignored: columns.ignored };
  } catch (failure) {
    if (failure instanceof Unreadable) return { sentences: [problemSentence(failure.problem, quickFiles)] };
    const why = failure instanceof ApiProblem ? failure.message : t('ui.unexpected');
    return { sentences: [t('quickImport.readFailed'), why] };
  }
}

/** Matches the columns of a sheet to the fields of a plan; if several columns fit a field, the first one counts. */
export function matchColumns(sheet: Sheet, { headers, needed }: Pick<ImportPlan, 'headers' | 'needed'>) {
  const match = (header: readonly string[]) => matchFields(header, headers, Object.keys(headers), true);
  const { headerAt } = withBestHeader(
    outlineOf(sheet),
    (header) => match(header).filter((field) => field !== null).length,
    0,
  );
  const headed = cutAtHeader(sheet, headerAt);
  const fields = match(headed.header);
  const ignored = headed.header.map(cleanText).filter((cell, index) => cell !== '' && fields[index] === null);
  const missing = needed
    .filter((group) => !group.some((field) => fields.includes(field)))
    .map(([first = '']) => headers[first]?.[0] ?? first);
  return { sheet: headed, fields, ignored, missing };
}

function columnSentences(missing: readonly string[], { headers }: ImportPlan): string[] {
  const known = Object.values(headers).map(([first = '']) => first);
  const columns = (words: readonly string[]) => ({ columns: words.join(t('ui.comma')) });
  return [t('quickImport.missingColumns', columns(missing)), t('quickImport.knownColumns', columns(known))];
}

/** Rows checked at a time; the page can react between the chunks. */
const chunkSize = 1_000;

/** Checks every row; `repeated` is the sentence for a row that means the same record as an earlier row. */
export async function checkRows(
  { sheet, fields }: Pick<ReturnType<typeof matchColumns>, 'sheet' | 'fields'>,
  check: (cells: Record<string, string>) => CheckedRow,
  repeated: (line: number) => string,
): Promise<Pick<QuickReading, 'work' | 'rows'>> {
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
      repeated,
    },
    fields,
  );
  while (work.check(chunkSize)) await new Promise((resolve) => setTimeout(resolve, 0));
  return { work, rows };
}

/** A cell as a person meant it: cleaned, without the apostrophe by which a spreadsheet marks text. */
const cellText = (cell: string) => cleanName(cell).replace(/^'/, '');

const pageSize = 1_000;

async function readAll<R extends RaRecord>(
  { getList }: Sources['dataProvider'],
  resource: string,
): Promise<R[]> {
  const found: R[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await getList<R>(resource, {
      filter: {},
      sort: { field: 'id', order: 'ASC' },
      pagination: { page, perPage: pageSize },
    });
    for (const record of data) found.push(record);
    if (data.length === 0 || found.length >= total) return found;
  }
}

/** What the person decided for rows of existing records. */
export type ForExisting = 'update' | 'skip';

/** Indexes of the rows that would be added, updated and refused. */
export function sortRows({ work, rows }: Pick<QuickReading, 'work' | 'rows'>) {
  const fitting = work.fitting();
  const isNew = (index: number) => rows[index]?.stored === null;
  return {
    fresh: fitting.filter(isNew),
    existing: fitting.filter((index) => !isNew(index)),
    refused: work.summary().wrong,
  };
}

/** The rows to send, in the order of the file. */
export const rowsToWrite = ({ work, rows }: Pick<QuickReading, 'work' | 'rows'>, forExisting: ForExisting) =>
  work.fitting().filter((index) => forExisting === 'update' || rows[index]?.stored === null);

/**
 * A file sends faster than the limit for a person, so it waits as long as the server asks; without a network it ends.
 */
const retryPolicy: RetryPolicy = {
  retryStatuses: new Set([429]),
  pauseStatuses: new Set([0, 401, 403, 507]),
  maxCrashes: 1,
};

interface Writing {
  create: (values: Record<string, unknown>) => Promise<unknown>;
  update: (stored: RaRecord, values: Record<string, unknown>) => Promise<unknown>;
  /** What to say where the server says nothing itself. */
  failed: string;
  pause: RunTools['pause'];
}

/**
 * An import that sends one row after the other, each as a record that is added or updated, never two at once: the
 * package would send all at the same time. A refused row does not stop the others.
 */
export function quickRun(
  reading: QuickReading,
  chosen: number[],
  { create, update, failed, pause }: Writing,
): ImportRun {
  const { resource, work, rows } = reading;
  const plan = { side: [], turn: chosen, skipped: 0, refused: [], stopLine: null, total: chosen.length };
  const use = { sheet: 0, type: resource, fields: work.fields, corrections: [] };
  const saved = { userId: 0, name: '', source: { kind: 'texts' as const, texts: [] }, stopOnError: false };
  return new ImportRun(newImport({ ...saved, parts: [partOf(use, null, plan)] }), {
    send: async (_type, _body, _id, _key, [sent]) => {
      const { stored, values } = rows[sent?.index ?? -1] ?? { stored: null, values: {} };
      // All stored fields are sent too: another server may read a missing field as an empty one.
      await (stored ? update(stored, { ...stored, ...values }) : create(values));
      return { ...oneRow, [stored ? 'updated' : 'imported']: 1 };
    },
    rows: async (_sheet, indexes) => work.rowsToSend(indexes),
    answered: (_part, { errors }, indexes) => work.settle(indexes, errors),
    batchSize: 1,
    retryPolicy,
    keeping: null,
    pause,
    now: () => performance.now(),
    refusal: (failure) => notesOf(failure, failed),
    failed,
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

function notesOf(failure: unknown, failed: string): RowNote[] {
  if (!(failure instanceof ApiProblem)) return [{ field: null, message: failed }];
  if (failure.details.length === 0) return [{ field: null, message: failure.message }];
  return failure.details.map(({ path, message }) => ({ field: path || null, message }));
}

export interface QuickReport {
  added: number;
  updated: number;
  /** Rows that were not sent, behind the one at which the import ended. */
  untried: number;
}

/** The result of a run that has ended; if the network was lost, the row that was being sent counts as refused. */
export function reportOf(run: ImportRun, { work }: Pick<QuickReading, 'work'>): QuickReport {
  const state = run.state();
  const { imported, updated } = totalsOf(state);
  const done = doneOf(state);
  const failedAt = state.end === 'paused' ? run.saved.parts[0]?.turn[done] : undefined;
  if (failedAt !== undefined)
    work.settle([failedAt], [{ index: failedAt, field: null, message: state.problem ?? '' }]);
  return { added: imported, updated, untried: totalOf(state) - done - (failedAt === undefined ? 0 : 1) };
}
