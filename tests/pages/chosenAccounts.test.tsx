import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryStore, ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteList } from '../../src/dataProvider/serverFeatures';
import StudentList from '../../src/resources/students/StudentList';
import { renderScreen, signInAs } from '../support/screen';

const student = { id: 7, student_id: '14450007', full_name: 'بدر الجهني', status: 'active' };
const account = { id: 70, username: '14450007', name: 'بدر الجهني', temporary_password: 'abcd-efgh-jkmn' };

/** A list with one selected student, on a server that can create accounts. */
function showChosen() {
  const makeAccounts = vi.fn<(body: object) => Promise<object>>(async () => ({
    success: true,
    message: 'أُنشئ حساب واحد',
    created: [account],
    skipped: [],
    remaining: 0,
    operation_id: 5,
  }));
  const provider = {
    getList: async () => ({ data: [student], total: 1 }),
    getMany: async () => ({ data: [student] }),
    studentSummary: async () => ({ total: 1, programs: 1, batches: 1, new_students: 0 }),
    settings: async () => ({ time_zone: 'Pacific/Auckland', is_demo: false }),
    savedFilters: async () => [],
    makeAccounts,
  };
  const store = memoryStore({ 'students.selectedIds': [7] });
  renderScreen(
    <ResourceContextProvider value="students">
      <StudentList />
    </ResourceContextProvider>,
    provider,
    '/students',
    store,
  );
  return { store, makeAccounts };
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ features: ['several'] })));
  signInAs('admin');
  noteList('students', [student], true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('new passwords stay visible when the selection of students is cleared', async () => {
  const { store, makeAccounts } = showChosen();
  await userEvent.click(await screen.findByRole('button', { name: 'إنشاء حسابات' }));
  await userEvent.click(await screen.findByRole('button', { name: 'إنشاء الحسابات' }));
  expect(await screen.findByText(account.temporary_password)).toBeTruthy();

  act(() => store.setItem('students.selectedIds', []));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'إنشاء حسابات' })).toBeNull());
  expect(screen.getByText(account.temporary_password)).toBeTruthy();
  expect(makeAccounts.mock.calls).toEqual([[{ student_row_ids: [7] }]]);

  await userEvent.click(screen.getByRole('button', { name: 'إغلاق' }));
  await userEvent.click(await screen.findByRole('button', { name: 'إغلاق بلا بطاقات' }));
  await waitFor(() => expect(screen.queryByText(account.temporary_password)).toBeNull());
  expect(await screen.findByText('أُنشئ حساب واحد')).toBeTruthy();
});
