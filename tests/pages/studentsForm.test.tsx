import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ResourceContextProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { StudentCreate } from '../../src/resources/students/StudentForm';
import { buildTheme } from '../../src/theme/theme';
import { Toasts } from '../../src/ui/dialog/Toasts';
import { fill } from '../support/fill';

const programs = [
  { id: 1, program_id: 'QRN', program_name: 'القرآن' },
  { id: 2, program_id: 'ARB', program_name: 'العربية' },
];
const batches = [
  { id: 3, batch_name: 'دفعة القرآن', program_id: 'QRN', program_name: 'القرآن', academic_year: '1447' },
  { id: 5, batch_name: 'دفعة العربية', program_id: 'ARB', program_name: 'العربية', academic_year: '1447' },
];

type Create = (resource: string, params: { data: Record<string, unknown> }) => Promise<{ data: unknown }>;
type List = (
  resource: string,
  params: { filter?: Record<string, unknown> },
) => Promise<{ data: unknown[]; total: number }>;

type Check = (body: Record<string, unknown>) => Promise<{ mix: object | null } | null>;

/** Opens the form on a server with two programmes, each with a batch. */
function open(create: Create, checkMove: Check = async () => ({ mix: null })) {
  const rows: Record<string, Record<string, unknown>[]> = { programs, batches };
  const getList = vi.fn<List>(async (resource, { filter }) => {
    const { program_id, q = '' } = filter ?? {};
    const matches = (rows[resource] ?? []).filter(
      (row) =>
        (program_id === undefined || row['program_id'] === program_id) &&
        Object.values(row).some((value) => String(value).includes(String(q))),
    );
    return { data: matches, total: matches.length };
  });
  const getMany = async (_: string, { ids }: { ids: unknown[] }) => ({
    data: batches.filter(({ id }) => ids.includes(id)),
  });
  const dataProvider = { create, getList, getMany, checkMove } as unknown as DataProvider;
  const screenUnderTest = (
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider} theme={buildTheme('light')}>
      <ResourceContextProvider value="students">
        <StudentCreate />
      </ResourceContextProvider>
      <Toasts />
    </AdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: screenUnderTest }])} />);
  return { getList };
}

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
const picker = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fillRequired(nationalId: string) {
  await fill(field('الاسم الأول'), 'أحمد');
  await fill(field('اسم العائلة'), 'الغامدي');
  await fill(field('رقم الهوية'), nationalId);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the form of a student', () => {
  it('the form sends nothing while a field is missing, and shows one message and an error at each field', async () => {
    const create = vi.fn<Create>();
    open(create);
    await fill(field('الاسم الأول'), 'أحمد');
    await userEvent.type(field('رقم الهوية'), '١٢٣');
    await press('حفظ');
    expect(await screen.findByText('الرجاء إدخال جميع البيانات المطلوبة')).toBeTruthy();
    expect(screen.getAllByText('هذا الحقل مطلوب')).toHaveLength(1);
    expect(screen.getByText('رقم الهوية يجب أن يتكون من 10 أرقام')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
  });

  it.each([
    ['لا يوجد', 'اكتب رقم الجوال بالأرقام، أو اترك الحقل فارغاً'],
    ['-', 'اكتب رقم الجوال بالأرقام، أو اترك الحقل فارغاً'],
    ['0500031054 / 0500031055', 'رقم الجوال لا يزيد على 15 رقماً، فاكتب هنا رقماً واحداً'],
  ])('the form refuses the phone %s, and sends a phone with digits', async (typed, message) => {
    const create = vi.fn<Create>(async () => ({ data: { id: 1 } }));
    open(create);
    await fillRequired('1012345678');
    await fill(field('الجوال'), typed);
    await press('حفظ');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    await userEvent.clear(field('الجوال'));
    await fill(field('الجوال'), '٠٥٠ ٠٠٣ ١٠٥٤');
    await press('حفظ');
    await waitFor(() => expect(create).toHaveBeenCalled());
    expect(create.mock.calls[0]?.[1].data).toMatchObject({ phone: '0500031054' });
  });

  it('the form takes the programme of the chosen batch, and clears the batch when the programme changes', async () => {
    const { getList } = open(vi.fn<Create>());
    await userEvent.click(picker('الدفعة'));
    await userEvent.click(await screen.findByRole('option', { name: /^دفعة القرآن/ }));
    await waitFor(() => expect(picker('البرنامج').value).toBe('القرآن'));
    await userEvent.click(picker('البرنامج'));
    await userEvent.click(await screen.findByRole('option', { name: 'العربية' }));
    expect(picker('الدفعة').value).toBe('');
    await userEvent.click(picker('الدفعة'));
    expect(await screen.findAllByRole('option')).toHaveLength(1);
    expect(getList).toHaveBeenLastCalledWith(
      'batches',
      expect.objectContaining({ filter: { program_id: 'ARB' } }),
    );
  });

  it('the form asks before a student joins a batch of the other gender, and not on a server without the check', async () => {
    const mix = {
      batch_name: 'دفعة القرآن',
      gender: 'أنثى',
      is_section: false,
      count: 9,
      total: 10,
      mixed: 1,
      names: [],
    };
    const checkMove = vi.fn<Check>(async () => ({ mix }));
    const create = vi.fn<Create>().mockResolvedValue({ data: { id: 9 } });
    open(create, checkMove);
    await fillRequired('1098765432');
    await userEvent.click(picker('الدفعة'));
    await userEvent.click(await screen.findByRole('option', { name: /^دفعة القرآن/ }));
    await press('حفظ');
    const text = 'في الدفعة «دفعة القرآن» 9 من 10 إناث، ويدخلها طالب. أتريد المتابعة؟';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(checkMove).toHaveBeenCalledWith({ batch_id: 3, student_row_ids: [], gender: 'ذكر' });
    const question = () => screen.getByRole('alertdialog', { name: 'دفعة من الجنس الآخر' });
    await userEvent.click(within(question()).getByRole('button', { name: 'إلغاء' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(create).not.toHaveBeenCalled();
    await press('حفظ');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'متابعة مع ذلك' }),
    );
    await waitFor(() => expect(create).toHaveBeenCalledOnce());

    cleanup();
    open(create, async () => null);
    await fillRequired('1098765432');
    await userEvent.click(picker('الدفعة'));
    await userEvent.click(await screen.findByRole('option', { name: /^دفعة القرآن/ }));
    await press('حفظ');
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  });

  it('the form shows the error of the server at its field, and can be sent again', async () => {
    const message = 'رقم الهوية مستخدم لطالب آخر';
    const refusal = new ApiProblem(409, '', {
      error: message,
      code: 'DUPLICATE',
      details: [
        { path: 'national_id', message },
        { path: 'batch_name', message: 'الدفعة المحددة غير موجودة' },
      ],
    });
    const create = vi
      .fn<Create>()
      .mockRejectedValueOnce(refusal)
      .mockResolvedValue({ data: { id: 9 } });
    open(create);
    await fillRequired('١٠٩٨٧٦٥٤٣٢');
    await press('حفظ');
    expect(await screen.findByText('الدفعة المحددة غير موجودة')).toBeTruthy();
    expect(field('رقم الهوية').getAttribute('aria-invalid')).toBe('true');
    await press('حفظ');
    expect(await screen.findByText('تم إضافة الطالب بنجاح')).toBeTruthy();
    expect(create).toHaveBeenCalledTimes(2);
    expect(create.mock.calls[0]?.[1]).toMatchObject({
      data: { national_id: '1098765432', program_id: null },
    });
  });

  it('the form stays open for the next student, with empty fields', async () => {
    open(async () => ({
      data: { id: 9, gender: 'ذكر', program_id: 'QRN', batch_id: 3 },
    }));
    await fillRequired('1098765432');
    await press('حفظ وإضافة طالب آخر');
    expect(await screen.findByText('تم إضافة الطالب بنجاح')).toBeTruthy();
    await waitFor(() => expect((field('الاسم الأول') as HTMLInputElement).value).toBe(''));
    await waitFor(() => expect(picker('الدفعة').value).toBe('دفعة القرآن'));
    expect(document.activeElement).toBe(field('الاسم الأول'));
  });
});
