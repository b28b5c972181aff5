import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { StudentCreate, StudentEdit } from '../../src/resources/students/StudentForm';
import { IdentityPanel } from '../../src/resources/students/show/StudentPanels';
import type { StudentRow } from '../../contract/students/students';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

const stored = {
  id: 7,
  version: 3,
  student_id: '14470007',
  first_name: 'عمر',
  second_name: null,
  third_name: null,
  last_name: 'الراشد',
  full_name: 'عمر الراشد',
  national_id: '1000000008',
  gender: 'ذكر',
  nationality: 'سعودي',
  batch_id: null,
  program_id: null,
  status: 'active',
  birth_date: null,
  joined_on: null,
  latin_name: null,
  previous_study: null,
  health_note: null,
};

type Save = (resource: string, params: { data: Record<string, unknown> }) => Promise<{ data: unknown }>;
const save = vi.fn<Save>(async (_, { data }) => ({ data: { ...stored, ...data } }));

const provider = (record: object) => ({
  create: save,
  update: save,
  getOne: async () => ({ data: { ...stored, ...record } }),
  getList: async () => ({ data: [], total: 0 }),
  getMany: async () => ({ data: [] }),
  enrolments: async () => [],
  checkMove: async () => ({ mix: null }),
  settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-20' }),
});
const students = (form: ReactNode) => (
  <ResourceContextProvider value="students">{form}</ResourceContextProvider>
);
function openEdit(record: object = {}) {
  const edit = (
    <Routes>
      <Route path="students/:id" element={students(<StudentEdit />)} />
    </Routes>
  );
  renderScreen(edit, provider(record), '/students/7');
}

const section = () => screen.findByRole('button', { name: 'ملف الطالب' });
const isOpen = async () => (await section()).getAttribute('aria-expanded') === 'true';
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  signInAs('admin');
  save.mockClear();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the file in the form of a student', () => {
  it('the file is closed in a short form, opens, and shows the age beside a birth date of either calendar', async () => {
    renderScreen(students(<StudentCreate />), provider({}), '/students/create');
    expect(await isOpen()).toBe(false);
    expect(screen.queryByRole('textbox', { name: /^تاريخ الميلاد/ })).toBeNull();
    await userEvent.click(await section());
    await fill(await field('تاريخ الميلاد'), '29/3/1431');
    expect(await screen.findByText(/15 مارس 2010 م · العمر: 16 سنة$/)).toBeTruthy();
    for (const [name, text] of [
      ['الاسم الأول', 'عمر'],
      ['اسم العائلة', 'الراشد'],
      ['رقم الهوية', '1000000008'],
      ['الاسم بالحروف اللاتينية', ' Omar  Al-Rashid '],
      ['ملاحظة صحية', 'ربو\nومعه بخاخ'],
    ] as const)
      await fill(await field(name), text);
    await press('حفظ');
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[1].data).toMatchObject({
      birth_date: '2010-03-15',
      joined_on: null,
      latin_name: 'Omar Al-Rashid',
      previous_study: null,
      health_note: 'ربو\nومعه بخاخ',
    });
  });

  it('the form refuses a birth date after today', async () => {
    openEdit();
    await userEvent.click(await section());
    await fill(await field('تاريخ الميلاد'), '2026-11-21');
    await press('حفظ');
    expect(await screen.findByText('تاريخ الميلاد لا يكون بعد اليوم، ولا قبل أكثر من 120 عاماً')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
  });

  it('a stored value opens the file, and so does an error of the server', async () => {
    openEdit({ health_note: 'سكري' });
    await waitFor(async () => expect(await isOpen()).toBe(true));
    expect(await field('ملاحظة صحية')).toHaveProperty('value', 'سكري');
    cleanup();
    save.mockRejectedValueOnce(
      new ApiProblem(422, '', { code: 'VALIDATION', details: [{ path: 'birth_date', message: 'خطأ' }] }),
    );
    openEdit();
    expect(await isOpen()).toBe(false);
    await fill(await field('الاسم الأول'), 'سعد');
    await press('حفظ');
    await waitFor(async () => expect(await isOpen()).toBe(true));
    expect(screen.getByText('خطأ')).toBeTruthy();
  });
});

it("a student's page shows the file with the age, and leaves out what is empty", async () => {
  const show = (student: object) =>
    renderScreen(
      <IdentityPanel student={{ ...stored, ...student } as StudentRow} isAdmin />,
      provider({}),
      '/students/7/show',
    );
  show({ birth_date: '2010-11-21', joined_on: '2026-08-24', health_note: 'ربو\nومعه بخاخ' });
  const panel = within(screen.getByRole('region', { name: 'البيانات' }));
  expect(await panel.findByText('15 سنة')).toBeTruthy();
  for (const text of [/ربو/, /21 نوفمبر 2010/, /24 أغسطس 2026/]) expect(panel.getByText(text)).toBeTruthy();
  for (const name of ['الاسم بالحروف اللاتينية', 'الدراسة السابقة']) expect(panel.queryByText(name)).toBeNull();
});
