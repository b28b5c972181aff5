import { z } from 'zod';
import { ayahRange } from '../dailyRecords';
import { additions, get } from '../endpoint';
import { date, id, idInPath, idParams, integer, rowId, requiredSubjectCode } from '../fields';
import { pageCount } from '../rules/mushaf';
import { validationMessages as messages } from '../rules/validationMessages';
import { recordKinds, recordResults, sections } from '../vocabulary';
import { hifzTask, studentParams } from './plan';
import { sard } from './sard';

/** The pages that a student has memorised. Source: hifz.md, "What is memorised". */
export const hifzMap = z.object({
  pages: z.array(
    z.object({
      /** 0 not fully memorised, 1 fresh, 2 due, 3 overdue, 4 weak. */
      state: z.int().min(0).max(4),
      /** The memorised share of the page, 0 to 1, measured in letters. */
      share: z.number(),
      /** The last recitation of the memorised ayah that was recited longest ago. */
      last_heard: date.nullable(),
      faults: z.number(),
    }),
  ),
  /** All 30 juz: memorised pages, pages that are due or overdue, weak pages. */
  juz: z.array(z.object({ memorised: z.number(), due: z.int(), weak: z.int() })),
  memorised_pages: z.number(),
  memorised: z.array(ayahRange),
});
export type HifzMap = z.infer<typeof hifzMap>;

const batchMapRow = z.object({ id, student_id: z.string(), name: z.string(), juz: z.array(z.number()) });
export type BatchMapRow = z.infer<typeof batchMapRow>;

const pastRecitation = z.object({
  date,
  kind: z.enum([...recordKinds, 'sard']),
  ranges: z.array(ayahRange),
  pages: z.number().nullable(),
  faults: z.int(),
  result: z.enum(recordResults).nullable(),
  subject_code: z.string(),
  subject_name: z.string(),
  batch_id: id,
});
export type PastRecitation = z.infer<typeof pastRecitation>;

export const hotSpot = z.object({ ayah: z.string(), count: z.int(), last: date });
export type HotSpot = z.infer<typeof hotSpot>;

/** New pages of a week. `week` is the date of its Sunday. */
const hifzWeek = z.object({ week: date, planned_pages: z.number(), heard_pages: z.number() });
export type HifzWeek = z.infer<typeof hifzWeek>;

const weekSheet = z.object({
  student_id: z.string(),
  name: z.string(),
  from: date,
  to: date,
  heard: z.array(
    z.object({
      date,
      kind: z.enum(recordKinds),
      ranges: z.array(ayahRange),
      pages: z.number().nullable(),
      faults: z.int(),
      result: z.enum(recordResults),
    }),
  ),
  /** Of the student's batch. */
  section: z.enum(sections).nullable(),
  planned_pages: z.number(),
  heard_pages: z.number(),
  /** The next task of the first plan that has a task in the following week. */
  next: hifzTask.nullable(),
  sard: z.array(
    sard
      .pick({ date: true, from_juz: true, to_juz: true, examiner: true, mark: true, max: true, passed: true })
      .extend({
        faults: z.int(),
      }),
  ),
  /** The next task of each plan. The sheet of a circle has only the plan of its subject. */
  next_tasks: z.array(z.object({ subject_code: z.string(), subject_name: z.string(), task: hifzTask })),
});
export type WeekSheet = z.infer<typeof weekSheet>;

const circleOverview = z.object({
  circle_id: id,
  name: z.string(),
  batch_id: id,
  subject_code: z.string(),
  teacher_name: z.string().nullable(),
  substitute_name: z.string().nullable(),
  register_taken: z.boolean(),
  /** `heard` counts students with a record on the day, `waiting` counts present students without one. */
  heard: z.int(),
  waiting: z.int(),
  absent: z.int(),
});
export type CircleOverview = z.infer<typeof circleOverview>;

const staff = ['admin', 'teacher'] as const;
const allRoles = ['admin', 'teacher', 'student'] as const;
const batchParams = z.strictObject({ batchId: idInPath });
/** A later week would end after the year 9999. */
export const lastWeek = '9999-12-25';
const weekQuery = z.strictObject({ from: date.refine((day) => day <= lastWeek, messages.notDate) });

export const hifzApi = additions({
  batchMap: get('/hifz/batch/{batchId}/map', {
    roles: staff,
    summary: 'The memorised share of each juz, for the students of a batch or circle, by name',
    params: batchParams,
    query: z.strictObject({ circle_id: rowId.optional() }),
    response: z.array(batchMapRow),
  }),
  batchProgress: get('/hifz/batch/{batchId}/progress', {
    roles: staff,
    summary: 'Planned and accepted new pages of a batch by week',
    params: batchParams,
    response: z.array(hifzWeek),
  }),
  map: get('/hifz/{student}/map', {
    roles: allRoles,
    summary: 'The pages that a student has memorised, and how fresh they are',
    params: studentParams,
    response: hifzMap,
  }),
  hearings: get('/hifz/{student}/hearings', {
    roles: allRoles,
    summary: 'The recitations of a student, newest first, at most 60; optionally of a page, kind or subject',
    params: studentParams,
    query: z.strictObject({
      page: integer(1, pageCount).optional(),
      kind: z.enum(recordKinds).optional(),
      subject_code: requiredSubjectCode.optional(),
    }),
    response: z.array(pastRecitation),
  }),
  hotSpots: get('/hifz/{student}/hot-spots', {
    roles: allRoles,
    summary: 'The ayahs with the most faults of a student',
    params: studentParams,
    response: z.array(hotSpot),
  }),
  progress: get('/hifz/{student}/progress', {
    roles: allRoles,
    summary: 'Planned and accepted new pages of a student by week',
    params: studentParams,
    response: z.array(hifzWeek),
  }),
  week: get('/hifz/{student}/week', {
    roles: allRoles,
    summary: 'A student’s recitations of seven days compared with the plan, and the next tasks',
    params: studentParams,
    query: weekQuery,
    response: weekSheet,
  }),
  circleHotSpots: get('/circles/{id}/hot-spots', {
    roles: staff,
    summary: 'The ayahs with the most faults of the members of a circle',
    params: idParams,
    response: z.array(hotSpot),
  }),
  circleProgress: get('/circles/{id}/progress', {
    roles: staff,
    summary: 'Planned and accepted new pages of a circle by week',
    params: idParams,
    response: z.array(hifzWeek),
  }),
  circleWeek: get('/circles/{id}/week', {
    roles: staff,
    summary: 'The week of each member of a circle',
    params: idParams,
    query: weekQuery,
    response: z.array(weekSheet),
  }),
  overview: get('/circles/overview', {
    roles: staff,
    summary: 'The circles that meet on a day (default: today), with their students heard, waiting and absent',
    query: z.strictObject({ date: date.optional() }),
    response: z.array(circleOverview),
  }),
});
