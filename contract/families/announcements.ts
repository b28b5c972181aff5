import { z } from 'zod';
import { additions, get, post, put, remove } from '../endpoint';
import {
  changeBody,
  code,
  date,
  id,
  idParams,
  messageResponse,
  optionalCode,
  optionalText,
  requiredLabel,
  rowId,
  time,
  version,
  writeBody,
} from '../fields';
import { listQuery } from '../lists';
import { maxText, maxTitle } from '../rules/families/announcements';
import { staffSections } from '../vocabulary';

export const announcementRoles = ['teacher', 'student', 'guardian'] as const;
export type AnnouncementRole = (typeof announcementRoles)[number];

export const announcementStates = ['current', 'past'] as const;
export type AnnouncementState = (typeof announcementStates)[number];

/** `GET /announcements/current` and the guardian's page show the first announcements only. */
export const maxCurrentAnnouncements = 20;
export const maxGuardianAnnouncements = 10;

/** What the readers see. */
export const currentAnnouncement = z.object({
  id,
  title: z.string(),
  text: z.string().nullable(),
  /** The last day. */
  until: date,
  is_pinned: z.boolean(),
  /** The name of the user at that time. */
  author: z.string(),
  created_at: time,
});
export type CurrentAnnouncement = z.infer<typeof currentAnnouncement>;

/** At most one of section, programme, batch and circle has a value; without any, it is for the institute. */
export const announcement = currentAnnouncement.extend({
  section: z.enum(staffSections).nullable(),
  program_id: z.string().nullable(),
  program_name: z.string().nullable(),
  batch_id: id.nullable(),
  batch_name: z.string().nullable(),
  circle_id: id.nullable(),
  circle_name: z.string().nullable(),
  /** The batch of the circle. */
  circle_batch_id: id.nullable(),
  circle_batch_name: z.string().nullable(),
  /** Null: teachers, students and guardians. */
  role: z.enum(announcementRoles).nullable(),
  can_change: z.boolean(),
  version,
});
export type Announcement = z.infer<typeof announcement>;

const announcementBody = {
  title: requiredLabel(maxTitle),
  text: optionalText(maxText).optional(),
  until: date,
  is_pinned: z.boolean().optional(),
  section: z.enum(staffSections).nullable().optional(),
  program_id: code(40).nullable().optional(),
  batch_id: id.nullable().optional(),
  circle_id: id.nullable().optional(),
  role: z.enum(announcementRoles).nullable().optional(),
};
const serverFields = [
  'id',
  'program_name',
  'batch_name',
  'circle_name',
  'circle_batch_id',
  'circle_batch_name',
  'author',
  'can_change',
  'created_at',
  'operation_id',
] as const;

const saved = announcement.extend({ operation_id: id.nullable() });
const staff = ['admin', 'teacher'] as const;

export const announcementSorts = ['id', 'is_pinned', 'until'] as const;

/** Source: families.md, "Announcements and notes". */
export const announcementsApi = additions({
  list: get('/announcements', {
    roles: staff,
    summary:
      'Announcements in scope, for teachers those that reach them and their own; default: pinned first',
    query: listQuery({
      sortable: announcementSorts,
      filter: { state: z.enum(announcementStates).optional() },
    }),
    response: z.array(announcement),
    listName: 'announcements',
  }),
  current: get('/announcements/current', {
    roles: ['admin', 'teacher', 'student'],
    summary: 'The announcements that reach the caller today, pinned first, then the newest',
    response: z.array(currentAnnouncement),
  }),
  reach: get('/announcements/reach', {
    roles: staff,
    summary:
      'How many students, and guardians with a private page, an announcement reaches; the narrowest place counts',
    query: z.strictObject({
      section: z.enum(staffSections).optional(),
      program_id: optionalCode(40).optional(),
      batch_id: rowId.optional(),
      circle_id: rowId.optional(),
    }),
    response: z.object({ students: z.int(), guardians: z.int() }),
  }),
  create: post('/announcements', {
    roles: staff,
    scopedBy: { circle_id: 'circleId', batch_id: 'batchId' },
    summary: 'Publish an announcement; a teacher only for his batches and circles',
    body: writeBody(announcementBody, [...serverFields, 'version']),
    response: saved,
    status: 201,
  }),
  update: put('/announcements/{id}', {
    roles: staff,
    scopedBy: { id: 'announcementId' },
    summary: 'Change an announcement; a teacher only his own',
    params: idParams,
    body: changeBody(announcementBody, serverFields),
    response: saved,
  }),
  remove: remove('/announcements/{id}', {
    roles: staff,
    scopedBy: { id: 'announcementId' },
    summary: 'Delete an announcement; a teacher only his own',
    params: idParams,
    response: messageResponse.extend({ operation_id: id.nullable() }),
  }),
});
