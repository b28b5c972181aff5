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

/** A test of one juz or several in one sitting; hifz.md, "Hearing". */
export const sard = z.object({
  id,
  student_id: z.string(),
  student_name: z.string(),
  subject_code: z.string(),
  from_juz: z.int(),
  to_juz: z.int(),
  date,
  /** As somebody wrote it; it need not be a teacher of the institute. */
  examiner: z.string().nullable(),
  mark: z.number().nullable(),
  /** Of the mark; without a maximum there is no mark. */
  max: z.number().nullable(),
  /** By kinds in their order, then by ayah. */
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
  /** The whole list. */
  faults: z.array(faultInput).max(maxFaults).optional(),
  passed: z.boolean(),
};
const serverFields = ['id', 'student_name', 'created_at', 'operation_id'] as const;

const staff = ['admin', 'teacher'] as const;
const sardWithOperation = sard.extend({ operation_id });

export const sardApi = additions({
  list: get('/sard', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'Tests of whole juz, by default the newest first; a student gets those of their own',
    query: listQuery({
      sortable: sardSorts,
      filter: {
        student_id: academicNumber.optional(),
        subject_code: subjectCode.optional(),
        /** Days, both included. */
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
    summary: 'Record a test of one juz or several',
    body: writeBody(sardFields, [...serverFields, 'version']),
    response: sardWithOperation,
    status: 201,
  }),
  update: put('/sard/{id}', {
    roles: staff,
    scopedBy: { id: 'sardId' },
    summary:
      'Correct a test of juz; its student and subject cannot change, and a field that is left out stays',
    params: idParams,
    body: changeBody(sardFields, serverFields),
    response: sardWithOperation,
  }),
  remove: remove('/sard/{id}', {
    roles: staff,
    scopedBy: { id: 'sardId' },
    summary: 'Withdraw a test of juz',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
});
