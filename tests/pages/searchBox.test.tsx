import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceDefinitionContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { filterRows } from '../../contract/rules/arabicText';
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
  // Also a screen that is no resource.
  await userEvent.clear(await box());
  await userEvent.type(await box(), 'سجل العمل');
  expect(await screen.findByRole('option', { name: 'سجل العمليات' })).toBeTruthy();
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

const student = (id: number, label: string) => ({
  id,
  label,
  detail: `1447000${id} · دفعة 1447`,
  route: `/students/${id}/show`,
  actions: [
    { action: 'move', route: `/students/${id}/show?action=move` },
    { action: 'transcript', route: `/reports?type=transcript&student_id=1447000${id}` },
    { action: 'edit', route: `/students/${id}` },
  ],
});
const subject = {
  id: 7,
  label: 'التجويد',
  detail: 'TJW101 · دفعة 1447',
  route: '/subjects/7',
  actions: [{ action: 'register', route: '/absences?batch_id=3&subject_code=TJW101' }],
};
/** Like the server: all words of the query must be in the name. */
const namedRecords = () => ({
  search: vi.fn<(q: string) => Promise<object>>(async (q) => {
    const find = <R extends { label: string }>(rows: readonly R[]) =>
      filterRows(rows, q, ({ label }) => [label]);
    const groupsOfQuery = [
      { kind: 'students', results: find([student(4, 'مصطفى حمزة'), student(5, 'مصطفى سالم')]) },
      { kind: 'subjects', results: find([subject]) },
    ];
    return { groups: q === '' ? [] : groupsOfQuery.filter(({ results }) => results.length > 0) };
  }),
});
const openBox = async () => userEvent.click(await screen.findByRole('button', { name: 'بحث شامل' }));

it('an action before the name of a record opens the screen of this action', async () => {
  const router = renderScreen(screenOf, namedRecords(), '/dashboard');
  await openBox();
  await userEvent.type(await box(), 'نقل مصطفى');
  const actions = await screen.findByRole('group', { name: 'الإجراءات' });
  await waitFor(() =>
    expect(
      within(actions)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'نقل إلى دفعة: مصطفى حمزة14470004 · دفعة 1447',
      'نقل إلى دفعة: مصطفى سالم14470005 · دفعة 1447',
    ]),
  );
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/students/5/show'));
  expect(router.state.location.search).toBe('?action=move');
  await openBox();
  await userEvent.type(await box(), 'تحضير التجويد');
  await screen.findByRole('option', { name: /^تحضير اليوم: التجويد/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/absences'));
});

it('the best record shows its actions after its group, and an empty query the general actions', async () => {
  const router = renderScreen(screenOf, namedRecords(), '/dashboard');
  await openBox();
  const general = within(await screen.findByRole('group', { name: 'الإجراءات' }));
  expect(general.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'تحضير اليوم',
    'كشف الدرجات',
    'إضافة طالب',
    'إضافة مادة',
  ]);
  await userEvent.type(await box(), 'مصطفى حمزة');
  const actions = within(await screen.findByRole('group', { name: 'إجراءات «مصطفى حمزة»' }));
  expect(actions.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'نقل إلى دفعة',
    'كشف الدرجات',
    'تعديل البيانات',
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/reports'));
  expect(router.state.location.search).toContain('student_id=14470004');
});

it('a teacher gets only the actions of screens that teachers may open', async () => {
  signInAs('teacher');
  renderScreen(screenOf, namedRecords(), '/dashboard');
  await openBox();
  const general = within(await screen.findByRole('group', { name: 'الإجراءات' }));
  expect(general.queryByRole('option', { name: 'إضافة طالب' })).toBeNull();
  await userEvent.type(await box(), 'مصطفى حمزة');
  const actions = within(await screen.findByRole('group', { name: 'إجراءات «مصطفى حمزة»' }));
  expect(actions.getByRole('option', { name: 'كشف الدرجات' })).toBeTruthy();
  expect(actions.queryByRole('option', { name: 'تعديل البيانات' })).toBeNull();
  cleanup();
  signInAs('student');
  renderScreen(screenOf, institute(), '/dashboard');
  await openBox();
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.queryByText(/اكتب الإجراء قبل الاسم/)).toBeNull();
});
