import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ResourceContextProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { StudentEdit } from '../../src/resources/students/StudentForm';
import { buildTheme } from '../../src/theme/theme';
import { Toasts } from '../../src/ui/dialog/Toasts';
import { fill } from '../support/fill';

/** A student of an import: one name, no id, and an older e-mail that does not pass today. */
const imported = {
  id: 7,
  version: 3,
  student_id: '14470007',
  first_name: 'فاطمة',
  second_name: null,
  third_name: null,
  last_name: null,
  full_name: 'فاطمة',
  national_id: null,
  email: 'fatima@',
  phone: '0551234567',
  additional_phone: null,
  gender: 'أنثى',
  nationality: 'تشادية',
  batch_id: null,
  program_id: null,
  status: 'active',
};

type Update = (resource: string, params: { data: Record<string, unknown> }) => Promise<{ data: unknown }>;

function open(values: object = {}) {
  const record = { ...imported, ...values };
  const update = vi.fn<Update>(async (_, { data }) => ({ data: { ...record, ...data } }));
  const dataProvider = {
    update,
    getOne: async () => ({ data: record }),
    getList: async () => ({ data: [], total: 0 }),
    getMany: async () => ({ data: [] }),
    enrolments: async () => [],
  } as unknown as DataProvider;
  const form = (
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider} theme={buildTheme('light')}>
      <ResourceContextProvider value="students">
        <StudentEdit />
      </ResourceContextProvider>
      <Toasts />
    </AdminContext>
  );
  const routes = [
    { path: '/students/:id', element: form },
    { path: '*', element: null },
  ];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/students/7'] })} />);
  return update;
}

const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`^${name}`) });
const replace = async (name: string, text: string) => {
  await userEvent.clear(await field(name));
  if (text !== '') await fill(await field(name), text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'حفظ' }));

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the correction of an imported student', () => {
  it('another field is saved while id and family name stay empty and the e-mail stays as it is', async () => {
    const update = open();
    await replace('الجوال', '0559876543');
    await save();
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[1].data).toMatchObject({
      phone: '0559876543',
      national_id: null,
      last_name: null,
      email: 'fatima@',
    });
  });

  it('a new id must have ten digits, and a new e-mail must be an address', async () => {
    const update = open();
    await replace('رقم الهوية', '123');
    await replace('البريد الإلكتروني', 'other@');
    await save();
    expect(await screen.findByText('رقم الهوية يجب أن يتكون من 10 أرقام')).toBeTruthy();
    expect(update).not.toHaveBeenCalled();
    await replace('رقم الهوية', '1098765432');
    await replace('البريد الإلكتروني', 'fatima@example.org');
    await save();
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
  });

  it('an id and a family name that were there cannot be cleared', async () => {
    const update = open({ national_id: '1098765432', last_name: 'عيسى' });
    await replace('اسم العائلة', '');
    await replace('رقم الهوية', '');
    await save();
    expect(await screen.findAllByText('هذا الحقل مطلوب')).toHaveLength(2);
    expect(update).not.toHaveBeenCalled();
  });
});
