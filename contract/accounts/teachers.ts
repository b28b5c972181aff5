import { z } from 'zod';
import { get, post, remove } from '../endpoint';
import { addition, successResponse, id, idParams, messageResponse, requiredSubjectCode } from '../fields';
import { listQuery } from '../lists';
import { allSubjectTypes } from '../vocabulary';

export const subjectTeacher = z.object({
  id,
  subject_code: z.string(),
  teacher_id: id,
  subject_name: z.string(),
  batch_name: z.string(),
  level: z.int(),
  subject_id: addition(id),
  hours: addition(z.int()),
  type: addition(z.enum(allSubjectTypes)),
});
export type SubjectTeacher = z.infer<typeof subjectTeacher>;

export const teacher = z.object({
  id,
  name: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  is_active: z.boolean(),
  subjects_count: z.int(),
  /** Hours per week in all subjects together. */
  hours: z.int(),
});
export type Teacher = z.infer<typeof teacher>;

export const teacherSorts = ['id', 'name', 'username'] as const;

export const teachersApi = {
  list: get('/teachers', {
    roles: ['admin'],
    summary: 'Teachers, with the number of their subjects',
    query: listQuery({ sortable: teacherSorts, filter: { is_active: z.boolean().optional() } }),
    response: z.array(teacher),
    listName: 'teachers',
    isAddition: true,
  }),
  subjects: get('/subject-teachers/teacher/{teacherId}', {
    roles: ['admin', 'teacher'],
    summary: 'The subjects of a teacher; a teacher may ask only for their own',
    params: z.strictObject({ teacherId: idParams.shape.id }),
    response: z.array(subjectTeacher),
  }),
  assign: post('/subject-teachers', {
    roles: ['admin'],
    summary: 'Assign a subject of one batch to a teacher',
    body: z.strictObject({ subject_code: requiredSubjectCode, teacher_id: id }),
    response: subjectTeacher,
    status: 201,
  }),
  assignMany: post('/subject-teachers/many', {
    roles: ['admin'],
    summary: 'Assign several subjects to a teacher as one operation; existing assignments stay',
    body: z.strictObject({ subject_codes: z.array(requiredSubjectCode).min(1).max(500), teacher_id: id }),
    response: successResponse.extend({ assigned: z.int() }),
    isAddition: true,
  }),
  unassign: remove('/subject-teachers/{id}', {
    roles: ['admin'],
    summary: 'Remove the assignment of a subject to a teacher',
    params: idParams,
    response: messageResponse,
  }),
};
