import { z } from 'zod';
import { dependentsOfMany, removeMany } from './bulk/bulkCalls';
import {
  dependents,
  codeOrRowId,
  addition,
  changeBody,
  id,
  idParams,
  line,
  messageResponse,
  optionalCode,
  readShape,
  requiredLabel,
  time,
  updatedAt,
  version,
  anyInteger,
  writeBody,
  writeShape,
  confirmQuery,
} from './fields';
import { get, post, put, remove } from './endpoint';
import { validationMessages as messages } from './rules/validationMessages';
import { listQuery } from './lists';
import { batchFields } from './courseFields';
import { allSubjectTypes, sections } from './vocabulary';

export const batch = z.object({
  id,
  batch_id: addition(id),
  ...readShape(batchFields),
  program_id: z.string(),
  program_name: z.string(),
  students_count: addition(z.int()),
  /** True if the batch is active, has students, and today is within its dates (rule 9 of the domain). */
  is_running: addition(z.boolean()),
  created_at: addition(time),
  updated_at: updatedAt,
  version,
});
export type Batch = z.infer<typeof batch>;

export const batchCard = z.object({
  batch,
  subjects: z.array(
    z.object({
      id,
      subject_code: z.string(),
      name: z.string(),
      level: z.int(),
      type: z.enum(allSubjectTypes),
      teachers: z.array(z.string()),
      /** In the order of `teachers`. Null if the caller may not open the account. */
      teacher_ids: z.array(id.nullable()),
      circles: z.array(z.object({ id, name: z.string() })),
      /** Percent, one decimal. Null without results, or if not all students are in scope. */
      average: z.number().nullable(),
      /** If not all students are in scope, only registers of the caller's circles count. */
      registers: z.int(),
    }),
  ),
  students_count: z.int(),
  /** Percent, one decimal. Covers only subjects whose students are all in scope; null without data. */
  average: z.number().nullable(),
  attendance_rate: z.number().nullable(),
});
export type BatchCard = z.infer<typeof batchCard>;

/** A batch name has no slash, because it is part of URL paths. */
export const batchName = requiredLabel(120).pipe(z.string().regex(/^[^/]*$/, messages.noSlash));

export const batchBody = {
  ...writeShape(batchFields),
  batch_name: batchName,
  program_id: optionalCode(40).optional(),
  program_name: line(120).optional(),
};
const serverFields = ['id', 'batch_id', 'students_count', 'is_running', 'created_at', 'updated_at'] as const;

export const batchFilter = {
  program_id: codeOrRowId(40).optional(),
  program_name: line(120).optional(),
  academic_year: optionalCode(20).optional(),
  level: anyInteger.optional(),
  status: line(40).optional(),
  section: z.enum(sections).optional(),
  is_active: z.boolean().optional(),
  is_running: z.boolean().optional(),
};
export const batchSorts = [
  'id',
  'batch_name',
  'batch_number',
  'program_name',
  'academic_year',
  'section',
  'students_count',
  'start_date',
  'created_at',
] as const;

export const batchesApi = {
  list: get('/batches', {
    roles: ['admin', 'teacher'],
    summary: 'Batches in scope',
    query: listQuery({
      sortable: batchSorts,
      filter: batchFilter,
      parameters: { program_name: line(120).optional() },
    }),
    response: z.array(batch),
    listName: 'batches',
  }),
  one: get('/batches/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'One batch',
    params: idParams,
    response: batch,
    isAddition: true,
  }),
  card: get('/batches/{id}/card', {
    roles: ['admin', 'teacher'],
    summary: 'A batch with its subjects, teachers, circles and statistics',
    params: idParams,
    response: batchCard,
    isAddition: true,
  }),
  create: post('/batches', {
    roles: ['admin'],
    summary: 'Add a batch to a programme, which is given by name, code or both',
    body: writeBody(batchBody, [...serverFields, 'version']),
    response: batch,
    status: 201,
  }),
  update: put('/batches/{id}', {
    roles: ['admin'],
    summary: 'Change a batch',
    params: idParams,
    body: changeBody(batchBody, serverFields),
    response: batch,
  }),
  remove: remove('/batches/{id}', {
    roles: ['admin'],
    summary: 'Delete a batch with its subjects and students, as one operation',
    params: idParams,
    query: confirmQuery,
    response: messageResponse,
  }),
  dependents: get('/batches/{id}/dependents', {
    roles: ['admin'],
    summary: 'Counts of the records that a deletion would include',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
  removeMany: removeMany('batches'),
  dependentsOfMany: dependentsOfMany('batches'),
};
