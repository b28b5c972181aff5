import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notification, type Notification } from '../../contract/notifications';
import { NotificationBell } from '../../src/layout/NotificationBell';
import { showScreen, signInAs } from '../support/screen';

const asked = notification.parse({
  id: 3,
  kind: 'password_request',
  data: { name: 'خالد', username: 'khalid' },
  link: '/nowhere',
  created_at: new Date().toISOString(),
  is_read: false,
});
const later: Notification = { ...asked, id: 4, kind: 'of_another_version' as never, data: {}, link: null };

/** The notifications of a person in memory. */
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

it('rings until everything is read', async () => {
  const provider = institute(asked, later);
  showScreen(<NotificationBell />, provider);
  const list = await open('الإشعارات، إشعاران غير مقروءين');
  expect(await list.findByText('طلب خالد (khalid) كلمة مرور جديدة')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'تعليم الكل مقروءاً' }));
  await waitFor(() => expect(list.queryByText(/^جديد/)).toBeNull());
  expect(provider.readNotifications.mock.calls).toEqual([[undefined]]);
  expect(await screen.findByRole('button', { name: 'الإشعارات، لا جديد', hidden: true })).toBeTruthy();
});

it('one is marked alone, and one of an unknown kind or without a screen is told without a link', async () => {
  const provider = institute(asked, later);
  showScreen(<NotificationBell />, provider);
  const list = await open('الإشعارات، إشعاران غير مقروءين');
  expect(await list.findByText('إشعار جديد')).toBeTruthy();
  expect(list.queryByRole('link')).toBeNull();
  await userEvent.click(list.getByRole('button', { name: 'تعليم الإشعار مقروءاً: إشعار جديد' }));
  await waitFor(() => expect(list.getAllByText(/^جديد/)).toHaveLength(1));
  expect(provider.readNotifications.mock.calls).toEqual([[[later.id]]]);
});

it('says when there is nothing, and a server without notifications has no bell', async () => {
  showScreen(<NotificationBell />, institute());
  const list = await open('الإشعارات، لا جديد');
  expect(await list.findByText('لا توجد إشعارات.')).toBeTruthy();
  cleanup();
  const notifications = vi.fn<() => Promise<null>>(async () => null);
  showScreen(<NotificationBell />, { ...institute(), notifications });
  await waitFor(() => expect(notifications).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
});
