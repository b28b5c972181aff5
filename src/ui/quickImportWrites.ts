import type { RaRecord } from 'react-admin';
import { ApiProblem } from '../dataProvider/ApiProblem';
import type { ImportRow, RowProblem, Values } from './quickImportRows';

export interface RefusedRow {
  line: number;
  problems: readonly RowProblem[];
}

export interface ImportReport {
  added: number;
  updated: number;
  /** Rows of existing records that the person left alone. */
  skipped: number;
  refused: RefusedRow[];
  /** Rows behind the one at which the import was stopped. */
  untried: number;
}

/** What the person decided for rows of existing records. */
export type ForExisting = 'update' | 'skip';

export function sorted(rows: readonly ImportRow[]) {
  const fitting = rows.filter(({ problems }) => problems.length === 0);
  return {
    fresh: fitting.filter(({ stored }) => stored === null),
    existing: fitting.filter(({ stored }) => stored !== null),
    refused: rows.filter(({ problems }) => problems.length > 0),
  };
}

/** The rows to send, in the order of the file. */
export const rowsToWrite = (rows: readonly ImportRow[], forExisting: ForExisting) =>
  rows.filter(
    ({ problems, stored }) => problems.length === 0 && (stored === null || forExisting === 'update'),
  );

interface Write {
  create: (values: Values) => Promise<unknown>;
  update: (stored: RaRecord, values: Values) => Promise<unknown>;
  /** What to say where the server says nothing itself. */
  failed: string;
  onProgress: (done: number) => void;
  isStopped: () => boolean;
}

type Written = Pick<ImportReport, 'added' | 'updated' | 'refused' | 'untried'>;

/**
 * Sends one row after the other, never two at once: the package would send all at the same time. A refused row does
 * not stop the others; a lost network does.
 */
export async function writeRows(
  rows: readonly ImportRow[],
  { create, update, failed, onProgress, isStopped }: Write,
): Promise<Written> {
  const written: Written = { added: 0, updated: 0, refused: [], untried: 0 };
  for (const [index, row] of rows.entries()) {
    if (isStopped()) return { ...written, untried: rows.length - index };
    try {
      // Everything that is stored goes along: another server may take what is missing for emptied.
      if (row.stored) await update(row.stored, { ...row.stored, ...row.values });
      else await create(row.values);
      written[row.stored ? 'updated' : 'added'] += 1;
    } catch (problem) {
      written.refused.push({ line: row.line, problems: problemsOf(problem, failed) });
      if (endsAll(problem)) return { ...written, untried: rows.length - index - 1 };
    }
    onProgress(index + 1);
  }
  return written;
}

const ending = new Set<string>([
  'NETWORK',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'IDENTITY_MISMATCH',
  'STORAGE_FULL',
]);
const endsAll = (problem: unknown) => problem instanceof ApiProblem && ending.has(problem.code);

function problemsOf(problem: unknown, failed: string): RowProblem[] {
  if (!(problem instanceof ApiProblem)) return [{ field: null, message: failed }];
  if (problem.details.length === 0) return [{ field: null, message: problem.message }];
  return problem.details.map(({ path, message }) => ({ field: path || null, message }));
}
