import { z } from 'zod';
import { fault, maxFaults, faultInput } from '../dailyRecords';
import { additions, get, post, put, remove } from '../endpoint';
import {
  academicNumber,
  changeBody,
  date,
  halfSteps,
  id,
  idParams,
  integer,
  messageResponse,
  optionalLabel,
  time,
  version,
  writeBody,
  subjectCode,
  requiredSubjectCode,
} from '../fields';
import { listQuery } from '../lists';
import { operation_id } from './plan';

/** A test of one or more whole juz in one sitting. Source: hifz.md, "Hearing". */
export const sard = z.object({
  id,
  student_id: z.string(),
  student_name: z.string(),
  subject_code: z.string(),
  from_juz: z.int(),
  to_juz: z.int(),
  date,
  examiner: z.string().nullable(),
  mark: z.number().nullable(),
  /** The maximum of `mark`. Without a maximum there is no mark. */
  max: z.number().nullable(),
  faults: z.array(fault),
  passed: z.boolean(),
  version,
  created_at: time,
});
export type Sard = z.infer<typeof sard>;

export const sardSorts = ['id', 'date', 'student_name'] as const;

const maxMark = 1_000;
const juz = integer(1, 30);
const sardFields = {
  student_id: academicNumber.pipe(z.string().min(1)),
  subject_code: requiredSubjectCode,
  from_juz: juz,
  to_juz: juz,
  date,
  examiner: optionalLabel(250).optional(),
  mark: halfSteps(0, maxMark).nullish(),
  max: halfSteps(0.5, maxMark).nullish(),
  faults: z.array(faultInput).max(maxFaults).optional(),
  passed: z.boolean(),
};
const serverFields = ['id', 'student_name', 'created_at', 'operation_id'] as const;

const staff = ['admin', 'teacher'] as const;
const sardWithOperation = sard.extend({ operation_id });

export const sardApi = additions({
  list: get('/sard', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'Sard tests; default order: newest first. Students get their own',
    query: listQuery({
      sortable: sardSorts,
      filter: {
        student_id: academicNumber.optional(),
        subject_code: subjectCode.optional(),
        from: date.optional(),
        to: date.optional(),
      },
    }),
    response: z.array(sard),
    listName: 'sard',
  }),
  create: post('/sard', {
    roles: staff,
    scopedBy: { subject_code: 'subjectCode' },
    summary: 'Record a sard of one or more juz',
    body: writeBody(sardFields, [...serverFields, 'version']),
    response: sardWithOperation,
    status: 201,
  }),
  update: put('/sard/{id}', {
    roles: staff,
    scopedBy: { id: 'sardId' },
    summary: 'Change a sard; missing fields stay. Its student and subject cannot change',
    params: idParams,
    body: changeBody(sardFields, serverFields),
    response: sardWithOperation,
  }),
  remove: remove('/sard/{id}', {
    roles: staff,
    scopedBy: { id: 'sardId' },
    summary: 'Delete a sard',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
});
