import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import StudentList from '../../src/resources/students/StudentList';
import { splitName } from '../../src/ui/page/ShortenedName';
import { renderScreen, signInAs } from '../support/screen';

const student = {
  id: 7,
  full_name: 'إسماعيل عبد العزيز عبد الرحمن الهاشمي',
  student_id: '14470095',
  national_id: '1019257760',
  phone: '0500093630',
  phone_key: '+966500093630' as string | null,
  email: 'ismail@example.org',
  program_name: 'برنامج العلوم الشرعية',
  batch_id: 3,
  batch_name: 'دفعة العلوم الشرعية الثانية للبنات 1447',
  status: 'withdrawn',
  gender: 'ذكر',
  created_at: '2026-08-11T08:00:00Z',
};

function openStudents(width: number, changes: Partial<typeof student> = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? -1),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const provider = {
    getList: async (resource: string) =>
      resource === 'students' ? { data: [{ ...student, ...changes }], total: 1 } : { data: [], total: 0 },
    getMany: async () => ({ data: [] }),
    studentSummary: async () => null,
    savedFilters: async () => null,
    dependents: async () => ({}),
    settings: async () => ({ today: '2026-11-22', time_zone: 'Asia/Riyadh' }),
  };
  return renderScreen(
    <ResourceContextProvider value="students">
      <StudentList />
    </ResourceContextProvider>,
    provider,
  );
}

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a student on a phone is one row: badge, name, number and batch, and one menu with all actions', async () => {
  const router = openStudents(390);
  const title = await screen.findByRole('heading', { level: 2, name: student.full_name });
  const row = title.closest('li') as HTMLElement;
  expect(row.textContent).toBe(`منسحب${student.full_name}${student.student_id}${student.batch_name}`);
  expect(within(row).getAllByRole('button')).toHaveLength(1);
  await userEvent.click(within(row).getByRole('button', { name: `المزيد: ${student.full_name}` }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['تعديل', 'اتصال', 'مراسلة', 'حذف']);
  expect(items[1]?.getAttribute('href')).toBe('tel:+966500093630');
  // The menu closes, the question stays.
  await userEvent.click(items[3] as HTMLElement);
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain(student.full_name);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await userEvent.click(within(question).getByRole('button', { name: 'إلغاء' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

  await userEvent.click(screen.getByRole('link', { name: student.full_name }));
  expect(router.state.location.pathname).toBe('/students/7/show');
});

it('a student with a phone of an unknown country has no call in the menu', async () => {
  openStudents(390, { phone_key: null });
  await userEvent.click(await screen.findByRole('button', { name: `المزيد: ${student.full_name}` }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['تعديل', 'مراسلة', 'حذف']);
});

it('the menu of a row works with the keyboard', async () => {
  const router = openStudents(390);
  const more = await screen.findByRole('button', { name: `المزيد: ${student.full_name}` });
  more.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menu');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: /^اتصال/ }));
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/students/7'));
});

it('selecting on a phone shows a checkbox instead of the menu and the link', async () => {
  openStudents(390);
  await screen.findByRole('link', { name: student.full_name });
  await userEvent.click(await screen.findByRole('button', { name: 'المزيد' }));
  await userEvent.click(await screen.findByRole('button', { name: 'اختيار' }));
  await userEvent.click(await screen.findByText(student.full_name));
  const box = screen.getByRole('checkbox', { name: `اختيار ${student.full_name}` });
  expect((box as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByRole('link', { name: student.full_name })).toBeNull();
  expect(screen.queryByRole('button', { name: /^المزيد: / })).toBeNull();
});

it('a table shows the columns that fit the window, and a day with a tip in both calendars', async () => {
  openStudents(1280);
  await screen.findByRole('checkbox', { name: `اختيار ${student.full_name}` });
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).toEqual([
    '',
    '#',
    'الرقم الأكاديمي',
    'الاسم الكامل',
    'رقم الهوية',
    'الجوال',
    'الدفعة',
    'الإجراءات',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'الأعمدة' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'تاريخ الإضافة' }));
  const day = await screen.findByText('28 صفر 1448 هـ');
  await userEvent.hover(day);
  await waitFor(() =>
    expect(screen.getByRole('tooltip').textContent).toBe('28 صفر 1448 هـ · 11 أغسطس 2026 م'),
  );
  cleanup();

  openStudents(1024);
  await screen.findByRole('checkbox', { name: `اختيار ${student.full_name}` });
  expect(heads()).toEqual(['', 'الرقم الأكاديمي', 'الاسم الكامل', 'الجوال', 'الدفعة', 'الإجراءات']);
});

it('a shortened name keeps its second half, and all its figures', () => {
  expect(splitName('دفعة القرآن الأولى 1445')).toEqual(['دفعة القرآن', ' الأولى 1445']);
  expect(splitName(student.batch_name)).toEqual(['دفعة العلوم الشرعية', ' الثانية للبنات 1447']);
  expect(splitName('دفعة 12 من القرآن الكريم')).toEqual(['دفعة', ' 12 من القرآن الكريم']);
  expect(splitName('المتميزون')).toEqual(['', 'المتميزون']);
});
