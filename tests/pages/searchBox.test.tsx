import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceDefinitionContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { searchKinds } from '../../contract/search';
import { SearchBox } from '../../src/layout/SearchBox';
import { renderScreen, signInAs } from '../support/screen';

const newGroup = (kind: (typeof searchKinds)[number], route: string) => ({
  kind,
  results: [{ id: 4, label: `من ${kind}`, detail: '1447', route }],
});
const groups = searchKinds.map((kind) => newGroup(kind, `/${kind}/4`));

const institute = () => ({
  search: vi.fn<(q: string) => Promise<object>>(async (q) => ({ groups: q === '' ? [] : groups })),
});

/** The search box lists screens by their resources. */
const definitions = Object.fromEntries(
  searchKinds.map((name) => [name, { name, hasList: true, hasEdit: true }]),
);
const screenOf = (
  <ResourceDefinitionContextProvider definitions={definitions}>
    <SearchBox isPhone={false} />
    <input aria-label="حقل" />
  </ResourceDefinitionContextProvider>
);
const box = () => screen.findByRole('combobox', { name: 'البحث في كل الشاشات' });

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the search opens by Ctrl+K, runs while typing, groups the results, and opens one by keyboard', async () => {
  const provider = institute();
  const router = renderScreen(screenOf, provider, '/dashboard');
  await screen.findByRole('button', { name: 'بحث شامل' });
  screen.getByLabelText('حقل').focus();
  await waitFor(async () => {
    fireEvent.keyDown(document.activeElement ?? document, { key: 'k', ctrlKey: true });
    expect(await box()).toBeTruthy();
  });
  await userEvent.type(await box(), 'من');
  const names = ['الطلاب', 'المواد', 'الدفعات', 'البرامج', 'المستخدمون'];
  for (const name of names)
    expect(within(await screen.findByRole('group', { name })).getAllByRole('option')).toHaveLength(1);
  const options = screen.getAllByRole('option');
  expect(options[0]?.getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(options[1]?.getAttribute('aria-selected')).toBe('true');
  const label = within(options[1] as HTMLElement).getByText(/^من /).textContent ?? '';
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/${label.replace('من ', '')}/4`));
});

it('the search finds screens by name, and for a teacher only the screens of teachers', async () => {
  renderScreen(screenOf, institute(), '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'بحث شامل' }));
  await userEvent.type(await box(), 'المستخدم');
  const screens = within(await screen.findByRole('group', { name: 'الشاشات' }));
  expect(screens.getByRole('option', { name: 'المستخدمون' })).toBeTruthy();
  cleanup();
  signInAs('teacher');
  renderScreen(screenOf, institute(), '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'بحث شامل' }));
  await userEvent.type(await box(), 'المستخدم');
  expect(await screen.findByText('لا توجد نتائج')).toBeTruthy();
  await userEvent.clear(await box());
  await userEvent.type(await box(), 'الدرج');
  const teacherScreens = within(await screen.findByRole('group', { name: 'الشاشات' }));
  expect(teacherScreens.getAllByRole('option').length).toBeGreaterThan(0);
});

it('a search without results says so, and Escape closes it', async () => {
  const provider = { search: async () => ({ groups: [] }) };
  renderScreen(screenOf, provider, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'بحث شامل' }));
  await userEvent.type(await box(), 'قسطنطينية');
  await screen.findByText('لا توجد نتائج');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'البحث في كل الشاشات' })).toBeNull());
});
