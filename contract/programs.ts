import { z } from 'zod';
import { dependentsOfMany, removeMany } from './bulk/bulkCalls';
import { get, post, put, remove } from './endpoint';
import {
  changeBody,
  isNewCode,
  newCode,
  dependents,
  id,
  idParams,
  line,
  messageResponse,
  readShape,
  time,
  updatedAt,
  version,
  writeBody,
  writeShape,
  confirmQuery,
} from './fields';
import { validationMessages as messages } from './rules/validationMessages';
import { listQuery } from './lists';
import { programFields } from './courseFields';
import { specialties } from './vocabulary';

export const program = z.object({
  id,
  /** `program_id` is the programme's code. `id` is the row number. */
  ...readShape(programFields),
  created_at: time,
  updated_at: updatedAt,
  version,
});
export type Program = z.infer<typeof program>;

const maxCode = 40;
const codePattern = /^[^\s/]+$/;
export const programCode = newCode(maxCode).pipe(z.string().regex(codePattern, messages.notCode));
export const isProgramCode = (text: string): boolean => isNewCode(text, maxCode, codePattern);

export const programBody = { ...writeShape(programFields), program_id: programCode };
const serverFields = ['id', 'created_at', 'updated_at'] as const;

export const programFilter = {
  specialty: z.enum(specialties).optional(),
  status: line(40).optional(),
};

export const programSorts = ['id', 'program_id', 'program_name', 'specialty', 'created_at'] as const;

export const programsApi = {
  list: get('/programs', {
    roles: ['admin', 'teacher'],
    summary: 'Programmes in scope',
    query: listQuery({ sortable: programSorts, filter: programFilter }),
    response: z.array(program),
    listName: 'programs',
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
    isInstituteWide: true,
    summary: 'Add a programme',
    body: writeBody(programBody, [...serverFields, 'version']),
    response: program,
    status: 201,
  }),
  update: put('/programs/{id}', {
    roles: ['admin'],
    isInstituteWide: true,
    summary: 'Change a programme; its code cannot change',
    params: idParams,
    body: changeBody(programBody, serverFields),
    response: program,
  }),
  remove: remove('/programs/{id}', {
    roles: ['admin'],
    isInstituteWide: true,
    summary: 'Delete a programme with its batches, their subjects and students, as one operation',
    params: idParams,
    query: confirmQuery,
    response: messageResponse,
  }),
  dependents: get('/programs/{id}/dependents', {
    roles: ['admin'],
    isInstituteWide: true,
    summary: 'Counts of the records that a deletion would include',
    params: idParams,
    response: dependents,
    isAddition: true,
  }),
  removeMany: removeMany('programs', { isInstituteWide: true }),
  dependentsOfMany: dependentsOfMany('programs', { isInstituteWide: true }),
};
