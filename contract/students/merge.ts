import { z } from 'zod';
import { additions, get, post } from '../endpoint';
import { id, idInPath, idParams, rowId, successResponse, version } from '../fields';
import { listQuery } from '../lists';
import { gradeColumns } from '../rules/gradeSettings';
import { mergeFieldNames, mergeSides } from '../rules/mergedFields';
import { studentStatuses } from '../vocabulary';
import { student } from './students';

/** Kinds of rows that a merge joins, in the order of the screen. */
export const mergedRecords = [
  'enrolments',
  'statuses',
  'circles',
  'grades',
  'absences',
  'daily_records',
  'sard',
  'hifz',
  'submissions',
  'guardians',
  'drafts',
  'papers',
] as const;
export type MergedRecord = (typeof mergedRecords)[number];

/** How many rows of a kind the given-up record brings, and how many rows of both are left out as doubles. */
const counts = z.object({ moved: z.int(), left_out: z.int() });

/** The versions of both rows of marks, as the caller read them. */
const marksVersions = z.strictObject({ staying: version, merged: version });

const marks = z.object(Object.fromEntries(gradeColumns.map((column) => [column, z.number().nullable()])));

/** Both students have marks in the subject, and they differ. */
const marksQuestion = z.object({
  subject_id: id,
  subject_code: z.string(),
  name: z.string(),
  batch_name: z.string(),
  columns: z.array(z.object({ key: z.enum(gradeColumns), name: z.string() })),
  staying: marks,
  merged: marks,
  versions: marksVersions,
});
export type MarksQuestion = z.infer<typeof marksQuestion>;

const enrolmentState = z.object({
  batch_name: z.string(),
  program_name: z.string(),
  from: z.string(),
  is_open: z.boolean(),
  status: z.enum(studentStatuses),
});
export type EnrolmentState = z.infer<typeof enrolmentState>;

const account = z.object({ id, username: z.string(), role: z.string(), last_login: z.string().nullable() });

export const mergePreview = z.object({
  staying: student,
  merged: student,
  records: z.array(z.object({ kind: z.enum(mergedRecords), ...counts.shape })),
  marks: z.array(marksQuestion),
  /** Both students have a current batch or status, and they differ: only one stays open. */
  enrolment: z
    .object({ staying: enrolmentState, merged: enrolmentState, proposed: z.enum(mergeSides) })
    .nullable(),
  accounts: z.object({ staying: account.nullable(), merged: account.nullable() }),
});
export type MergePreview = z.infer<typeof mergePreview>;

const marksAnswer = z.strictObject({ subject_id: id, keep: z.enum(mergeSides), seen: marksVersions });
export type MarksAnswer = z.infer<typeof marksAnswer>;

const maxQuestions = 500;

export const duplicateReasons = ['national_id', 'phone', 'birth_date', 'batch'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** More pairs than these are not listed at a time. */
export const maxDuplicates = 2_000;

const duplicate = student
  .pick({
    id: true,
    student_id: true,
    full_name: true,
    national_id: true,
    phone: true,
    batch_name: true,
    status: true,
    created_at: true,
  })
  .strip();

export const duplicatePair = z.object({
  /** Both row numbers, such as `12-40`. */
  id: z.string(),
  first: duplicate,
  second: duplicate,
  reasons: z.array(z.enum(duplicateReasons)),
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

export const mergeApi = additions({
  preview: get('/students/{id}/merge/{other}', {
    roles: ['admin'],
    summary: 'What a merge of the other student into this one moves, leaves out and asks; writes nothing',
    params: z.strictObject({ id: idInPath, other: idInPath }),
    response: mergePreview,
  }),
  merge: post('/students/{id}/merge', {
    roles: ['admin'],
    summary:
      'Merge another student into this one and delete the other record; 409 STALE with both students in `current` if one of both or their marks changed, or if the answers do not fit the questions of the preview',
    params: idParams,
    body: z.strictObject({
      merged_id: id,
      version,
      merged_version: version,
      /** Fields that get the value of the given-up record. */
      take: z.array(z.enum(mergeFieldNames)).max(mergeFieldNames.length).default([]),
      marks: z.array(marksAnswer).max(maxQuestions).default([]),
      enrolment: z.enum(mergeSides).optional(),
    }),
    response: successResponse.extend({ student, operation_id: id.nullable() }),
  }),
  duplicates: get('/students/duplicates', {
    roles: ['admin'],
    summary: 'Pairs of students that may be one person; the surest first',
    query: listQuery({ sortable: ['id'], filter: { student_row_id: rowId.optional() } }),
    response: z.array(duplicatePair),
    listName: 'duplicates',
  }),
  setDistinct: post('/students/duplicates/distinct', {
    roles: ['admin'],
    summary: 'Remember that two students are not the same person; the list hides the pair',
    body: z.strictObject({ ids: z.tuple([id, id]).refine(([first, second]) => first !== second) }),
    response: successResponse.extend({ operation_id: id.nullable() }),
  }),
});
