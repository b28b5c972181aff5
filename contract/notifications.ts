import { z } from 'zod';
import { additions, get, post } from './endpoint';
import { successResponse, id, time } from './fields';
import { importTypes, roles } from './vocabulary';

export const notificationData = {
  password_request: z.object({ user_id: id, username: z.string(), name: z.string() }),
  archive_expiring: z.object({ count: z.int(), expires_on: z.string() }),
  /** The receiver's subjects that have no register on a lesson day. */
  registers_not_taken: z.object({ count: z.int(), date: z.string() }),
  operation_undone_by_admin: z.object({ operation_id: id, description: z.string(), by: z.string() }),
  assignment_published: z.object({ assignment_id: id, title: z.string(), subject_name: z.string() }),
  assignment_graded: z.object({ assignment_id: id, title: z.string(), subject_name: z.string() }),
  /** The receiver is the admin who ran the import. A later undo does not change the counts. */
  import_finished: z.object({
    type: z.enum([...importTypes, 'several']),
    imported: z.int(),
    updated: z.int(),
    failed: z.int(),
  }),
  excuse_sent: z.object({ excuse_id: id, student_name: z.string(), from: z.string(), to: z.string() }),
  submission_late: z.object({ submission_id: id, title: z.string(), student_name: z.string() }),
};
export type NotificationKind = keyof typeof notificationData;
export type NotificationData<K extends NotificationKind> = z.infer<(typeof notificationData)[K]>;

export const maxNotifications = 50;

const kinds = Object.entries(notificationData) as [NotificationKind, z.ZodObject][];

export const notification = z.object({
  id,
  kind: z.enum(kinds.map(([kind]) => kind)),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  link: z.string().nullable(),
  created_at: time,
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationsApi = additions({
  list: get('/notifications', {
    roles,
    summary: 'Notifications of the caller, newest first, and the number of unread ones',
    response: z.object({ unread: z.int(), notifications: z.array(notification) }),
  }),
  read: post('/notifications/read', {
    roles,
    summary: 'Mark some or all notifications as read',
    body: z.strictObject({ ids: z.array(id).max(1_000).optional() }),
    response: successResponse,
  }),
});
