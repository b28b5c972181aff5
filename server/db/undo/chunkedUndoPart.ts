import { sql } from 'kysely';
import { settleAccounts } from '../accounts';
import type { ChunkSizes } from '../bulk/chunkSizes';
import { keepMembersOf } from '../circles';
import type { Data } from '../engine/connection';
import { databaseFailure, forNoKeyUpdate } from '../engine/dialect';
import { gradedSubjects, refuseMarksOverMax } from '../marksOverMax';
import { keepReturned } from '../returnedStudents';
import type { Row, Db } from '../schema';
import { refuseTypeOverData } from '../typeChange';
import type { Actor, UnitOfWork } from '../log/unitOfWork';
import { settleAssignments } from './handIns';
import { restoreRows } from './restoreRows';
import { asLogged } from './undo';

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
  const actionOf = (id: number) =>
    unit.trx.selectFrom('operations').select('action').where('id', '=', id).executeTakeFirstOrThrow();
  const { action } = await actionOf(operationId);
  const rows = await unit.trx
    .selectFrom('operation_rows')
    .selectAll()
    .where('operation_id', '=', state.is_giving_up === 1 ? state.undo_id : operationId)
    .where('id', '<', state.below)
    .orderBy('id', 'desc')
    .limit(Math.min(maxRows, action === 'delete' ? chunkSizes.deletion : chunkSizes.undo))
    .execute();
  const last = rows.at(-1);
  if (!last && !touched) return true;
  unit.leavesMembers = true;
  if (!last) {
    if (touched) await end(unit, state, touched);
    return false;
  }
  const logged = rows.map(asLogged);
  // A restore keeps later changes of other columns.
  const isMerged = state.is_giving_up === 0 && (await actionOf(state.undo_id)).action === 'restore';
  const deletion = action === 'delete' && state.is_giving_up === 0 ? operationId : null;
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

async function end(
  unit: UnitOfWork,
  state: Row<'slow_undos'>,
  { assignments, students }: Touched,
): Promise<void> {
  const { trx, now } = unit;
  unit.describe('undo', 'assignments', null, '', { continues: state.undo_id });
  await keepMembersOf(unit, students, state.is_giving_up === 0 ? 'refuse' : 'stay');
  await trx.deleteFrom('slow_undos').where('operation_id', '=', state.operation_id).execute();
  if (state.is_giving_up === 0) {
    await settleAssignments(unit, assignments);
    await keepReturned(trx, state);
    return;
  }
  const setUndone = (id: number, undone_at: string | null) =>
    trx.updateTable('operations').set({ undone_at }).where('id', '=', id).execute();
  await setUndone(state.operation_id, null);
  await setUndone(state.undo_id, now);
  // The promised answer is not valid.
  const { undo_id } = state;
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', trx.selectFrom('operations').select('user_id').where('id', '=', undo_id))
    .where('operation_id', '=', undo_id)
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

/** Skips a row that cannot be written back, because others have changed it meanwhile. */
export async function skipNext(data: Data, operationId: number, below: number): Promise<void> {
  await data.writeUnlogged((trx) =>
    trx
      .updateTable('slow_undos')
      .set({
        below: sql<number>`(select coalesce(max(id), 0) from operation_rows
          where operation_rows.operation_id = slow_undos.undo_id and id < ${below})`,
      })
      .where('operation_id', '=', operationId)
      .where('below', '=', below)
      .execute(),
  );
}

/** A number above all rows of the log. */
export async function nextLogged(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from operation_rows`.execute(db);
  return Number(rows[0]?.last ?? 0) + 1;
}
