import { z } from 'zod';
import { additions, get, post, remove } from './endpoint';
import { id, idParams, line, messageResponse, requiredLabel, time } from './fields';
import { roles } from './vocabulary';

/** Maximum saved views of one person, of all lists together. */
export const maxSavedFilters = 50;

/** The lists whose views can be saved. */
export const listsWithViews = [
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
] as const;

const resource = z.enum(listsWithViews);
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
    summary: 'Delete one of the own saved filters',
    params: idParams,
    /** With the operation to undo. */
    response: messageResponse.extend({ operation_id: id.nullable() }),
  }),
});
