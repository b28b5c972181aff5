import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notification, type Notification, notificationData } from '../../contract/notifications';
import { ar } from '../../src/i18n/ar';
import { NotificationBell } from '../../src/layout/NotificationBell';
import { renderScreen, signInAs } from '../support/screen';

const passwordRequest = notification.parse({
  id: 3,
  kind: 'password_request',
  data: { name: 'خالد', username: 'khalid' },
  link: '/nowhere',
  created_at: new Date().toISOString(),
  is_read: false,
});
const unknownKind: Notification = {
  ...passwordRequest,
  id: 4,
  kind: 'of_another_version' as never,
  data: {},
  link: null,
};

/** A provider with notifications of a user in memory. */
function institute(...notifications: Notification[]) {
  let list = notifications;
  return {
    notifications: async () => ({
      notifications: list,
      unread: list.filter(({ is_read }) => !is_read).length,
    }),
    readNotifications: vi.fn<(ids?: number[]) => Promise<object>>(async (ids?: number[]) => {
      list = list.map((one) => ({ ...one, is_read: one.is_read || (ids?.includes(one.id) ?? true) }));
      return { success: true, message: '' };
    }),
  };
}

const open = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'الإشعارات' }));
};

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the bell shows the number of unread notifications until all are marked as read', async () => {
  const provider = institute(passwordRequest, unknownKind);
  renderScreen(<NotificationBell />, provider);
  const list = await open('الإشعارات، إشعاران غير مقروءين');
  expect(await list.findByText('طلب «خالد» (khalid) كلمة مرور جديدة')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'تعليم الكل مقروءاً' }));
  await waitFor(() => expect(list.queryByText(/^جديد/)).toBeNull());
  expect(provider.readNotifications.mock.calls).toEqual([[undefined]]);
  expect(await screen.findByRole('button', { name: 'الإشعارات، لا جديد', hidden: true })).toBeTruthy();
});

it('a single notification can be marked as read; a notification of an unknown kind or without a screen has no link', async () => {
  const provider = institute(passwordRequest, unknownKind);
  renderScreen(<NotificationBell />, provider);
  const list = await open('الإشعارات، إشعاران غير مقروءين');
  expect(await list.findByText('إشعار جديد')).toBeTruthy();
  expect(list.queryByRole('link')).toBeNull();
  await userEvent.click(list.getByRole('button', { name: 'تعليم الإشعار مقروءاً: إشعار جديد' }));
  await waitFor(() => expect(list.getAllByText(/^جديد/)).toHaveLength(1));
  expect(provider.readNotifications.mock.calls).toEqual([[[unknownKind.id]]]);
});

it('an empty list shows a message, and on a server without notifications there is no bell', async () => {
  renderScreen(<NotificationBell />, institute());
  const list = await open('الإشعارات، لا جديد');
  expect(await list.findByText('لا توجد إشعارات.')).toBeTruthy();
  cleanup();
  const notifications = vi.fn<() => Promise<null>>(async () => null);
  renderScreen(<NotificationBell />, { ...institute(), notifications });
  await waitFor(() => expect(notifications).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  [
    'password_request',
    { user_id: 3, name: 'خالد', username: 'khalid' },
    'طلب «خالد» (khalid) كلمة مرور جديدة',
  ],
  ['archive_expiring', { count: 2, expires_on: '2026-12-20' }, /^سجلان محذوفان تنتهي مدة استعادتهما.*1448 هـ/],
  ['registers_not_taken', { count: 3, date: '2026-11-19' }, /^3 مواد لك لم يُسجَّل تحضيرها يوم .*1448 هـ/],
  [
    'operation_undone_by_admin',
    { operation_id: 9, by: 'سليمان', description: 'حذف البرنامج' },
    'تراجع «سليمان» عن عملية قمت بها: حذف البرنامج',
  ],
  [
    'import_finished',
    { type: 'students', imported: 2, updated: 1, failed: 5 },
    'انتهى استيراد الطلاب: أُضيف 2 وحُدّث 1 وتعذّر 5',
  ],
  [
    'import_finished',
    { type: 'several', imported: 517, updated: 0, failed: 0 },
    'انتهى استيراد الأوراق: أُضيف 517 وحُدّث 0 وتعذّر 0',
  ],
  [
    'assignment_published',
    { assignment_id: 1, title: 'حفظ الملك', subject_name: 'القرآن' },
    'واجب جديد في «القرآن»: «حفظ الملك»',
  ],
  [
    'assignment_graded',
    { assignment_id: 1, title: 'حفظ الملك', subject_name: 'القرآن' },
    'صُحّح واجبك في «القرآن»: «حفظ الملك»',
  ],
  [
    'excuse_sent',
    { excuse_id: 1, student_name: 'سعد', from: '2026-11-19', to: '2026-11-20' },
    /^عذر جديد لـ«سعد»: من .* إلى /,
  ],
  [
    'submission_late',
    { submission_id: 1, title: 'حفظ الملك', student_name: 'سعد' },
    'سلّم «سعد» واجب «حفظ الملك» متأخراً',
  ],
  [
    'import_finished',
    { type: 'students', imported: 40, updated: 2, failed: 1 },
    'انتهى استيراد الطلاب: أُضيف 40 وحُدّث 2 وتعذّر 1',
  ],
] as const)('the text of a notification describes its event: %s', async (kind, data, sentence) => {
  const one = notification.parse({ ...passwordRequest, kind, data: notificationData[kind].parse(data) });
  renderScreen(<NotificationBell />, institute(one));
  const list = await open('الإشعارات، إشعار واحد غير مقروء');
  expect(await list.findByText(sentence)).toBeTruthy();
});

it('every kind of notification has a text', () => {
  for (const kind of Object.keys(notificationData)) expect(ar.notifications).toHaveProperty(kind);
});
