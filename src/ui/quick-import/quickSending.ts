import type { RaRecord } from 'react-admin';
import type { ImportResult } from '../../../contract/imports';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { ImportRun, type RunTools } from '../import/ImportRun';
import type { Patience } from '../import/requests';
import { doneOf, totalOf, totalsOf } from '../import/runState';
import { newImport, partOf } from '../import/savedImports';
import type { RowNote } from '../import/SheetWork';
import type { QuickReading } from './quickReading';

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

/** A file is quicker than a person may be, and waits as long as the server asks for; a lost network ends it. */
const patience: Patience = {
  comesBack: new Set([429]),
  endsAll: new Set([0, 401, 403, 507]),
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
      // Everything that is stored goes along: another server may take what is missing for emptied.
      await (stored ? update(stored, { ...stored, ...values }) : create(values));
      return { ...oneRow, [stored ? 'updated' : 'imported']: 1 };
    },
    rows: async (_sheet, indexes) => work.rowsToSend(indexes),
    answered: (_part, { errors }, indexes) => work.settle(indexes, errors),
    batchSize: 1,
    patience,
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

/** What a run that has ended has come to; the row at which a lost network has ended it counts as refused. */
export function reportOf(run: ImportRun, { work }: Pick<QuickReading, 'work'>): QuickReport {
  const state = run.state();
  const { imported, updated } = totalsOf(state);
  const done = doneOf(state);
  const failedAt = state.end === 'paused' ? run.saved.parts[0]?.turn[done] : undefined;
  if (failedAt !== undefined)
    work.settle([failedAt], [{ index: failedAt, field: null, message: state.problem ?? '' }]);
  return { added: imported, updated, untried: totalOf(state) - done - (failedAt === undefined ? 0 : 1) };
}
