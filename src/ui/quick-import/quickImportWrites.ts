import type { RaRecord } from 'react-admin';
import { ApiProblem } from '../../dataProvider/ApiProblem';
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
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
}

type Written = Pick<ImportReport, 'added' | 'updated' | 'refused' | 'untried'>;

/**
 * Sends one row after the other, never two at once: the package would send all at the same time. A refused row does
 * not stop the others; a lost network does.
 */
export async function writeRows(
  rows: readonly ImportRow[],
  { create, update, failed, onProgress, isStopped, pause }: Write,
): Promise<Written> {
  const written: Written = { added: 0, updated: 0, refused: [], untried: 0 };
  for (const [index, row] of rows.entries()) {
    try {
      const isSent = await patiently(
        // Everything that is stored goes along: another server may take what is missing for emptied.
        () => (row.stored ? update(row.stored, { ...row.stored, ...row.values }) : create(row.values)),
        { pause, isStopped },
      );
      if (!isSent) return { ...written, untried: rows.length - index };
      written[row.stored ? 'updated' : 'added'] += 1;
    } catch (problem) {
      written.refused.push({ line: row.line, problems: problemsOf(problem, failed) });
      if (endsAll(problem)) return { ...written, untried: rows.length - index - 1 };
    }
    onProgress(index + 1);
  }
  return written;
}

/** A file is quicker than a person may be: where the server asks for patience, the same row is sent again then. False when stopped. */
async function patiently(
  send: () => Promise<unknown>,
  { pause, isStopped }: Pick<Write, 'pause' | 'isStopped'>,
): Promise<boolean> {
  while (!isStopped()) {
    try {
      await send();
      return true;
    } catch (problem) {
      const isTooQuick = problem instanceof ApiProblem && problem.status === 429;
      if (!isTooQuick || problem.retryAfter === null) throw problem;
      for (let second = 0; second < problem.retryAfter && !isStopped(); second += 1) await pause(1_000);
    }
  }
  return false;
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
