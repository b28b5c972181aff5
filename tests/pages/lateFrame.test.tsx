import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropSession } from '../../src/dataProvider/session';
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
