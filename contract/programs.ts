import { z } from 'zod';
import { get, post, put, remove } from './endpoint';
import {
  addition,
  changeBody,
  code,
  id,
  idParams,
  integer,
  line,
  message,
  optionalLine,
  optionalText,
  requiredLine,
  time,
  updatedAt,
  version,
  writeBody,
  dependents,
} from './fields';
import { validationMessages as say } from './errors';
import { listQuery } from './lists';
import { specialties } from './vocabulary';

export const program = z.object({
  id,
  /** The programme's code; the row number is `id`. */
  program_id: z.string(),
  program_name: z.string(),
  specialty: addition(z.enum(specialties).nullable()),
  /** How many levels the programme has, 1-8. */
  levels: addition(z.int()),
  description: addition(z.string().nullable()),
  duration: addition(z.string().nullable()),
  status: addition(z.string()),
  created_at: time,
  updated_at: updatedAt,
  version,
});
export type Program = z.infer<typeof program>;

/** A programme's code: no white space and no slash. */
export const programCode = code(40).pipe(z.string().regex(/^[^\s/]+$/, say.notCode));

const fields = {
  program_name: requiredLine(120),
  specialty: addition(z.enum(specialties).nullable().optional()),
  levels: addition(integer(1, 8).optional()),
  description: addition(optionalText(2_000).optional()),
  duration: addition(optionalLine(60).optional()),
  status: addition(requiredLine(40).optional()),
};
const serverFields = ['id', 'created_at', 'updated_at'] as const;

export const programFilter = {
  specialty: z.enum(specialties).optional(),
  status: line(40).optional(),
};

export const programSorts = ['id', 'program_id', 'program_name', 'created_at'] as const;

export const programsApi = {
  list: get('/programs', {
    roles: ['admin', 'teacher'],
    summary: 'Programmes; a teacher gets those of the own scope',
    query: listQuery({ sortable: programSorts, filter: programFilter }),
    response: z.array(program),
    listOf: 'programs',
  }),
  one: get('/programs/{id}', {
    roles: ['admin', 'teacher'],
    summary: 'One programme',
    params: idParams,
    response: program,
    isAddition: true,
  }),
  create: post('/programs', {
    roles: ['admin'],
    summary: 'Add a programme',
    body: writeBody({ program_id: programCode, ...fields }, [...serverFields, 'version']),
    response: program,
    status: 201,
  }),
  update: put('/programs/{id}', {
    roles: ['admin'],
    summary: 'Change a programme; its code stays',
    params: idParams,
    body: changeBody({ program_id: programCode, ...fields }, serverFields),
    response: program,
  }),
  remove: remove('/programs/{id}', {
    roles: ['admin'],
    summary: 'Delete a programme with its batches, their subjects and students, as one operation',
    params: idParams,
    response: message,
  }),
  dependents: get('/programs/{id}/dependents', {
    roles: ['admin'],
    summary: 'How many records a deletion takes along',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
};
