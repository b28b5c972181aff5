import { ruleMessages, successMessages } from '../../contract/errors';
import { undoApi, undoLimit } from '../../contract/undo';
import { takeBack } from '../db/takeBack';
import { type Call, type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import { offeredOperations, ownOperation, type UndoSession } from './queries';

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

export const undoRoutes: Route[] = [
  route(undoApi.sessionOperations, async (call) => {
    if (call.user.role === 'student') return { operations: [] };
    const rows = await offeredOperations(call.data.read, sessionOf(call), undoLimit).execute();
    return {
      operations: rows.map(({ rows_count, ...operation }) => ({
        ...operation,
        has_related_records: rows_count > 1,
      })),
    };
  }),

  route(undoApi.latest, async (call) => {
    // Chosen before the turn to write: of two tabs that press at once, one undoes and the other is told so.
    const [latest] = await offeredOperations(call.data.read, sessionOf(call), 1).execute();
    if (!latest) throw new Problem('NOT_FOUND', { message: ruleMessages.nothingToUndo });
    await takeBack(call.data, call.actor, latest.id, 'undo', undone);
    return undone;
  }),

  route(undoApi.one, async (call) => {
    const session = sessionOf(call);
    const operation = await ownOperation(call.data.read, session, call.params.id);
    if (!operation) throw notFound();
    refuseOtherRole(operation.user_role, session);
    if (operation.undo_of !== null) throw new Problem('UNDO_CONFLICT', { message: ruleMessages.notForUndo });
    await takeBack(call.data, call.actor, operation.id, 'undo', undone);
    return undone;
  }),
];
