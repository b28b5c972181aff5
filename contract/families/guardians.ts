import { z } from 'zod';
import { additions, get, post, put, remove } from '../endpoint';
import {
  anyRowId,
  changeBody,
  date,
  id,
  idInPath,
  idParams,
  line,
  messageResponse,
  optionalDate,
  optionalEmail,
  optionalLabel,
  optionalText,
  phone,
  version,
  writeBody,
} from '../fields';
import { listQuery } from '../lists';
import { guardianRelations } from '../vocabulary';
import { guardianLink } from './guardianLinks';

export const maxGuardians = 6;

/** What a guardian may do for one student. Custody differs, so each right is set for each student. */
export const guardianRights = z.strictObject({
  messages: z.boolean(),
  page: z.boolean(),
  excuse: z.boolean(),
});
export type GuardianRights = z.infer<typeof guardianRights>;
export const allRights: GuardianRights = { messages: true, page: true, excuse: true };

const person = {
  /** Null, because a family may keep the name of a mother private. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** The number in E.164. Null without a number, or if its country is unknown. */
  phone_key: z.string().nullable(),
  second_phone: z.string().nullable(),
  second_phone_key: z.string().nullable(),
  email: z.string().nullable(),
  note: z.string().nullable(),
};

/** A student of a guardian, in the caller's scope. */
const child = z.object({
  id,
  student_id: z.string(),
  full_name: z.string(),
  batch_name: z.string().nullable(),
  relation: z.enum(guardianRelations),
});

export const guardian = z.object({
  id,
  ...person,
  children: z.array(child),
  /** The guardian also has students outside of the caller's scope. */
  has_other_children: z.boolean(),
  /** The link to his private page, also if it has expired. */
  link: guardianLink.nullable(),
  version,
});
export type Guardian = z.infer<typeof guardian>;

/** A guardian as a student has him. */
export const studentGuardian = guardian.extend({
  relation: z.enum(guardianRelations),
  is_primary: z.boolean(),
  rights: guardianRights,
  /** The day on which a student of age agreed that this guardian reads about him. */
  consent_on: date.nullable(),
  /** The student is of age: messages address himself, and only his consent shows him on the page. */
  is_of_age: z.boolean(),
  /** The version of the relation, while `version` is that of the person. */
  relation_version: version,
});
export type StudentGuardian = z.infer<typeof studentGuardian>;

const personFields = {
  name: optionalLabel(120).optional(),
  phone: phone.optional(),
  second_phone: phone.optional(),
  email: optionalEmail.optional(),
  note: optionalText(500).optional(),
};
const relationFields = {
  relation: z.enum(guardianRelations),
  is_primary: z.boolean().optional(),
  rights: guardianRights.optional(),
  consent_on: optionalDate.optional(),
};

/** A new guardian, or with `guardian_id` a stored one, whose person fields are then not changed. */
export const newGuardian = z.strictObject({
  guardian_id: id.optional(),
  ...personFields,
  ...relationFields,
  /** True: a stored guardian may also see this student by his live link. Else GUARDIAN_HAS_LINK. */
  confirm: z.boolean().optional(),
});
export type NewGuardian = z.infer<typeof newGuardian>;

const serverFields = [
  'id',
  'phone_key',
  'second_phone_key',
  'children',
  'has_other_children',
  'is_of_age',
  'link',
  'operation_id',
] as const;
const operation_id = id.nullable();
const params = z.strictObject({ id: idInPath, guardianId: idInPath });

export const guardianSorts = ['id', 'name', 'phone'] as const;

export const guardiansApi = additions({
  list: get('/guardians', {
    roles: ['admin'],
    summary: 'Guardians of the students in scope; `q` also finds them by the names of their students',
    query: listQuery({ sortable: guardianSorts, filter: { batch_id: anyRowId.optional() } }),
    response: z.array(guardian),
    listName: 'guardians',
  }),
  matches: get('/guardians/matches', {
    roles: ['admin'],
    summary:
      'Stored guardians with this phone number; `is_proposed` if the names of guardian or family agree',
    query: z.strictObject({
      phone: line(30),
      name: line(120).optional(),
      second_name: line(60).optional(),
      third_name: line(60).optional(),
      last_name: line(60).optional(),
    }),
    response: z.array(guardian.extend({ is_proposed: z.boolean() })),
  }),
  ofStudent: get('/students/{id}/guardians', {
    roles: ['admin', 'teacher'],
    summary:
      'The guardians of a student, the primary one first; teachers only get those of their own students, if the institute allows it',
    params: idParams,
    response: z.array(studentGuardian),
  }),
  add: post('/students/{id}/guardians', {
    roles: ['admin'],
    summary:
      'Add a new or stored guardian to a student. A guardian with a live link needs `confirm`; else 409 GUARDIAN_HAS_LINK with his `children`',
    params: idParams,
    body: writeBody(newGuardian.shape, [...serverFields, 'version', 'relation_version']),
    response: studentGuardian.extend({ operation_id }),
    status: 201,
  }),
  update: put('/students/{id}/guardians/{guardianId}', {
    roles: ['admin'],
    summary: 'Change a guardian and his relation to the student; the person changes for all his students',
    params,
    body: changeBody(
      { ...personFields, ...relationFields, relation_version: version.optional() },
      serverFields,
    ),
    response: studentGuardian.extend({ operation_id }),
  }),
  remove: remove('/students/{id}/guardians/{guardianId}', {
    roles: ['admin'],
    summary: 'Remove a guardian from a student; a guardian without students is deleted',
    params,
    response: messageResponse.extend({ operation_id }),
  }),
});
