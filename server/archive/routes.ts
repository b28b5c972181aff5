import { archiveApi, archivePageSize } from '../../contract/archive';
import { ruleMessages } from '../../contract/errors';
import { successMessages } from '../../contract/successMessages';
import { notify } from '../db/notifications';
import { retentionOf } from '../db/retention';
import { takenBackAnswer } from '../db/renumbered';
import { takeBack } from '../db/undo/takeBack';
import { type Route, route } from '../mount';
import { notFound, Problem } from '../problem';
import { archivePage, archiveStats } from './queries';

const restoredAnswer = { success: true as const, message: successMessages.restored };

export const archiveRoutes: Route[] = [
  route(archiveApi.deletedRecords, async ({ data, query }) => {
    const { page = 1, limit = archivePageSize, ...filter } = query;
    const retention = await retentionOf(data.read, data.now());
    const found = await archivePage(data.read, retention, filter, limit, (page - 1) * limit);
    const totalPages = Math.max(1, Math.ceil(found.total / limit));
    return { data: found.data, pagination: { page, limit, total: found.total, totalPages } };
  }),

  route(archiveApi.stats, async ({ data }) =>
    archiveStats(data.read, await retentionOf(data.read, data.now())),
  ),

  route(archiveApi.restore, async ({ data, actor, user, params: { id } }) => {
    const deletion = await data.read
      .selectFrom('operations')
      .select(['performed_at', 'undone_at'])
      .where('id', '=', id)
      .where('action', '=', 'delete')
      .executeTakeFirst();
    if (!deletion) throw notFound();
    const retention = await retentionOf(data.read, data.now());
    // The day is over even where the purge has not been yet.
    if (deletion.undone_at === null && deletion.performed_at < retention.keptSince)
      throw new Problem('UNDO_CONFLICT', { message: ruleMessages.restoreExpired });
    const { renumbered } = await takeBack(
      data,
      actor,
      id,
      'restore',
      restoredAnswer,
      async (unit, { user_id, description }) => {
        if (user_id === null || user_id === user.id) return;
        const person = await unit.trx
          .selectFrom('users')
          .select('role')
          .where('id', '=', user_id)
          .executeTakeFirst();
        if (!person) return;
        const link = person.role === 'admin' ? '/archive' : null;
        const told = { operation_id: id, description, by: user.name };
        await notify(unit.trx, unit.now, { userId: user_id }, 'operation_undone_by_admin', told, link);
      },
    );
    return takenBackAnswer(restoredAnswer, renumbered);
  }),
];
