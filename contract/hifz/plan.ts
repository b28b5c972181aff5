import { z } from 'zod';
import { weekday, weekdays } from '../circles';
import { ayah, ayahRange } from '../dailyRecords';
import { additions, get, post, put, remove } from '../endpoint';
import { validationMessages as messages } from '../rules/validationMessages';
import {
  academicNumber,
  date,
  successResponse,
  halfSteps,
  id,
  idParams,
  integer,
  messageResponse,
  optionalDate,
  version,
  writeBody,
  subjectCode,
  requiredSubjectCode,
} from '../fields';
import { parseAyah } from '../rules/mushaf';
import { amountUnits, directions, nearUnits } from '../vocabulary';

export const existingAyah = ayah.refine((name) => parseAyah(name) !== null, messages.notAyah);
export const rangeInput = z.strictObject({ from: existingAyah, to: existingAyah });

export const operation_id = id.nullable();

export const maxPlanRanges = 40;
export const maxPriorRanges = 120;

/** The plan of a student in a subject, or a template. Source: hifz.md, "Plan". */
export const hifzPlan = z.object({
  subject_code: z.string(),
  direction: z.enum(directions),
  /** In the order of memorisation. Empty unless the direction is `ranges`. */
  ranges: z.array(ayahRange),
  start: z.string(),
  amount: z.object({ unit: z.enum(amountUnits), value: z.number() }),
  new_days: z.array(weekday),
  revision_days: z.array(weekday),
  near: z.object({ unit: z.enum(nearUnits), value: z.int() }),
  far_cycle_days: z.int(),
  /** Null: the server proposes a number. */
  far_pages_per_day: z.int().nullable(),
  /** The number of completed juz after which a test is due; 0: no tests. */
  juz_test: z.int(),
  begin: date,
  end: date.nullable(),
  is_template: z.boolean(),
  circle_name: z.string().nullable(),
  /** The days until all memorised pages are revised once. Null for templates, and without memorised pages. */
  resulting_cycle_days: z.int().nullable(),
  version,
});
export type HifzPlan = z.infer<typeof hifzPlan>;

const earliestBegin = '2000-01-01';

const planFields = {
  direction: z.enum(directions),
  ranges: z.array(rangeInput).max(maxPlanRanges).optional(),
  start: existingAyah,
  amount: z.strictObject({ unit: z.enum(amountUnits), value: halfSteps(0.5, 300) }),
  new_days: weekdays,
  revision_days: weekdays,
  near: z.strictObject({ unit: z.enum(nearUnits), value: integer(0, 604) }).optional(),
  far_cycle_days: integer(1, 365).optional(),
  far_pages_per_day: integer(1, 604).nullish(),
  juz_test: integer(0, 5)
    .pipe(z.literal([0, 1, 5]))
    .optional(),
  begin: date.refine((day) => day >= earliestBegin, messages.notDate),
  end: optionalDate.optional(),
  version: version.optional(),
};
const serverFields = ['is_template', 'circle_name', 'resulting_cycle_days', 'operation_id'] as const;
const studentPlanBody = writeBody({ subject_code: requiredSubjectCode, ...planFields }, serverFields);
const templateBody = writeBody(planFields, [...serverFields, 'subject_code']);
const planWithOperation = hifzPlan.extend({ operation_id });

/** A range that the student had memorised earlier, declared on `date`. Strength is 1 (weak) to 5. */
export const priorRange = z.object({ from: z.string(), to: z.string(), date, strength: z.int() });
export type PriorRange = z.infer<typeof priorRange>;
const priorMemorisation = z.object({ ranges: z.array(priorRange) });
const priorInput = z
  .array(z.strictObject({ from: existingAyah, to: existingAyah, date, strength: integer(1, 5) }))
  .max(maxPriorRanges);

const taskRange = ayahRange.extend({ pages: z.number() });
export const hifzTask = z.object({
  new: z.array(taskRange),
  near: z.array(taskRange),
  /** Most urgent first. `faults` are the weighted faults of the last recitation. */
  far: z.array(taskRange.extend({ reason: z.string(), last_heard: date, faults: z.number() })),
  /**
   * The number of earlier lessons that are not accepted, minus the number of later lessons that are accepted.
   * Negative if the student is ahead.
   */
  behind_days: z.int(),
  /** The due sard. It stays due until the student passes a later sard (ADR 45). */
  test: z.object({ from_juz: z.int(), to_juz: z.int() }).nullable(),
});
export type HifzTask = z.infer<typeof hifzTask>;

