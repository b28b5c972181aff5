import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ResourceContextProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import SubjectCreate from '../../src/resources/subjects/SubjectCreate';
import { buildTheme } from '../../src/theme/theme';
import { Toasts } from '../../src/ui/dialog/Toasts';
import { fill } from '../support/fill';

const programs = [{ id: 1, program_id: 'QRN', program_name: 'القرآن', levels: 6 }];
const batches = [3, 4, 5].map((id) => ({
  id,
  batch_name: `دفعة ${id}`,
  program_id: 'QRN',
  program_name: 'القرآن',
  academic_year: '1447',
}));
const subjects = [{ id: 1, subject_code: 'الت101-3', name: 'التفسير', level: 1, hours: 3, type: 'مادة' }];

type Create = (resource: string, params: { data: Record<string, unknown> }) => Promise<{ data: unknown }>;

type AddSubjects = (body: Record<string, unknown>) => Promise<unknown>;

function open(create: Create, addSubjects?: AddSubjects) {
  const rows: Record<string, unknown[]> = { programs, batches, subjects };
  const getList = async (resource: string) => ({
    data: rows[resource] ?? [],
    total: rows[resource]?.length ?? 0,
  });
  const element = (
    <AdminContext
      dataProvider={{ create, getList, addSubjects } as unknown as DataProvider}
      i18nProvider={i18nProvider}
      theme={buildTheme('light')}
    >
      <ResourceContextProvider value="subjects">
        <SubjectCreate />
      </ResourceContextProvider>
      <Toasts />
    </AdminContext>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  render(<RouterProvider router={router} />);
}

const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^رمز المادة/ });
const name = () => screen.getByRole('textbox', { name: /^اسم المادة/ });
const batch = (label: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: label });
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }));
const sentCodes = (create: ReturnType<typeof vi.fn<Create>>) =>
  create.mock.calls.map(([, { data }]) => data['subject_code']);

beforeEach(() => noteList('subjects', [], false));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the form that adds a subject', () => {
  it('the form is saved and starts again for the next subject of the same batches', async () => {
    const create = vi.fn<Create>(async (_, { data }) => ({ data: { id: 9, ...data } }));
    open(create);
    await userEvent.click(await batch('دفعة 4'));
    await fill(name(), 'الفقه');
    await waitFor(() => expect(code().value).toBe('الف101'));
    await press('حفظ وإضافة مادة أخرى');
    await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
    await waitFor(() => expect((name() as HTMLInputElement).value).toBe(''));
    expect((await batch('دفعة 4')).checked).toBe(true);
    expect((await batch('دفعة 3')).checked).toBe(false);
  });

  it('the form sends no call without a name or a batch, and shows the missing fields', async () => {
    const create = vi.fn<Create>();
    open(create);
    await batch('دفعة 3');
    await press('حفظ');
    expect(await screen.findByText('الرجاء إدخال جميع البيانات المطلوبة')).toBeTruthy();
    expect(screen.getByText('الرجاء اختيار دفعة واحدة على الأقل')).toBeTruthy();
    await fill(name(), 'الفقه');
    await waitFor(() => expect(code().value).toBe('الف101'));
    await press('حفظ');
    expect(await screen.findByText('يجب اختيار دفعة واحدة على الأقل')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
  });

  it('the form proposes a free code, and does not replace a typed one', async () => {
    open(vi.fn<Create>());
    await fill(name(), 'التجويد');
    await waitFor(() => expect(code().value).toBe('الت102'));
    await userEvent.clear(code());
    await fill(code(), 'TJW1');
    await fill(name(), ' الميسر');
    expect(code().value).toBe('TJW1');
    await userEvent.clear(code());
    await userEvent.tab();
    await waitFor(() => expect(code().value).toBe('الت102'));
  });

  it('the form replaces a taken code with the suggested one, and keeps the other fields', async () => {
    const refusal = new ApiProblem(409, '', { error: 'مستخدم', code: 'DUPLICATE', suggested_code: 'الف105' });
    const create = vi
      .fn<Create>()
      .mockRejectedValueOnce(refusal)
      .mockResolvedValue({ data: { id: 9 } });
    open(create);
    await fill(name(), 'الفقه');
    await waitFor(() => expect(code().value).toBe('الف101'));
    await userEvent.click(await batch('كل دفعات القرآن'));
    await press('حفظ');
    await waitFor(() => expect(code().value).toBe('الف105'));
    expect(screen.getByText(/مستخدم لمادة أخرى/)).toBeTruthy();
    await press('حفظ');
    expect(await screen.findByText('تم إضافة المادة بنجاح إلى 3 دفعة')).toBeTruthy();
    expect(sentCodes(create)).toEqual(['الف101-3', 'الف105-3', 'الف105-4', 'الف105-5']);
  });

  it('the form lists the failed batches, and retries only these batches', async () => {
    const broken = new ApiProblem(503, '', { error: 'الخادم مشغول', code: 'BUSY' });
    let isBusy = true;
    const create = vi.fn<Create>(async (_, { data }) => {
      if (data['batch_id'] === 4 && isBusy) throw broken;
      return { data: { id: 9 } };
    });
    open(create);
    await fill(name(), 'الفقه');
    await waitFor(() => expect(code().value).toBe('الف101'));
    await userEvent.click(await batch('كل دفعات القرآن'));
    await press('حفظ');
    const alert = (await screen.findByText('أُضيفت المادة إلى 2 من الدفعات المختارة (3).')).closest(
      '[role=alert]',
    );
    expect(within(alert as HTMLElement).getByRole('listitem').textContent).toBe('دفعة 4: الخادم مشغول');
    expect((await batch('دفعة 3')).checked).toBe(false);
    isBusy = false;
    await press('حفظ');
    expect(await screen.findByText('تم إضافة المادة بنجاح إلى 3 دفعة')).toBeTruthy();
    expect(sentCodes(create)).toEqual(['الف101-3', 'الف101-4', 'الف101-5', 'الف101-4']);
  });

  it('the form sends one call for all batches to our server, and keeps them selected if one batch is refused', async () => {
    noteList('subjects', [], true);
    const sentence = 'المادة موجودة';
    const details = [{ path: 'batch_ids.1', message: sentence }];
    const refusal = new ApiProblem(409, '', { error: sentence, code: 'DUPLICATE', details });
    const create = vi.fn<Create>();
    const addSubjects = vi.fn<AddSubjects>().mockRejectedValueOnce(refusal).mockResolvedValue([]);
    open(create, addSubjects);
    await fill(name(), 'الفقه');
    await waitFor(() => expect(code().value).toBe('الف101'));
    await userEvent.click(await batch('كل دفعات القرآن'));
    await press('حفظ');
    const alert = (await screen.findByText('لم تُضف المادة إلى أي دفعة.')).closest('[role=alert]');
    expect(within(alert as HTMLElement).getByRole('listitem').textContent).toBe(`دفعة 4: ${sentence}`);
    for (const label of ['دفعة 3', 'دفعة 4', 'دفعة 5']) expect((await batch(label)).checked).toBe(true);
    await userEvent.click(await batch('دفعة 4'));
    await press('حفظ');
    expect(await screen.findByText('تم إضافة المادة بنجاح إلى 2 دفعة')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    expect(addSubjects.mock.calls.map(([{ batch_ids, subject_code }]) => [batch_ids, subject_code])).toEqual([
      [[3, 4, 5], 'الف101'],
      [[3, 5], 'الف101'],
    ]);
  });
});
