import { z } from 'zod';
import { dependentsOfMany, removeMany } from './bulk/bulkCalls';
import {
  dependents,
  codeOrRowId,
  addition,
  anyRowId,
  changeBody,
  id,
  idParams,
  integer,
  line,
  messageResponse,
  optionalCode,
  optionalNewCode,
  readShape,
  rowId,
  time,
  updatedAt,
  version,
  anyInteger,
  writeBody,
  writeShape,
  confirmQuery,
} from './fields';
import { get, post, put, remove } from './endpoint';
import { listQuery, summaryQuery } from './lists';
import { subjectFields } from './courseFields';
import { allSubjectTypes, offeringStatuses, roles } from './vocabulary';

/** A subject in one batch, with all fields. */
export const subject = z.object({
  id,
  ...readShape(subjectFields),
  batch_id: id.nullable(),
  batch_name: z.string().nullable(),
  created_at: time,
  updated_at: updatedAt,
  version,
});
export type Subject = z.infer<typeof subject>;

/** The short form of `subject`, for the list of the batches with a subject. */
export const offering = z.object({
  id,
  offering_code: z.string(),
  batch_id: id,
  batch_name: z.string(),
  status: z.enum(offeringStatuses),
  semester: z.string().nullable(),
});
export type Offering = z.infer<typeof offering>;

export const baseCode = optionalCode(40);

const fields = {
  ...writeShape(subjectFields),
  /** The specification has this field in requests. Responses add it. */
  base_subject_code: optionalNewCode(20).optional(),
  batch_id: id.optional(),
  batch_name: line(120).optional(),
};
const maxBatchesPerCall = 500;
const serverFields = ['id', 'created_at', 'updated_at'] as const;

export const subjectFilter = {
  program_id: codeOrRowId(40).optional(),
  batch_id: rowId.optional(),
  batch_name: line(120).optional(),
  level: anyInteger.optional(),
  type: z.enum(allSubjectTypes).optional(),
  status: z.enum(offeringStatuses).optional(),
  base_subject_code: optionalCode(20).optional(),
  taught_by: anyRowId.optional(),
  not_taught_by: anyRowId.optional(),
  has_teacher: z.boolean().optional(),
};
export const subjectSorts = [
  'id',
  'subject_code',
  'name',
  'level',
  'hours',
  'type',
  'batch_name',
  'created_at',
] as const;

export const subjectSummary = z.object({ total: z.int(), hours: z.int(), levels: z.int(), types: z.int() });
export type SubjectSummary = z.infer<typeof subjectSummary>;

const baseParams = z.strictObject({ baseCode });

export const subjectsApi = {
  list: get('/subjects', {
    roles,
    summary: 'Subjects in scope; students get the subjects of their batch',
    query: listQuery({
      sortable: subjectSorts,
      filter: subjectFilter,
      parameters: { batch_name: line(120).optional(), level: integer(1, 8).optional() },
    }),
    response: z.array(subject),
    listName: 'subjects',
  }),
  summary: get('/subjects/summary', {
    roles: ['admin', 'teacher'],
    summary: 'Counts of the filtered subjects, their hours, levels and types',
    query: summaryQuery(subjectFilter),
    response: subjectSummary,
    isAddition: true,
  }),
  one: get('/subjects/{id}', {
    roles,
    summary: 'One subject',
    params: idParams,
    response: subject,
    isAddition: true,
  }),
  create: post('/subjects', {
    roles: ['admin'],
    summary: 'Add a subject to one batch; `subject_code` is the base or the full code',
    body: writeBody(fields, [...serverFields, 'version']),
    response: subject,
    status: 201,
  }),
  createMany: post('/subjects/many', {
    roles: ['admin'],
    summary:
      'Add a subject to several batches, all or none, as one operation; a full `subject_code` copies the settings of that offering',
    body: writeBody(
      {
        ...writeShape(subjectFields),
        base_subject_code: fields.base_subject_code,
        batch_ids: z.array(id).min(1).max(maxBatchesPerCall),
      },
      [...serverFields, 'version'],
    ),
    response: z.array(subject),
    status: 201,
    isAddition: true,
  }),
  update: put('/subjects/{id}', {
    roles: ['admin'],
    summary: 'Change this offering, or with `apply_to_base` all offerings of the same base',
    params: idParams,
    body: changeBody({ ...fields, apply_to_base: addition(z.boolean().optional()) }, serverFields),
    response: subject,
  }),
  remove: remove('/subjects/{id}', {
    roles: ['admin'],
    summary: 'Delete a subject from its batch, with its settings',
    params: idParams,
    query: confirmQuery,
    response: messageResponse,
  }),
  dependents: get('/subjects/{id}/dependents', {
    roles: ['admin'],
    summary: 'Counts of the records that a deletion would include',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
  removeMany: removeMany('subjects'),
  dependentsOfMany: dependentsOfMany('subjects'),
  offerings: get('/subjects/base/{baseCode}/offerings', {
    roles: ['admin'],
    summary: 'The batches that have a subject',
    params: baseParams,
    response: z.array(offering),
  }),
  addOffering: post('/subjects/base/{baseCode}/offerings', {
    roles: ['admin'],
    summary: 'Add a subject to one more batch; its settings are copied',
    params: baseParams,
    body: z.strictObject({ batch_id: id.optional(), batch_name: line(120).optional() }),
    response: offering,
    status: 201,
  }),
  removeOffering: remove('/subjects/offerings/{offering_code}', {
    roles: ['admin'],
    summary: 'Remove a subject from one batch',
    params: z.strictObject({ offering_code: optionalCode(40) }),
    query: confirmQuery,
    response: messageResponse,
  }),
};
