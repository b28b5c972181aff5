import { setImmediate } from 'node:timers/promises';
import { ruleMessages } from '../../../contract/errors';
import { operationDescriptions } from '../../../contract/successMessages';
import { Problem } from '../../problem';
import type { Data } from '../data';
import { advisoryLock } from '../engine/dialect';
import { readChanges } from '../log/loggedRows';
import { actorOf, logOperation, requireStepUp } from '../log/operationLog';
import type { Actor, Change, Settlement, Undone, UnitOfWork } from '../log/unitOfWork';
import type { Db } from '../schema';
import type { RecordedTable } from '../schema/recorded';
import { claimOperation, refuseTakenBack } from '../undo/undo';
import { refuseChanged } from './undoCheck';
import { giveUp, nextLogged, skipNext, takePart, type Touched } from './undoPart';
import { asRefusal, finishAll, isPassing, PartSize } from './work';

/** Whether an undo in one transaction would block others for seconds. */
export async function needsChunks({ read, chunkSizes }: Data, operationId: number): Promise<boolean> {
  const operation = await read
    .selectFrom('operations')
    .select(['action', 'rows_count'])
    .where('id', '=', operationId)
    .executeTakeFirst();
  if (operation?.action === 'import') return operation.rows_count > chunkSizes.maxImportUndoneAtOnce;
  return operation?.action === 'delete' && operation.rows_count > chunkSizes.maxDeletedAtOnce;
}

export interface TakeBackOptions<A> {
  as: 'undo' | 'restore';
  /** The answer of the call; a work in parts stores it with its first part. */
  answer: A;
  /**
   * Refuses by the rights of now; called before anything is written. A work in parts that has begun goes on: to look at
   * all rows with each part would take longer than the part.
   */
  refuse?: (db: Db) => Promise<void>;
}

/**
 * Undoes an operation of very many rows as one operation in several transactions, so that others can read and write
 * in between. Everything is checked first. If a part is refused later, the rows undone so far are written back,
 * except rows that others have changed meanwhile. If the server ends meanwhile, it continues at the next start.
 * @throws NOT_FOUND, RestoreConflict, UNDO_CONFLICT, or what refused a part
 */
export async function takeBackInChunks(
  data: Data,
  actor: Actor,
  operationId: number,
  { as, answer, refuse }: TakeBackOptions<unknown>,
): Promise<Undone> {
  const { outside } = data;
  // Checked first: if it was undone before, its rows have changed too, which would give a less helpful reason.
  await refuseTakenBack(data.read, operationId, as);
  const isGuarded = await data.rules.undo.needsStepUp(data.read, operationId, actor);
  if (isGuarded) await requireStepUp(data.read, actor);
  await refuseChanged(data, operationId, as);
  await refuse?.(data.read);
  const now = data.now().toISOString();
  const { operation, undo } = await outside.writeUnlogged(async (trx) => {
    await advisoryLock(data.kind, 'slow work')?.execute(trx);
    const removal = await trx.selectFrom('slow_removals').select('operation_id').executeTakeFirst();
    if (removal) throw new Problem('BUSY', { retryAfterSeconds: 5 });
    if (isGuarded) await requireStepUp(trx, actor);
    const begun = await beginUndo({ trx, now }, actor, operationId, as);
    await data.promise(trx, { id: begun.undo.undo_id, isUndoable: false }, answer);
    return begun;
  });
  await finishUndo(outside, operationId);
  if (!(await isUndone(outside.read, operationId))) throw new Problem('UNDO_CONFLICT');
  return { operation, undo_id: undo.undo_id };
}

/** Claims an operation, whose rows are undone in parts from now on. @throws as `claimOperation` */
export async function beginUndo(
  { trx, now }: Pick<UnitOfWork, 'trx' | 'now'>,
  actor: Actor,
  operationId: number,
  as: 'undo' | 'restore',
) {
  const operation = await claimOperation({ trx, now }, operationId, as);
  const say = as === 'undo' ? operationDescriptions.undone : operationDescriptions.restored;
  const undo_id = await logOperation({ trx, now }, actor, {
    action: as,
    table: operation.table_name,
    item: operation.item_name,
    text: say(operation.description),
    undoOf: operationId,
    section: operation.section,
  });
  const undo = { operation_id: operationId, undo_id };
  await trx
    .insertInto('slow_undos')
    .values({ ...undo, below: await nextLogged(trx), is_giving_up: 0 })
    .execute();
  return { operation, undo };
}

export async function isUndone(db: Db, operationId: number): Promise<boolean> {
  const { undone_at } = await db
    .selectFrom('operations')
    .select('undone_at')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow();
  return undone_at !== null;
}

/** Continues undos that an ended server has left. @throws as `finishAll` */
export const finishChunkedUndos = (data: Data, tell?: (error: unknown) => void): Promise<void> =>
  finishAll(data, 'slow_undos', finishUndo, tell);

/** @throws what stops it for now, to be continued later; or, once it was given up, why */
export async function finishUndo(data: Data, operationId: number): Promise<void> {
  let refusal: Problem | null = null;
  let touched: Touched | null = null;
  let maxRows = Infinity;
  const size = new PartSize(data.chunkSizes);
  for (;;) {
    const begun = await data.read
      .selectFrom('slow_undos')
      .innerJoin('operations', 'operations.id', 'slow_undos.undo_id')
      .select(['user_id', 'user_name', 'user_role', 'is_giving_up', 'below'])
      .where('operation_id', '=', operationId)
      .executeTakeFirst();
    if (!begun) break;
    const isGivingUp = begun.is_giving_up === 1;
    // The step-up was checked when the undo began.
    const actor = { ...actorOf(begun), requireStepUp: async () => undefined };
    try {
      const { chunkSizes } = data;
      const part = { operationId, touched, chunkSizes, maxRows: Math.min(maxRows, size.rows) };
      const isLast = await size.write(data, actor, (unit) => takePart(unit, part));
      maxRows *= 2;
      if (isLast && !touched) touched = await readTouched(data, operationId);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (!isGivingUp) {
        refusal = asRefusal(error, ruleMessages.undoAborted);
        await giveUp(data, operationId);
      } else if (maxRows > 1) maxRows = 1;
      else await skipNext(data, operationId, begun.below);
    }
    await setImmediate();
  }
  if (refusal) throw refusal;
}

/** The records that an undo touches, for each settlement of the rules. */
async function readTouched({ read, rules }: Data, operationId: number): Promise<Touched> {
  const touched: number[][] = [];
  for (const { columns, find } of rules.undo.settlements)
    touched.push(await find(read, await readDistinct(read, operationId, columns)));
  return touched;
}

/**
 * The rows of an operation in some tables, as an undo writes them. Of each it has only the column that tells its record,
 * and each once: whole rows of thousands of students would be too large.
 */
async function readDistinct(db: Db, operationId: number, columns: Settlement['columns']) {
  const rows = new Map<string, Change>();
  const tables = Object.keys(columns) as RecordedTable[];
  for await (const { table, id, before, after } of readChanges(db, operationId, tables)) {
    const column = columns[table] ?? 'id';
    const row = {
      table,
      id,
      before: after && { [column]: after[column] },
      after: before && { [column]: before[column] },
    };
    rows.set(JSON.stringify([table, row.before, row.after]), row);
  }
  const changed = (table: RecordedTable) => [...rows.values()].filter((row) => row.table === table) as never;
  return { changed };
}
