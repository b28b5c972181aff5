import { z } from 'zod';
import { additions, get, post, remove } from './endpoint';
import { id, idParams, line, messageResponse, requiredLabel, time } from './fields';
import { roles } from './vocabulary';

/** For one user, in all lists together. */
export const maxSavedFilters = 50;

export const filterableLists = [
  'programs',
  'batches',
  'subjects',
  'students',
  'users',
  'assignments',
  'archive',
  'audit',
  'reports/log',
  'papers/issued',
  'behaviour-notes',
  'guardians',
] as const;

const resource = z.enum(filterableLists);
const sort = z.strictObject({ field: z.string().max(60), order: z.enum(['ASC', 'DESC']) });
/** Unknown values are safe, because the body was parsed from JSON. */
const filter = z.record(z.string().max(60), z.unknown());

export const savedFilter = z.object({
  id,
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
    summary: 'The caller’s saved filters, by name',
    query: z.strictObject({ resource: line(40).optional() }),
    response: z.array(savedFilter),
  }),
  create: post('/saved-filters', {
    roles,
    scopedBy: {},
    summary: 'Save a filter under a name',
    body: z.strictObject({
      resource,
      name: requiredLabel(60),
      filter: filter.refine((value) => JSON.stringify(value).length <= 4_000),
      sort: sort.nullish(),
    }),
    response: savedFilter,
    status: 201,
  }),
  remove: remove('/saved-filters/{id}', {
    roles,
    scopedBy: {},
    summary: 'Delete a saved filter of the caller',
    params: idParams,
    response: messageResponse.extend({ operation_id: id.nullable() }),
  }),
});
