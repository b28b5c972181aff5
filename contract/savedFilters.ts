import { z } from 'zod';
import { additions, get, post, remove } from './endpoint';
import { id, idParams, message, requiredLine, time } from './fields';
import { roles } from './vocabulary';

/** Maximum saved views of one list per user. */
export const maxSavedFilters = 50;

const resource = z.string().regex(/^[a-z][a-z/-]{0,39}$/);
const sort = z.strictObject({ field: z.string().max(60), order: z.enum(['ASC', 'DESC']) });
/** Any JSON; it arrives as JSON, so each value is valid. */
const filter = z.record(z.string().max(60), z.unknown());

/** A person's own view of a list, under a name. */
export const savedFilter = z.object({
  id,
  /** The list: `students`, `subjects`, … */
  resource: z.string(),
  name: z.string(),
  filter,
  sort: sort.nullable(),
  created_at: time,
});
export type SavedFilter = z.infer<typeof savedFilter>;

export const savedFiltersApi = additions({
  list: get('/saved-filters', {
    roles,
    summary: 'The own saved filters, by name',
    query: z.strictObject({ resource: resource.optional() }),
    response: z.array(savedFilter),
  }),
  create: post('/saved-filters', {
    roles,
    summary: 'Save a filter under a name',
    body: z.strictObject({
      resource,
      name: requiredLine(60),
      filter: filter.refine((value) => JSON.stringify(value).length <= 4_000),
      sort: sort.nullish(),
    }),
    response: savedFilter,
    status: 201,
  }),
  remove: remove('/saved-filters/{id}', {
    roles,
    summary: 'Delete one of the own saved filters',
    params: idParams,
    /** With the operation to undo. */
    response: message.extend({ operation_id: id.nullable() }),
  }),
});
