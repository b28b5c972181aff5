import { sql } from 'kysely';
import { settleAccounts } from '../../domain/accounts';
import type { ChunkSizes } from '../bulk/chunkSizes';
import { keepMembersOf } from '../../domain/circles';
import type { Data } from '../data';
import { databaseFailure, forNoKeyUpdate } from '../engine/dialect';
import { gradedSubjects, refuseMarksOverMax } from '../../domain/marksOverMax';
import { keepOutcome } from '../../domain/returnedStudents';
import type { Row, Db, Trx } from '../schema';
import { refuseTypeOverData } from '../../domain/typeChange';
import { Problem } from '../../problem';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import { settleAssignments } from './handIns';
import { restoreRows } from './restoreRows';
import { asLogged, countSignedIn, withoutSignedIn } from './undo';

/** What is updated at the end, because it depends on rows of several parts. */
export interface Touched {
  /** Assignments whose submissions are updated. */
  assignments: readonly number[];
  /** Row numbers of the students whose circle memberships are checked: these come back before the enrolments they need. */
  students: readonly number[];
}

interface Part {
  operationId: number;
  /** What to update at the end; null if it is not known yet. */
  touched: Touched | null;
  /** Maximum number of rows. */
  maxRows: number;
  chunkSizes: ChunkSizes;
}

/** Parts that take longer get fewer rows, in milliseconds: others wait for their end. */
const slowPart = 200;
const fewestRows = 50;
/** Before it is known how long a part takes here. */
const firstRows = 250;

/** How many rows the next part may have; fewer on a slow or busy machine, so that nobody waits for seconds. */
export class PartSize {
  #rows: number;
  readonly #maxRows: number;

  constructor({ deletion }: ChunkSizes) {
    this.#maxRows = deletion;
    this.#rows = Math.min(deletion, firstRows);
  }

  get rows(): number {
    return this.#rows;
  }

  /** As `writePart`, and takes the time that the part kept others waiting. */
  async write<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    let began = 0;
    const result = await writePart(data, actor, (unit) => {
      began = performance.now();
      return run(unit);
    });
    const took = performance.now() - began;
    if (took > slowPart)
      this.#rows = Math.max(Math.min(fewestRows, this.#maxRows), Math.floor(this.#rows / 2));
    else if (took < slowPart / 4) this.#rows = Math.min(this.#maxRows, this.#rows * 2);
    return result;
  }
}

/** Whether a work in parts may go on later as it is: the database is busy, cannot be reached, or is full. */
export function isPassing(error: unknown): boolean {
  const code = error instanceof Problem ? error.code : databaseFailure(error)?.code;
  return code === 'BUSY' || code === 'STORAGE_FULL';
}

/** What refused a part, as the caller gets it. @param message for an unforeseen error: what became of the work */
export const asRefusal = (error: unknown, message: string): Problem =>
  error instanceof Problem ? error : new Problem('INTERNAL', { message, cause: error });

/** How often a part is tried; with the waiting time of each try about half a minute. */
const maxTries = 6;

/**
 * Writes a part. It is retried, so that an undo that has begun does not stop because others write for long. If a part
 * was stored without a reply, it is not written twice, because each part reads the progress first.
 */
async function writePart<T>(data: Data, actor: Actor, run: (unit: UnitOfWork) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await data.write(actor, run);
    } catch (error) {
      if (tries === maxTries || databaseFailure(error)?.code !== 'BUSY') throw error;
    }
  }
}

/**
 * Undoes the next rows, or finishes the work if there are none.
 * @returns whether only the end is left, which needs what was touched
 */
