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

/** An ayah that exists, as `2:255`; digits of any script. */
export const existingAyah = ayah.refine((name) => parseAyah(name) !== null, messages.notAyah);
/** Ayahs from one to another; the server checks that they are in their order. */
export const rangeInput = z.strictObject({ from: existingAyah, to: existingAyah });

/** The operation to undo; null if nothing changed. */
export const operation_id = id.nullable();

/** Maximum ranges of a plan, or of what was memorised before. */
export const maxPlanRanges = 40;
export const maxPriorRanges = 120;

/** How a student memorises and revises in a subject, or a template of it; hifz.md, "Plan". */
export const hifzPlan = z.object({
  subject_code: z.string(),
  direction: z.enum(directions),
  /** In the direction `ranges`, in the order in which they are memorised; else empty. */
  ranges: z.array(ayahRange),
  /** The first ayah. */
  start: z.string(),
  /** Of one lesson; `half` is half a page. */
  amount: z.object({ unit: z.enum(amountUnits), value: z.number() }),
  new_days: z.array(weekday),
  revision_days: z.array(weekday),
  /** What is near revision: so many lessons, or what was accepted in so many days, or so many pages. */
  near: z.object({ unit: z.enum(nearUnits), value: z.int() }),
  far_cycle_days: z.int(),
  /** Null: as the server proposes. */
  far_pages_per_day: z.int().nullable(),
  /** A test after so many juz that were completed in the plan; 0: none. */
  juz_test: z.int(),
  begin: date,
  /** The last day. */
  end: date.nullable(),
  /** Of the circle or subject, and not the student's own. */
  is_template: z.boolean(),
  /** Of a template of a circle the name of the circle; null of one of the subject, and of the student's own. */
  circle_name: z.string().nullable(),
  /** The days in which all that is memorised comes around; null with nothing memorised, and of a template. */
  resulting_cycle_days: z.int().nullable(),
  version,
});
export type HifzPlan = z.infer<typeof hifzPlan>;

/** Before this day no plan begins. */
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

/** A range that was memorised before, as declared on a day; strength from 1 (weak) to 5. */
export const priorRange = z.object({ from: z.string(), to: z.string(), date, strength: z.int() });
export type PriorRange = z.infer<typeof priorRange>;
const priorMemorisation = z.object({ ranges: z.array(priorRange) });
const priorInput = z
  .array(z.strictObject({ from: existingAyah, to: existingAyah, date, strength: integer(1, 5) }))
  .max(maxPriorRanges);

/** Ayahs from one to another, and how many pages they are, in halves. */
const taskRange = ayahRange.extend({ pages: z.number() });
export const hifzTask = z.object({
  new: z.array(taskRange),
  near: z.array(taskRange),
  /** In the order of their urgency, with the reason in Arabic and the weighted faults of the last time. */
  far: z.array(taskRange.extend({ reason: z.string(), last_heard: date, faults: z.number() })),
  /** Lessons scheduled before the day that are not wholly accepted, minus later ones that are; negative: ahead. */
  behind_days: z.int(),
  /** The test of whole juz that is due, until one is passed on an earlier day; new lessons go on. ADR 45. */
  test: z.object({ from_juz: z.int(), to_juz: z.int() }).nullable(),
});
export type HifzTask = z.infer<typeof hifzTask>;

const staff = ['admin', 'teacher'] as const;
const everybody = ['admin', 'teacher', 'student'] as const;
/** The academic number. */
export const studentParams = z.strictObject({ student: academicNumber });
const codeParams = z.strictObject({ code: requiredSubjectCode });
const subjectQuery = z.strictObject({ subject_code: requiredSubjectCode });
/** Without a plan `null` is answered instead of a 404, which the browser logs as an error. */
const orNullQuery = { or_null: z.literal('1').optional() };

export const hifzPlansApi = additions({
  plan: get('/hifz/{student}/plan', {
    roles: everybody,
    summary: 'The plan of a student in a subject: their own, else that of their circle, else of the subject',
    params: studentParams,
    query: subjectQuery.extend(orNullQuery),
    response: hifzPlan.nullable(),
  }),
  savePlan: put('/hifz/{student}/plan', {
    roles: staff,
    scopedBy: { subject_code: 'subjectCode', student: 'studentId' },
    summary: 'Give a student a plan of their own, or change it',
    params: studentParams,
    query: z.strictObject({ subject_code: subjectCode.optional() }),
    body: studentPlanBody,
    response: planWithOperation,
  }),
  removePlan: remove('/hifz/{student}/plan', {
    roles: staff,
    scopedBy: { student: 'studentId' },
    summary: 'Delete the own plan of a student, who then follows that of the circle or subject',
    params: studentParams,
    query: subjectQuery,
    response: messageResponse.extend({ operation_id }),
  }),
  circlePlan: get('/circles/{id}/plan', {
    roles: staff,
    summary: 'The plan that the students of a circle follow until they get their own',
    params: idParams,
    query: z.strictObject(orNullQuery),
    response: hifzPlan.nullable(),
  }),
  saveCirclePlan: put('/circles/{id}/plan', {
    roles: staff,
    scopedBy: { id: 'circleId' },
    summary: 'Give a circle a plan, or change it',
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
    summary: 'Give a subject a plan, or change it',
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
    summary: 'What a student had memorised before',
    params: studentParams,
    response: priorMemorisation,
  }),
  savePrior: put('/hifz/{student}/prior', {
    roles: staff,
    scopedBy: { student: 'studentId' },
    summary: 'The whole list of what a student had memorised before',
    params: studentParams,
    body: z.strictObject({
      ranges: priorInput,
      /** The list that the caller has read: if another is stored now, it is 409 STALE with `current`. */
      seen: priorInput.optional(),
      operation_id: operation_id.optional(),
    }),
    response: priorMemorisation.extend({ operation_id }),
  }),
  task: get('/hifz/{student}/task', {
    roles: everybody,
    summary:
      'What a student recites on a day (default: today): new, near and far; by what was heard before it',
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
      'What the members of a circle recite on a day (default: today), by name; null for who has no plan in its subject',
    params: idParams,
    query: z.strictObject({ date: date.optional() }),
    response: z.array(z.object({ student_id: z.string(), name: z.string(), task: hifzTask.nullable() })),
  }),
  skip: post('/hifz/{student}/skip', {
    roles: staff,
    scopedBy: { subject_code: 'subjectCode', student: 'studentId' },
    summary: 'Leave the pages of a range out of the far revision of a day',
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
