import { z } from 'zod';
import { additions, post } from '../endpoint';
import { id, requiredLine } from '../fields';
import { guardianRelations } from '../vocabulary';

export const maxPhoneStudents = 1_000;

/** Why a chosen student gets no guardian. */
export const phoneSkips = ['noPhone', 'hasGuardian', 'hasRelation', 'full'] as const;
export type PhoneSkip = (typeof phoneSkips)[number];

const phoneStudent = z.object({
  id,
  student_id: z.string(),
  full_name: z.string(),
  batch_name: z.string().nullable(),
});

/** Students who get the same guardian. */
const phoneGroup = z.object({
  /** Null for a new guardian. */
  guardian_id: id.nullable(),
  name: z.string().nullable(),
  phone: z.string(),
  /** The stored students of a stored guardian, in the caller's scope. */
  children: z.array(z.string()),
  students: z.array(phoneStudent),
  /** Another guardian has this number too, but the names do not agree. */
  has_others: z.boolean(),
  /** The stored guardian has a live link, so he sees these students on his page. */
  has_link: z.boolean(),
});
export type PhoneGroup = z.infer<typeof phoneGroup>;

const skippedStudent = phoneStudent.extend({ reason: z.enum(phoneSkips) });

export const guardianPhonesCheck = z.object({
  groups: z.array(phoneGroup),
  skipped: z.array(skippedStudent),
  /** Changes with everything above, and with the versions of the students. */
  seen: z.string(),
});
export type GuardianPhonesCheck = z.infer<typeof guardianPhonesCheck>;

const primaryGuardian = z.object({
  student_row_id: id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  relation: z.enum(guardianRelations),
});
export type PrimaryGuardian = z.infer<typeof primaryGuardian>;

const student_row_ids = z.array(id).min(1).max(maxPhoneStudents);
const choice = {
  student_row_ids,
  relation: z.enum(guardianRelations),
  /** True: the students no longer have the number, because it is the guardian's. */
  clear_phone: z.boolean(),
};

export const guardianPhonesApi = additions({
  check: post('/guardians/from-phones/check', {
    roles: ['admin'],
    summary: 'Which guardians the phone numbers of these students would give them; writes nothing',
    body: z.strictObject(choice),
    response: guardianPhonesCheck,
  }),
  save: post('/guardians/from-phones', {
    roles: ['admin'],
    summary:
      'Make guardians of the phone numbers of these students; 409 STALE with the new check in `current` if it differs from `seen`',
    body: z.strictObject({ ...choice, seen: requiredLine(100) }),
    response: z.object({
      message: z.string(),
      guardians: z.int(),
      students: z.int(),
      operation_id: id.nullable(),
    }),
  }),
  primary: post('/guardians/primary', {
    roles: ['admin'],
    summary: 'The primary guardian of each of these students, for the export; reads only',
    body: z.strictObject({ student_row_ids }),
    response: z.object({ guardians: z.array(primaryGuardian) }),
  }),
});