export async function takePart(
  unit: UnitOfWork,
  { operationId, touched, maxRows, chunkSizes }: Part,
): Promise<boolean> {
  const begun = unit.trx.selectFrom('slow_undos').selectAll().where('operation_id', '=', operationId);
  const state = await forNoKeyUpdate(unit.kind, begun).executeTakeFirst();
  if (!state) return false;
  const operation = await operationOf(unit.trx, operationId);
  const isGivingUp = state.is_giving_up === 1;
  const rows = await unit.trx
    .selectFrom('operation_rows')
    .selectAll()
    .where('operation_id', '=', isGivingUp ? state.undo_id : operationId)
    .where('id', '<', state.below)
    .orderBy('id', 'desc')
    .limit(Math.min(maxRows, operation.action === 'delete' ? chunkSizes.deletion : chunkSizes.undo))
    .execute();
  const last = rows.at(-1);
  if (!last && !touched) return true;
  unit.leavesMembers = true;
  if (!last) {
    if (touched) await end(unit, state, touched);
    return false;
  }
  const all = rows.map(asLogged);
  const logged = isGivingUp ? all : await withoutSignedIn(unit.trx, operation, all);
  // A restore keeps later changes of other columns.
  const isMerged = !isGivingUp && (await operationOf(unit.trx, state.undo_id)).action === 'restore';
  const deletion = operation.action === 'delete' && !isGivingUp ? operationId : null;
  await restoreRows(unit, logged, { isMerged, deletion, returned: [] });
  await settleAccounts(unit);
  await refuseMarksOverMax(unit, gradedSubjects(unit), 'UNDO_CONFLICT');
  await refuseTypeOverData(unit, 'UNDO_CONFLICT');
  unit.describe('undo', last.table_name, null, '', { continues: state.undo_id });
  await unit.trx
    .updateTable('slow_undos')
    .set({ below: last.id })
    .where('operation_id', '=', operationId)
    .execute();
  return false;
}

const operationOf = (trx: Trx, id: number) =>
  trx.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function end(
  unit: UnitOfWork,
  state: Row<'slow_undos'>,
  { assignments, students }: Touched,
): Promise<void> {
  const { trx, now } = unit;
  const isGivingUp = state.is_giving_up === 1;
  unit.describe('undo', 'assignments', null, '', { continues: state.undo_id });
  await keepMembersOf(unit, students, isGivingUp ? 'stay' : 'refuse');
  if (isGivingUp) return endGivenUp(trx, now, state);
  await trx.deleteFrom('slow_undos').where('operation_id', '=', state.operation_id).execute();
  await settleAssignments(unit, assignments);
  const operation = await operationOf(trx, state.operation_id);
  await keepOutcome(trx, state, await countSignedIn(trx, operation));
}

/** The operation can be undone again; the promised answer is not valid. */
async function endGivenUp(
  trx: Trx,
  now: string,
  { operation_id, undo_id }: Row<'slow_undos'>,
): Promise<void> {
  const setUndone = (id: number, undone_at: string | null) =>
    trx.updateTable('operations').set({ undone_at }).where('id', '=', id).execute();
  await setUndone(operation_id, null);
  await setUndone(undo_id, now);
  await trx.deleteFrom('slow_undos').where('operation_id', '=', operation_id).execute();
  await breakPromise(trx, undo_id);
}

/** Forgets the answer that was stored for the end of a work in parts, so that the call may be sent again. */
export async function breakPromise(trx: Trx, operationId: number): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', trx.selectFrom('operations').select('user_id').where('id', '=', operationId))
    .where('operation_id', '=', operationId)
    .execute();
}

/**
 * From now on the undone rows are written back, the last one first; rows that this writes to the log come after them.
 */
export async function giveUp(data: Data, operationId: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    // Waits for another server that writes a part, so that its last rows are seen.
    const begun = trx.selectFrom('slow_undos').selectAll().where('operation_id', '=', operationId);
    await forNoKeyUpdate(data.kind, begun).execute();
    await trx
      .updateTable('slow_undos')
      .set({ is_giving_up: 1, below: await nextLogged(trx) })
      .where('operation_id', '=', operationId)
      .where('is_giving_up', '=', 0)
      .execute();
  });
}

/**
 * Skips a row that cannot be written back, because others have changed it meanwhile; where none is left, what remains
 * is skipped, so that later work is not kept waiting.
 */
export async function skipNext(data: Data, operationId: number, below: number): Promise<void> {
  await data.writeUnlogged(async (trx) => {
    const begun = trx
      .selectFrom('slow_undos')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('below', '=', below);
    const state = await forNoKeyUpdate(data.kind, begun).executeTakeFirst();
    if (!state) return;
    if (below === 0) return endGivenUp(trx, data.now().toISOString(), state);
    const { next } = await trx
      .selectFrom('operation_rows')
      .select((on) => on.fn.max('id').as('next'))
      .where('operation_id', '=', state.undo_id)
      .where('id', '<', below)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('slow_undos')
      .set({ below: Number(next ?? 0) })
      .where('operation_id', '=', operationId)
      .execute();
  });
}

/** A number above all rows of the log. */
export async function nextLogged(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from operation_rows`.execute(db);
  return Number(rows[0]?.last ?? 0) + 1;
}
