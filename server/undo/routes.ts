import type { InferResult, Kysely } from 'kysely';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { undoApi, undoLimit } from '../../contract/undo';
import type { Role } from '../../contract/vocabulary';
import { takenBackAnswer } from '../db/renumbered';
import type { Database } from '../db/schema';
import { takeBack } from '../db/undo/takeBack';
import { isKept } from '../db/undo/undo';
import { type Call, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import { withinScope } from './scope';

/** One person at one sign-in: the headers name the session, the token the person. */
interface UndoSession {
  userId: number;
  role: Role;
  undoSession: string | null;
}

const ofSession = (db: Kysely<Database>, { userId, undoSession }: UndoSession) =>
  db
    .selectFrom('operations')
    .where('user_id', '=', userId)
    .where('undo_session', '=', undoSession ?? '');

/** What may be taken back, newest first: done in this session and role, not undone, and no undo itself. */
export const offeredOperations = (
  db: Kysely<Database>,
  session: UndoSession,
  maxRows: number,
  below = 2_147_483_647,
) =>
  ofSession(db, session)
    .where('id', '<', below)
    .select(['id', 'description', 'performed_at', 'rows_count'])
    .where('undone_at', 'is', null)
    .where('undo_of', 'is', null)
    .where(isKept)
    .where('user_role', 'in', session.role === 'admin' ? ['admin', 'teacher'] : [session.role])
    .orderBy('id', 'desc')
    .limit(maxRows);

type Offered = InferResult<ReturnType<typeof offeredOperations>>[number];

/** An operation of this session, whatever has become of it. */
const ownOperation = (db: Kysely<Database>, session: UndoSession, id: number) =>
  ofSession(db, session).select(['id', 'user_role', 'undo_of']).where('id', '=', id).executeTakeFirst();

const undone = { success: true as const, message: successMessages.undone };

const sessionOf = ({ user, actor }: Call): UndoSession => ({
  userId: user.id,
  role: user.role,
  undoSession: actor.undoSession,
});

/** What was done as an admin is not taken back by one who is an admin no longer. */
function refuseOtherRole(doneAs: string, { role }: UndoSession): void {
  if (role !== 'admin' && doneAs !== role)
    throw new Problem('FORBIDDEN', { message: ruleMessages.roleChangedSince });
}

/** The newest of the session that the caller may still take back; others are passed over. */
async function findOffered(call: Call, maxRows: number): Promise<Offered[]> {
  const found: Offered[] = [];
  for (let below: number | undefined; ;) {
    const rows = await offeredOperations(call.data.read, sessionOf(call), undoLimit, below).execute();
    const ids = rows.map(({ id }) => id);
    const within = await withinScope(call, call.data.read, ids);
    found.push(...rows.filter(({ id }) => within.has(id)).slice(0, maxRows - found.length));
    below = ids.at(-1);
    if (rows.length < undoLimit || found.length === maxRows) return found;
  }
}

async function refuseLostSubject(call: Call, db: Call['data']['read'], id: number): Promise<void> {
  if (!(await withinScope(call, db, [id])).has(id))
    throw new Problem('NOT_FOUND', { message: ruleMessages.subjectLostSince });
}

async function undo(call: Call, id: number) {
  await refuseLostSubject(call, call.data.read, id);
  // And once more in the transaction: the subject may be taken away at this very moment.
  const { renumbered } = await takeBack(call.data, call.actor, id, 'undo', undone, (unit) =>
    refuseLostSubject(call, unit.trx, id),
  );
  return takenBackAnswer(undone, renumbered);
}

export const undoRoutes: Route[] = [
  route(undoApi.sessionOperations, async (call) => {
    if (call.user.role === 'student') return { operations: [] };
    const rows = await findOffered(call, undoLimit);
    return {
      operations: rows.map(({ rows_count, ...operation }) => ({
        ...operation,
        has_related_records: rows_count > 1,
      })),
    };
  }),

  route(undoApi.latest, async (call) => {
    // Chosen before the turn to write: of two tabs that press at once, one undoes and the other is told so.
    const [latest] = await findOffered(call, 1);
    if (!latest) throw new Problem('NOT_FOUND', { message: ruleMessages.nothingToUndo });
    return undo(call, latest.id);
  }),

  route(undoApi.one, async (call) => {
    const session = sessionOf(call);
    const operation = await ownOperation(call.data.read, session, call.params.id);
    if (!operation) throw notFound();
    refuseOtherRole(operation.user_role, session);
    if (operation.undo_of !== null) throw new Problem('UNDO_CONFLICT', { message: ruleMessages.notForUndo });
    return undo(call, operation.id);
  }),
];
