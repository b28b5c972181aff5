import { z } from 'zod';
import { additions, post } from '../endpoint';
import { dependents, successResponse, id, rowId } from '../fields';

/** Most records of one call. */
export const maxBulkRecords = 1_000;

const ids = z.array(id).min(1).max(maxBulkRecords);

/** `done`: how many records it changed; `operation_id`: the operation to undo, null if nothing changed. */
const bulkResult = successResponse.extend({ done: z.int(), operation_id: id.nullable() });

interface BulkOptions {
  /** Of the whole institute, like the deletion of one of them. */
  isOfAllSections?: boolean;
}

/** Deletes several records of a resource, all of them or none, as one operation. */
export const removeMany = (resource: string, { isOfAllSections = false }: BulkOptions = {}) =>
  post(`/${resource}/delete-many`, {
    roles: ['admin'],
    isOfAllSections,
    isAddition: true,
    summary: 'Delete several, all of them or none, as one operation; `confirm` as in the deletion of one',
    body: z.strictObject({ ids, confirm: rowId.optional(), operation_id: id.nullish() }),
    response: bulkResult,
  });

/** Counts before the deletion of several. A POST, since an address has no room for a thousand numbers. */
export const dependentsOfMany = (resource: string, { isOfAllSections = false }: BulkOptions = {}) =>
  post(`/${resource}/dependents`, {
    roles: ['admin'],
    isOfAllSections,
    isAddition: true,
    summary: 'How many records would be deleted with them; a record that hangs on two of them counts once',
    body: z.strictObject({ ids }),
    response: dependents,
  });

/** Accounts have no records that are deleted with them. */
export const bulkUserCalls = additions({
  removeMany: removeMany('users'),
  deactivateMany: post('/users/deactivate-many', {
    roles: ['admin'],
    summary: 'Deactivate several accounts, all of them or none, as one operation; ends their sessions',
    body: z.strictObject({ ids, operation_id: id.nullish() }),
    response: bulkResult,
  }),
});
