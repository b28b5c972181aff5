import { operationDescriptions } from '../../contract/successMessages';
import { importSentences } from '../../contract/importMessages';
import type { ImportCheck, ImportResult } from '../../contract/imports';
import type { ImportValues } from '../../contract/rules/imports';
import type { ImportProblem, ImportRecord } from '../../contract/rules/importsCells';
import type { ImportType } from '../../contract/vocabulary';
import type { Data } from '../db/engine/connection';
import type { Actor, UnitOfWork } from '../db/log/unitOfWork';
import { batchPlanner } from './batches';
import { gradePlanner } from './grades';
import { programPlanner } from './programs';
import type { Reading } from './reading';
import { ImportReport, type Outcome } from './report';
import { countRequest, type RequestKeys } from './requests';
import { studentPlanner } from './students';
import { subjectPlanner } from './subjects';

interface Planner<V> {
  /** Looks at one row after those before it. @throws RowRefused */
  plan(values: V, warn: (problem: ImportProblem) => void): Outcome | Promise<Outcome>;
  /** Writes what was planned. */
  write(unit: UnitOfWork): Promise<void>;
}

const planners: {
  [T in ImportType]: (
    reading: Reading,
    rows: readonly ImportValues[T][],
  ) => Promise<Planner<ImportValues[T]>>;
} = {
  programs: programPlanner,
  batches: batchPlanner,
  subjects: subjectPlanner,
  students: studentPlanner,
  grades: gradePlanner,
};

async function planRecords<T extends ImportType>(
  type: T,
  reading: Reading,
  records: readonly ImportRecord[],
  stopsOnError: boolean,
): Promise<{ report: ImportReport<T>; planner: Planner<ImportValues[T]> }> {
  const report = new ImportReport(type, stopsOnError);
  const rows = report.readable(records);
  const readable = rows.flatMap((row) => ('values' in row ? [row.values] : []));
  const planner = await planners[type](reading, readable);
  await report.each(rows, planner.plan);
  return { report, planner };
}

interface Sent {
  data: readonly ImportRecord[];
  stopOnError: boolean;
}

/**
 * Imports the records of one request: all that can be, or those before the first that cannot.
 */
export function importRecords<T extends ImportType>(
  data: Data,
  actor: Actor,
  type: T,
  sent: Sent,
  keys: RequestKeys,
): Promise<ImportResult> {
  return data.write(actor, (unit) => carriedOut(unit, type, sent, keys));
}

async function carriedOut<T extends ImportType>(
  unit: UnitOfWork,
  type: T,
  { data: records, stopOnError }: Sent,
  keys: RequestKeys,
): Promise<ImportResult> {
  const reading = { db: unit.trx, now: new Date(unit.now) };
  const { report, planner } = await planRecords(type, reading, records, stopOnError);
  const say = operationDescriptions.imported;
  unit.describe('import', type, null, say[type](records.length), {
    import: { id: keys.importId, say: (rows, isMixed) => (isMixed ? say.several : say[type])(rows) },
  });
  await planner.write(unit);
  const { imported, updated, unchanged, failed, errors, warnings, stoppedAtRow } = report;
  const counts = importSentences.imported({ imported, updated, failed });
  const message = stoppedAtRow === null ? counts : `${counts}. ${importSentences.stopped(stoppedAtRow)}`;
  const answer = {
    imported,
    updated,
    unchanged,
    failed,
    errors,
    warnings,
    stoppedAtRow,
    message,
    stopOnError,
  };
  await countRequest(unit.trx, keys, type, answer, unit.now);
  return answer;
}

/** What an import of these records would do. Writes nothing and keeps nobody waiting. */
export async function checkRecords<T extends ImportType>(
  data: Data,
  type: T,
  records: readonly ImportRecord[],
): Promise<ImportCheck> {
  const reading = { db: data.read, now: data.now() };
  const { report } = await planRecords(type, reading, records, false);
  const { imported, updated, unchanged, failed, errors, warnings } = report;
  return { imported, updated, unchanged, failed, errors, warnings };
}
