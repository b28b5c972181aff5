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
  /** The same number as `id`. */
  batch_id: addition(id),
  ...readShape(batchFields),
  /** The programme's code. */
  program_id: z.string(),
  program_name: z.string(),
  students_count: addition(z.int()),
  /**
   * The batch has the status of a new batch, today is within its dates, and it has students (rule 9 of the domain).
   */
  is_running: addition(z.boolean()),
  created_at: addition(time),
  updated_at: updatedAt,
  version,
});
export type Batch = z.infer<typeof batch>;

/** A batch on one page: its subjects, and what is seen of it in figures. */
export const batchCard = z.object({
  batch,
  /** Those of the scope, by level and name. */
  subjects: z.array(
    z.object({
      id,
      subject_code: z.string(),
      name: z.string(),
      level: z.int(),
      type: z.enum(allSubjectTypes),
      /** Those who are linked to the subject, by name. */
      teachers: z.array(z.string()),
      /** Their accounts, in the order of their names; null for one that the caller may not open. */
      teacher_ids: z.array(id.nullable()),
      /** Those that meet and that the caller sees, by name. */
      circles: z.array(z.object({ id, name: z.string() })),
      /** In percent, one decimal; null without a result, and to who does not see all students of the subject. */
      average: z.number().nullable(),
      /** Registers taken; to who does not see all students, those of the own circles. */
      registers: z.int(),
    }),
  ),
  students_count: z.int(),
  /** Of the subjects whose students are all seen, in percent, one decimal; null without results, or registers. */
  average: z.number().nullable(),
  attendance_rate: z.number().nullable(),
});
export type BatchCard = z.infer<typeof batchCard>;

/** Without a slash, since batch names are part of URL paths. */
export const batchName = requiredLabel(120).pipe(z.string().regex(/^[^/]*$/, messages.noSlash));

/** What a person fills in. */
export const batchBody = {
  ...writeShape(batchFields),
  batch_name: batchName,
  program_id: optionalCode(40).optional(),
  program_name: line(120).optional(),
};
const serverFields = ['id', 'batch_id', 'students_count', 'is_running', 'created_at', 'updated_at'] as const;

export const batchFilter = {
  /** The programme's code, or its row number. */
  program_id: codeOrRowId(40).optional(),
  program_name: line(120).optional(),
  academic_year: optionalCode(20).optional(),
  level: anyInteger.optional(),
  status: line(40).optional(),
  section: z.enum(sections).optional(),
  /** Whether the batch is of the current academic year. */
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
    summary: 'Batches; a teacher gets those of their own scope',
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
    summary: 'A batch with its subjects, their teachers and circles, and figures',
    params: idParams,
    response: batchCard,
    isAddition: true,
  }),
  create: post('/batches', {
    roles: ['admin'],
    summary: 'Add a batch to a programme, named by its name, its code, or both',
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
    summary: 'How many records would be deleted with it',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
  removeMany: removeMany('batches'),
  dependentsOfMany: dependentsOfMany('batches'),
};
