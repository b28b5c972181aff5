import { z } from 'zod';
import {
  dependents,
  codeOrRow,
  addition,
  changeBody,
  id,
  idParams,
  line,
  message,
  optionalCode,
  readShape,
  requiredLine,
  time,
  updatedAt,
  version,
  whole,
  writeBody,
  writeShape,
  confirmQuery,
} from './fields';
import { get, post, put, remove } from './endpoint';
import { validationMessages as say } from './errors';
import { listQuery } from './lists';
import { batchFields } from './courseFields';
import { sections } from './vocabulary';

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

/** Without a slash, since batch names are part of URL paths. */
export const batchName = requiredLine(120).pipe(z.string().regex(/^[^/]*$/, say.noSlash));

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
  program_id: codeOrRow(40).optional(),
  program_name: line(120).optional(),
  academic_year: optionalCode(20).optional(),
  level: whole.optional(),
  status: line(40).optional(),
  section: z.enum(sections).optional(),
  /** Whether the batch is of the current academic year. */
  is_active: z.boolean().optional(),
  is_running: z.boolean().optional(),
};
export const batchSorts = ['id', 'batch_name', 'batch_number', 'academic_year', 'created_at'] as const;

export const batchesApi = {
  list: get('/batches', {
    roles: ['admin', 'teacher'],
    summary: 'Batches; a teacher gets those of their own scope',
    query: listQuery({
      sortable: batchSorts,
      filter: batchFilter,
      plain: { program_name: line(120).optional() },
    }),
    response: z.array(batch),
    listOf: 'batches',
  }),
  one: get('/batches/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'One batch',
    params: idParams,
    response: batch,
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
    response: message,
  }),
  dependents: get('/batches/{id}/dependents', {
    roles: ['admin'],
    summary: 'How many records would be deleted with it',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
};
