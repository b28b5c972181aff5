import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '../../src/dataProvider/outbox/outbox';
import { dropSession } from '../../src/dataProvider/session';
import { AccountMenu } from '../../src/layout/AccountMenu';
import { ScreenLoaded } from '../../src/layout/screenLoaded';
import { Shell } from '../../src/layout/Shell';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  signInAs('teacher');
});
afterEach(() => {
  cleanup();
  dropSession('left');
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a sign-out before the screen is loaded asks about a queued write', async () => {
  await send('register', {
    batchName: 'الأولى',
    subjectCode: 'QRN1',
    date: '2026-11-20',
    absentStudents: [],
    version: 0,
    edits: {},
  });
  renderScreen(
    <ScreenLoaded value={false}>
      <AccountMenu />
    </ScreenLoaded>,
    {},
  );
  await userEvent.click(screen.getByRole('button', { name: /^حساب/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'تسجيل الخروج' }));
  expect(await screen.findByRole('heading', { name: 'على هذا الجهاز ما لم يُرسل' })).toBeTruthy();
});

test('the bell loads although the first screen has failed', async () => {
  // React logs the error that the boundary shows.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const notifications = vi.fn<() => Promise<object>>(async () => ({ notifications: [], unread: 0 }));
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const Broken = () => {
    throw new Error('broken screen');
  };
  renderScreen(
    <Shell>
      <Broken />
    </Shell>,
    { notifications, sessionOperations: async () => [], settings: async () => null },
  );
  await waitFor(() => expect(notifications).toHaveBeenCalled());
});