const staff = ['admin', 'teacher'] as const;
const allRoles = ['admin', 'teacher', 'student'] as const;
export const studentParams = z.strictObject({ student: academicNumber });
const codeParams = z.strictObject({ code: requiredSubjectCode });
const subjectQuery = z.strictObject({ subject_code: requiredSubjectCode });
/** The server answers `null` instead of 404 if there is no plan, because browsers log a 404 as an error. */
const orNullQuery = { or_null: z.literal('1').optional() };

export const hifzPlansApi = additions({
  plan: get('/hifz/{student}/plan', {
    roles: allRoles,
    summary: 'The plan of a student in a subject: the student’s own, or the plan of the circle or subject',
    params: studentParams,
    query: subjectQuery.extend(orNullQuery),
    response: hifzPlan.nullable(),
  }),
  savePlan: put('/hifz/{student}/plan', {
    roles: staff,
    scopedBy: { subject_code: 'subjectCode', student: 'studentId' },
    summary: 'Create or change the plan of a student',
    params: studentParams,
    query: z.strictObject({ subject_code: subjectCode.optional() }),
    body: studentPlanBody,
    response: planWithOperation,
  }),
  removePlan: remove('/hifz/{student}/plan', {
    roles: staff,
    scopedBy: { student: 'studentId' },
    summary: 'Delete the plan of a student, who then follows the plan of the circle or subject',
    params: studentParams,
    query: subjectQuery,
    response: messageResponse.extend({ operation_id }),
  }),
  circlePlan: get('/circles/{id}/plan', {
    roles: staff,
    summary: 'The plan of a circle, for students without their own',
    params: idParams,
    query: z.strictObject(orNullQuery),
    response: hifzPlan.nullable(),
  }),
  saveCirclePlan: put('/circles/{id}/plan', {
    roles: staff,
    scopedBy: { id: 'circleId' },
    summary: 'Create or change the plan of a circle',
    params: idParams,
    body: templateBody,
    response: planWithOperation,
  }),
  removeCirclePlan: remove('/circles/{id}/plan', {
    roles: staff,
    scopedBy: { id: 'circleId' },
    summary: 'Delete the plan of a circle',
    params: idParams,
    response: messageResponse.extend({ operation_id }),
  }),
  subjectPlan: get('/subjects/{code}/plan', {
    roles: staff,
    summary: 'The plan of a subject for students whose circle has none',
    params: codeParams,
    query: z.strictObject(orNullQuery),
    response: hifzPlan.nullable(),
  }),
  saveSubjectPlan: put('/subjects/{code}/plan', {
    roles: ['admin'],
    summary: 'Create or change the plan of a subject',
    params: codeParams,
    body: templateBody,
    response: planWithOperation,
  }),
  removeSubjectPlan: remove('/subjects/{code}/plan', {
    roles: ['admin'],
    summary: 'Delete the plan of a subject',
    params: codeParams,
    response: messageResponse.extend({ operation_id }),
  }),
  prior: get('/hifz/{student}/prior', {
    roles: staff,
    summary: 'The ranges that a student had memorised earlier, as declared',
    params: studentParams,
    response: priorMemorisation,
  }),
  savePrior: put('/hifz/{student}/prior', {
    roles: staff,
    scopedBy: { student: 'studentId' },
    summary: 'Replace the ranges that a student had memorised earlier',
    params: studentParams,
    body: z.strictObject({
      ranges: priorInput,
      /** The list that the caller loaded. If the list is out of date, the server answers 409 STALE. */
      seen: priorInput.optional(),
      operation_id: operation_id.optional(),
    }),
    response: priorMemorisation.extend({ operation_id }),
  }),
  task: get('/hifz/{student}/task', {
    roles: allRoles,
    summary:
      'The tasks of a student on a day (default: today): new, near and far; computed from earlier recitations',
    params: studentParams,
    query: z.strictObject({
      date: date.optional(),
      subject_code: requiredSubjectCode.optional(),
      ...orNullQuery,
    }),
    response: hifzTask.nullable(),
  }),
  circleTasks: get('/circles/{id}/tasks', {
    roles: staff,
    summary:
      'The tasks of a circle’s members on a day (default: today), by name; null without a plan in the subject',
    params: idParams,
    query: z.strictObject({ date: date.optional() }),
    response: z.array(z.object({ student_id: z.string(), name: z.string(), task: hifzTask.nullable() })),
  }),
  skip: post('/hifz/{student}/skip', {
    roles: staff,
    scopedBy: { subject_code: 'subjectCode', student: 'studentId' },
    summary: 'Skip the pages of a range in the far revision of a day',
    params: studentParams,
    body: z.strictObject({
      from: existingAyah,
      to: existingAyah,
      date,
      subject_code: requiredSubjectCode.optional(),
      operation_id: operation_id.optional(),
    }),
    response: successResponse.extend({ operation_id }),
  }),
});
