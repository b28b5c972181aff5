import { ruleMessages } from '../../contract/errors';
import { operationDescriptions, successMessages } from '../../contract/successMessages';
import { maxSavedFilters, type SavedFilter, savedFiltersApi } from '../../contract/savedFilters';
import type { Row, Db } from '../db/schema';
import { type Route, route } from '../mount';
import { invalid, notFound, Problem } from '../problem';

const toSavedFilter = (row: Row<'saved_filters'>): SavedFilter => ({
  ...row,
  filter: JSON.parse(row.filter),
  sort: row.sort && JSON.parse(row.sort),
});

const selectFilters = (db: Db, userId: number) =>
  db.selectFrom('saved_filters').selectAll().where('user_id', '=', userId);

export const savedFilterRoutes: Route[] = [
  route(savedFiltersApi.list, async ({ data, user, query: { resource } }) => {
    const query = selectFilters(data.read, user.id);
    const rows = await (resource === undefined ? query : query.where('resource', '=', resource))
      .orderBy('resource')
      .orderBy('name')
      .execute();
    return rows.map(toSavedFilter);
  }),

  route(savedFiltersApi.create, ({ data, user, actor, body }) =>
    data.write(actor, async (unit) => {
      const filters = await selectFilters(unit.trx, user.id).execute();
      const message = ruleMessages.savedFilterNameTaken;
      if (filters.some(({ resource, name }) => resource === body.resource && name === body.name))
        throw new Problem('DUPLICATE', { message, details: [{ path: 'name', message }] });
      if (filters.length >= maxSavedFilters)
        throw invalid({ path: 'name', message: ruleMessages.tooManySavedFilters });
      unit.describe('create', 'saved_filters', body.name, operationDescriptions.filterSaved(body.name));
      const row = await unit.insert('saved_filters', {
        user_id: user.id,
        resource: body.resource,
        name: body.name,
        filter: JSON.stringify(body.filter),
        sort: body.sort ? JSON.stringify(body.sort) : null,
      });
      return toSavedFilter(row);
    }),
  ),

  route(savedFiltersApi.remove, async ({ data, user, actor, params: { id } }) => {
    const { operation } = await data.write(actor, async (unit) => {
      const filter = await selectFilters(unit.trx, user.id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(notFound);
      unit.describe('delete', 'saved_filters', filter.name, operationDescriptions.filterDeleted(filter.name));
      await unit.remove('saved_filters', [id]);
      return unit;
    });
    return { message: successMessages.savedFilterDeleted, operation_id: operation };
  }),
];
