import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { StudentCreate } from '../../src/resources/students/StudentForm';
import { fill } from '../support/fill';
import { renderScreen, signInAs } from '../support/screen';

type Save = (resource: string, params: { data: Record<string, unknown> }) => Promise<{ data: object }>;
const match = {
  id: 12,
  name: 'فهد الراشد',
  phone: '0551234567',
  phone_key: null,
  second_phone: null,
  email: null,
  children: [{ id: 20, student_id: '1', full_name: 'زياد', batch_name: null, relation: 'father' }],
  has_other_children: false,
  link: null,
  is_proposed: false,
};

function open() {
  const create = vi.fn<Save>(async () => ({ data: { id: 1, last_name: 'الراشد' } }));
  const guardianMatches = vi.fn<(query: { phone: string }) => Promise<object>>(async ({ phone }) =>
    phone === match.phone ? [match] : [],
  );
  const provider = {
    create,
    guardianMatches,
    getList: async () => ({ data: [], total: 0 }),
    getMany: async () => ({ data: [] }),
    checkMove: async () => ({ mix: null }),
    settings: async () => ({ time_zone: 'Asia/Riyadh', today: '2026-11-20', adult_age: 18 }),
  };
  renderScreen(
    <ResourceContextProvider value="students">
      <StudentCreate />
    </ResourceContextProvider>,
    provider,
    '/students/create',
  );
  return { create, guardianMatches };
}

const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const section = () => screen.getByRole('region', { name: 'أولياء الأمور' });

/** Fills and saves the dialog. */
async function addGuardian(values: readonly (readonly [name: string, text: string])[], choice?: RegExp) {
  await press('إضافة ولي أمر');
  const dialog = within(await screen.findByRole('dialog'));
  for (const [name, text] of values) await fill(await dialog.findByRole('textbox', { name }), text);
  if (choice) await userEvent.click(await dialog.findByRole('radio', { name: choice }));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'حفظ' });
  await waitFor(() => expect(save.disabled).toBe(false));
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

async function fillStudent() {
  await fill(await field('الاسم الأول'), 'عمر');
  await fill(await field('اسم الأب'), 'صالح');
  await fill(await field('اسم العائلة'), 'الراشد');
  await fill(await field('رقم الهوية'), '1098765432');
}

beforeEach(() => {
  localStorage.clear();
  signInAs('admin');
});
afterEach(cleanup);

it('the guardians of a new student are sent with him, and stay after a refusal', async () => {
  const { create, guardianMatches } = open();
  await fillStudent();
  await addGuardian([
    ['الاسم', ' صالح  الراشد '],
    ['الجوال', '٠٥٥ ٧٦٥ ٤٣٢١'],
  ]);
  expect(guardianMatches).toHaveBeenLastCalledWith(
    expect.objectContaining({ second_name: 'صالح', last_name: 'الراشد' }),
  );
  await addGuardian([['الجوال', match.phone]], /^هو نفسه: فهد الراشد/);
  const details = [{ path: 'guardians.0.phone', message: 'الرقم غير صحيح' }];
  create.mockRejectedValueOnce(new ApiProblem(422, 'خطأ', { code: 'VALIDATION', details }));
  await press('حفظ');
  expect(await within(section()).findByText('الرقم غير صحيح')).toBeTruthy();
  await press('حفظ');
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(create.mock.calls[1]?.[1].data['guardians']).toMatchObject([
    { name: 'صالح الراشد', phone: '0557654321', relation: 'father', is_primary: true },
    { guardian_id: 12, relation: 'father', is_primary: false },
  ]);
});

it('an added guardian is edited and removed, and one of them is the primary one', async () => {
  const { create } = open();
  await fillStudent();
  await addGuardian([['الاسم', 'صالح']]);
  await addGuardian([['الاسم', 'هند']]);
  await press('تعديل هند');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'ولي الأمر الأساسي' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const rows = within(section()).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('الأساسي') !== null)).toEqual([false, true]);
  await press('إزالة هند');
  expect(within(section()).getAllByText('الأساسي')).toHaveLength(1);
  await press('حفظ وإضافة طالب آخر');
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  expect(create.mock.calls[0]?.[1].data['guardians']).toMatchObject([{ name: 'صالح', is_primary: true }]);
  await waitFor(() => expect(within(section()).queryByRole('listitem')).toBeNull());
});

it('a new student of age consents with his first guardian', async () => {
  const { create } = open();
  await fillStudent();
  await press('إضافة ولي أمر');
  const dialog = within(await screen.findByRole('dialog'));
  await fill(await dialog.findByRole('textbox', { name: 'الاسم' }), 'صالح');
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'وافق الطالب' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('حفظ');
  await waitFor(() => expect(create).toHaveBeenCalledOnce());
  expect(create.mock.calls[0]?.[1].data['guardians']).toMatchObject([
    { name: 'صالح', consent_on: '2026-11-20' },
  ]);
});

it('a save after the refusal of a live link confirms it', async () => {
  const { create } = open();
  await fillStudent();
  await addGuardian([['الجوال', match.phone]], /^هو نفسه: فهد الراشد/);
  create.mockRejectedValueOnce(
    new ApiProblem(409, 'له رابط', { code: 'GUARDIAN_HAS_LINK', error: 'له رابط' }),
  );
  await press('حفظ');
  expect(await screen.findByText('له رابط')).toBeTruthy();
  await press('حفظ');
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  const sent = create.mock.calls.map(([, { data }]) => data['guardians']);
  expect(sent).toMatchObject([[{ confirm: false }], [{ guardian_id: 12, confirm: true }]]);
});
