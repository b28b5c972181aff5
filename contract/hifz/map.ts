import { z } from 'zod';
import { ayahRange } from '../dailyRecords';
import { additions, get } from '../endpoint';
import { date, id, idInPath, idParams, integer, rowId, requiredSubjectCode } from '../fields';
import { pageCount } from '../rules/mushaf';
import { validationMessages as messages } from '../rules/validationMessages';
import { recordKinds, recordResults } from '../vocabulary';
import { hifzTask, studentParams } from './plan';
import { sard } from './sard';

/** What of the mushaf a student has memorised; hifz.md, "What is memorised". */
export const hifzMap = z.object({
  /** 604. */
  pages: z.array(
    z.object({
      /** 0 not (wholly) memorised, 1 fresh, 2 due, 3 overdue, 4 weak. */
      state: z.int().min(0).max(4),
      /** The memorised part, by letters, 0 to 1. */
      share: z.number(),
      /** When the memorised ayah was heard that was not heard for the longest time. */
      last_heard: date.nullable(),
      /** Weighted faults of its last hearing. */
      faults: z.number(),
    }),
  ),
  /** 30: memorised pages; pages that are due or overdue, and that are weak. */
  juz: z.array(z.object({ memorised: z.number(), due: z.int(), weak: z.int() })),
  memorised_pages: z.number(),
  /** The memorised ayahs, in the order of the mushaf. */
  memorised: z.array(ayahRange),
});
export type HifzMap = z.infer<typeof hifzMap>;

/** The memorised part of each of the 30 juz, 0 to 1. */
const batchMapRow = z.object({ id, student_id: z.string(), name: z.string(), juz: z.array(z.number()) });
export type BatchMapRow = z.infer<typeof batchMapRow>;

/** Something that a student recited; a sard has neither pages nor result. */
const pastRecitation = z.object({
  date,
  kind: z.enum([...recordKinds, 'sard']),
  ranges: z.array(ayahRange),
  pages: z.number().nullable(),
  /** As counted, not weighted. */
  faults: z.int(),
  result: z.enum(recordResults).nullable(),
  subject_code: z.string(),
  subject_name: z.string(),
  batch_id: id,
});
export type PastRecitation = z.infer<typeof pastRecitation>;

/** How often faults were counted on an ayah, and when last. */
export const hotSpot = z.object({ ayah: z.string(), count: z.int(), last: date });
export type HotSpot = z.infer<typeof hotSpot>;

/** New pages of the week that begins on this Sunday. */
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
      /** As counted, not weighted. */
      faults: z.int(),
      result: z.enum(recordResults),
    }),
  ),
  /** New pages. */
  planned_pages: z.number(),
  heard_pages: z.number(),
  /** The task of the first day with one in the next week, of the first plan that has one; null without. */
  next: hifzTask.nullable(),
  /** Tests of whole juz in the week, the oldest first. */
  sard: z.array(
    sard
      .pick({ date: true, from_juz: true, to_juz: true, examiner: true, mark: true, max: true, passed: true })
      .extend({
        /** As counted, not weighted. */
        faults: z.int(),
      }),
  ),
  /** As `next`, of each plan that has one; of a circle that of its subject alone. */
  next_tasks: z.array(z.object({ subject_code: z.string(), subject_name: z.string(), task: hifzTask })),
});
export type WeekSheet = z.infer<typeof weekSheet>;

/** A circle on a day. */
const circleOverview = z.object({
  circle_id: id,
  name: z.string(),
  batch_id: id,
  subject_code: z.string(),
  teacher_name: z.string().nullable(),
  substitute_name: z.string().nullable(),
  register_taken: z.boolean(),
  /** Students with a record of that day; present students without one; absent students. */
  heard: z.int(),
  waiting: z.int(),
  absent: z.int(),
});
export type CircleOverview = z.infer<typeof circleOverview>;

const staff = ['admin', 'teacher'] as const;
const everybody = ['admin', 'teacher', 'student'] as const;
const batchParams = z.strictObject({ batchId: idInPath });
/** After this day no week is whole before the year 10000. */
export const lastWeek = '9999-12-25';
const weekQuery = z.strictObject({ from: date.refine((day) => day <= lastWeek, messages.notDate) });

export const hifzApi = additions({
  batchMap: get('/hifz/batch/{batchId}/map', {
    roles: staff,
    summary: 'What the students of a batch, or of one of its circles, have memorised of each juz; by name',
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
    roles: everybody,
    summary: 'What of the mushaf a student has memorised, and how fresh it is',
    params: studentParams,
    response: hifzMap,
  }),
  hearings: get('/hifz/{student}/hearings', {
    roles: everybody,
    summary: 'What a student recited, the newest first (at most 60): on a page, of a kind, in a subject',
    params: studentParams,
    query: z.strictObject({
      page: integer(1, pageCount).optional(),
      kind: z.enum(recordKinds).optional(),
      subject_code: requiredSubjectCode.optional(),
    }),
    response: z.array(pastRecitation),
  }),
  hotSpots: get('/hifz/{student}/hot-spots', {
    roles: everybody,
    summary: 'The ayahs with the most faults of a student',
    params: studentParams,
    response: z.array(hotSpot),
  }),
  progress: get('/hifz/{student}/progress', {
    roles: everybody,
    summary: 'Planned and accepted new pages of a student by week',
    params: studentParams,
    response: z.array(hifzWeek),
  }),
  week: get('/hifz/{student}/week', {
    roles: everybody,
    summary: 'What a student recited in seven days, against the plan, and what comes next',
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
    summary:
      'The circles that meet on a day (default: today): heard, waiting, absent, substitutes, registers',
    query: z.strictObject({ date: date.optional() }),
    response: z.array(circleOverview),
  }),
});
