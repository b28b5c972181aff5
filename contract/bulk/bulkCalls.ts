import { z } from 'zod';
import { additions, post } from '../endpoint';
import { dependents, successResponse, id, rowId } from '../fields';

export const maxBulkRecords = 1_000;

const ids = z.array(id).min(1).max(maxBulkRecords);

/** `done` is the number of changed records. `operation_id` is null if no record changed. */
const bulkResult = successResponse.extend({ done: z.int(), operation_id: id.nullable() });

interface BulkOptions {
  /** True if the deletion of a single record also needs access to all sections. */
  isInstituteWide?: boolean;
}

export const removeMany = (resource: string, { isInstituteWide = false }: BulkOptions = {}) =>
  post(`/${resource}/delete-many`, {
    roles: ['admin'],
    isInstituteWide,
    isAddition: true,
    summary: 'Delete several records, all or none, as one operation; `confirm` as for a single deletion',
    body: z.strictObject({ ids, confirm: rowId.optional(), operation_id: id.nullish() }),
    response: bulkResult,
  });

/** The method is POST, because a thousand ids do not fit into a URL. */
export const dependentsOfMany = (resource: string, { isInstituteWide = false }: BulkOptions = {}) =>
  post(`/${resource}/dependents`, {
    roles: ['admin'],
    isInstituteWide,
    isAddition: true,
    summary: 'Counts of the records that a deletion would include; each record counts once',
    body: z.strictObject({ ids }),
    response: dependents,
  });

export const bulkUserCalls = additions({
  removeMany: removeMany('users'),
  deactivateMany: post('/users/deactivate-many', {
    roles: ['admin'],
    summary: 'Deactivate several accounts, all or none, as one operation; ends their sessions',
    body: z.strictObject({ ids, operation_id: id.nullish() }),
    response: bulkResult,
  }),
});
