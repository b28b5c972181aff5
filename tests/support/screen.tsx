import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext, type DataProvider, memoryStore } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Role, StaffSection } from '../../contract/vocabulary';
import { createQueryClient } from '../../src/dataProvider/queryClient';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { startSession } from '../../src/dataProvider/session';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';
import { Toasts } from '../../src/ui/dialog/Toasts';

/** Stores a session as if our server had created it. */
export function signInAs(role: Role, section: StaffSection | null = null): void {
  const user = { id: 1, name: 'سليمان', username: 'admin', role, email: null, student_id: null };
  startSession({ user: { ...user, must_change_password: false, section }, token: 'token' }, false);
  noteList('subjects', [], true);
}

/** @param provider replaces the data provider @param store preferences of the user */
export function renderScreen(screen: ReactNode, provider: object, address = '/', store = memoryStore()) {
  const element = (
    <AdminContext
      dataProvider={provider as DataProvider}
      i18nProvider={i18nProvider}
      theme={buildTheme('light')}
      store={store}
      queryClient={createQueryClient()}
    >
      {screen}
      <Toasts />
    </AdminContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/audit/:id?', element },
      { path: '*', element },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}
