import { z } from 'zod';
import { get, post } from './endpoint';
import { id, idParams, time, addition, successResponse } from './fields';
import { roles } from './vocabulary';

/** A restored student who got a new academic number, since another student has the old one. */
const renumbered = z.object({ full_name: z.string(), previous: z.string(), student_id: z.string() });

/** A student who was restored without the national id, since another student has it. */
const withoutNationalId = z.object({
  full_name: z.string(),
  student_id: z.string(),
  national_id: z.string(),
});

/** Maximum number of students in each list of an answer; its message names the first and counts the others. */
export const maxListedStudents = 100;

/** The answer of a call that undoes an operation. */
export const undoResult = successResponse.extend({
  renumbered: addition(z.array(renumbered).optional()),
  without_national_id: addition(z.array(withoutNationalId).optional()),
});

/** Maximum number of operations in the list; spec 1 §9. */
export const maxUndoOperations = 20;

/** One undoable operation of the caller in the session of `X-Session-Id`. */
export const undoOperation = z.object({
  id,
  description: z.string(),
  performed_at: time,
  /** Other rows are restored together with the record. */
  has_related_records: z.boolean(),
});
export type UndoOperation = z.infer<typeof undoOperation>;

export const undoApi = {
  sessionOperations: get('/undo/session-operations', {
    roles,
    summary: 'What the caller may take back, newest first, at most 20; nothing for a student',
    response: z.object({ operations: z.array(undoOperation) }),
  }),
  latest: post('/undo/latest', {
    roles: ['admin', 'teacher'],
    scopedBy: {},
    summary: 'Take back the latest operation of the session',
    response: undoResult,
  }),
  one: post('/undo/{id}', {
    roles: ['admin', 'teacher'],
    scopedBy: {},
    summary: 'Take back one operation of the session; 409 tells what has changed since, by whom and when',
    params: idParams,
    response: undoResult,
  }),
};
