import { z } from 'zod';
import { get, post } from './endpoint';
import { id, idParams, time, addition, successResponse } from './fields';
import { roles } from './vocabulary';

/** A restored student with a new academic number, because another student has the old one. */
const renumberedStudent = z.object({ full_name: z.string(), previous: z.string(), student_id: z.string() });

const studentWithoutNationalId = z.object({
  full_name: z.string(),
  student_id: z.string(),
  national_id: z.string(),
});

export const maxListedStudents = 100;

export const undoResult = successResponse.extend({
  renumbered: addition(z.array(renumberedStudent).optional()),
  without_national_id: addition(z.array(studentWithoutNationalId).optional()),
});

export const maxUndoOperations = 20;

/** `X-Session-Id` limits the list to operations of one session. */
export const undoOperation = z.object({
  id,
  description: z.string(),
  performed_at: time,
  has_related_records: z.boolean(),
});
export type UndoOperation = z.infer<typeof undoOperation>;

export const undoApi = {
  sessionOperations: get('/undo/session-operations', {
    roles,
    summary: 'Operations that the caller may undo, newest first, at most 20; none for students',
    response: z.object({ operations: z.array(undoOperation) }),
  }),
  latest: post('/undo/latest', {
    roles: ['admin', 'teacher'],
    scopedBy: {},
    summary: 'Undo the latest operation of the session',
    response: undoResult,
  }),
  one: post('/undo/{id}', {
    roles: ['admin', 'teacher'],
    scopedBy: {},
    summary: 'Undo one operation of the session; 409 names the later change, its author and time',
    params: idParams,
    response: undoResult,
  }),
};
