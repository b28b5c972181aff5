import { z } from 'zod';
import { additions, get, post } from './endpoint';
import { done, id, time } from './fields';
import { importTypes, roles } from './vocabulary';

/** What a notification of each kind carries; a part that adds a kind adds its line. The screens have the words. */
export const notificationData = {
  /** Somebody has forgotten the password. */
  password_request: z.object({ user_id: id, username: z.string(), name: z.string() }),
  /** Deletions that can soon be restored no longer. `expires_on` is the last day of the first of them. */
  archive_expiring: z.object({ count: z.int(), expires_on: z.string() }),
  /** Subjects of the receiver whose register was not taken on a day on which it usually is. */
  registers_not_taken: z.object({ count: z.int(), date: z.string() }),
  /** An admin has taken back what the receiver did. */
  operation_undone_by_admin: z.object({ operation_id: id, description: z.string(), by: z.string() }),
  /** To the students of the batch, the first time that it is published. */
  assignment_published: z.object({ assignment_id: id, title: z.string(), subject_name: z.string() }),
  /** To the student, when every answer has a score. */
  assignment_graded: z.object({ assignment_id: id, title: z.string(), subject_name: z.string() }),
  /** To the admin who ran it: what it has come to, which an undo afterwards does not change. */
  import_finished: z.object({
    type: z.enum([...importTypes, 'several']),
    imported: z.int(),
    updated: z.int(),
    failed: z.int(),
  }),
  /** To the teachers of the subject. */
  submission_late: z.object({ submission_id: id, title: z.string(), student_name: z.string() }),
};
export type NotificationKind = keyof typeof notificationData;
export type NotificationData<K extends NotificationKind> = z.infer<(typeof notificationData)[K]>;

/** The newest so many are listed. */
export const notificationLimit = 50;

const kinds = Object.entries(notificationData) as [NotificationKind, z.ZodObject][];

export const notification = z.object({
  id,
  kind: z.enum(kinds.map(([kind]) => kind)),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Where a click leads, below the address of the screens. */
  link: z.string().nullable(),
  created_at: time,
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationsApi = additions({
  list: get('/notifications', {
    roles,
    summary: 'What concerns the caller, newest first, and how many are not read',
    response: z.object({ unread: z.int(), notifications: z.array(notification) }),
  }),
  read: post('/notifications/read', {
    roles,
    summary: 'Mark as read: those named, or all',
    body: z.strictObject({ ids: z.array(id).max(1_000).optional() }),
    response: done,
  }),
});
