import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DuplicatePair, MergePreview } from '../../contract/students/merge';
import DuplicatesPage from '../../src/custom-pages/duplicates/DuplicatesPage';
import MergePage from '../../src/custom-pages/duplicates/MergePage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { createQueryClient } from '../../src/dataProvider/queryClient';
import { i18nProvider } from '../../src/i18n/i18nProvider';
import { buildTheme } from '../../src/theme/theme';
import { Toasts } from '../../src/ui/dialog/Toasts';

const student = (id: number, values: object = {}) => ({
  id,
  version: id,
  student_id: `1447000${id}`,
  first_name: 'ريم',
  second_name: null,
  third_name: null,
  last_name: 'السالم',
  full_name: 'ريم السالم',
  email: null,
  phone: null,
  additional_phone: null,
  national_id: null,
  gender: 'أنثى',
  nationality: 'سعودي',
  batch_id: 1,
  batch_name: 'الأولى',
  status: 'active',
  ...values,
});

const preview = {
  staying: student(1, { phone: '0551234567' }),
  merged: student(2, { second_name: 'خالد', full_name: 'ريم خالد السالم', national_id: '1098765432' }),
  records: [
    { kind: 'absences', moved: 3, left_out: 1 },
    { kind: 'papers', moved: 2, left_out: 0 },
  ],
  marks: [
    {
      subject_id: 9,
      subject_code: 'Q1',
      name: 'التجويد',
      batch_name: 'الأولى',
      columns: [{ key: 'test', name: 'الاختبار' }],
      staying: { test: 10 },
      merged: { test: 30 },
      versions: { staying: 4, merged: 7 },
    },
  ],
  enrolment: null,
  accounts: {
    staying: { id: 5, username: 'reem', role: 'student', last_login: null },
    merged: { id: 6, username: 'reem2', role: 'student', last_login: null },
  },
} as unknown as MergePreview;

const pair = {
  id: '1-2',
  first: preview.staying,
  second: preview.merged,
  reasons: ['phone', 'batch'],
} as unknown as DuplicatePair;

function open(address: string, calls: object) {
  const frame = (page: React.ReactNode) => (
    <AdminContext
      dataProvider={calls as DataProvider}
      i18nProvider={i18nProvider}
      queryClient={createQueryClient()}
      theme={buildTheme('light')}
    >
      {page}
      <Toasts />
    </AdminContext>
  );
  const router = createMemoryRouter(
    [
      { path: '/duplicates', element: frame(<DuplicatesPage />) },
      { path: '/duplicates/:id/:other?', element: frame(<MergePage />) },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

afterEach(cleanup);

const radio = (group: RegExp | string, name: RegExp) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole<HTMLInputElement>('radio', { name });
const mergeButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'دمج السجلين' });

describe('the page of suspected doubles', () => {
  it('a pair links to the comparison, and goes when it is not the same person', async () => {
    let pairs = [pair];
    const setDistinct = vi.fn<(ids: number[]) => Promise<object>>(async () => {
      pairs = [];
      return { message: 'حُفظ', operation_id: 3 };
    });
    open('/duplicates', { duplicates: async () => ({ pairs, total: pairs.length }), setDistinct });
    const link = await screen.findByRole('link', { name: 'مقارنة «ريم السالم» و«ريم خالد السالم» ودمجهما' });
    expect(link.getAttribute('href')).toBe('/duplicates/1/2');
    expect(screen.getByText('الجوال والاسم الأول نفسهما')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /ليسا الشخص نفسه/ }));
    expect(setDistinct).toHaveBeenCalledWith([1, 2]);
    expect(await screen.findByText('لا سجلات يُشتبه في تكرارها')).toBeTruthy();
  });
});

describe('the page of a merge', () => {
  it('the fuller values are chosen, marks must be chosen, and the answer opens the student', async () => {
    const mergeStudents = vi.fn<(id: number, body: object) => Promise<object>>(async () => ({
      message: 'دُمج',
      operation_id: 8,
    }));
    const mergePreview = vi.fn<() => Promise<MergePreview>>(async () => preview);
    const router = open('/duplicates/1/2', { mergePreview, mergeStudents });
    expect((await mergeButton()).disabled).toBe(true);
    expect(radio(/^الاسم:/, /ريم خالد السالم/).checked).toBe(true);
    expect(radio(/^الجوال:/, /0551234567/).checked).toBe(true);
    expect(radio(/^رقم الهوية:/, /1098765432/).checked).toBe(true);
    expect(screen.getByText('ينتقل 3 ويُترك 1 لتكراره')).toBeTruthy();
    expect(screen.getByText('يبقى الحساب reem ويُعطَّل حساب السجل المحذوف reem2')).toBeTruthy();
    await userEvent.click(radio(/^رقم الهوية:/, /فارغ/));
    await userEvent.click(radio('التجويد (الأولى)', /30/));
    await userEvent.click(await mergeButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/students/1/show'));
    expect(mergeStudents).toHaveBeenCalledExactlyOnceWith(1, {
      merged_id: 2,
      version: 1,
      merged_version: 2,
      take: ['full_name'],
      marks: [{ subject_id: 9, keep: 'merged', seen: { staying: 4, merged: 7 } }],
    });
    expect(mergePreview).toHaveBeenCalledOnce();
  });

  it('the other record can stay instead', async () => {
    const router = open('/duplicates/1/2', { mergePreview: async () => preview });
    await mergeButton();
    await userEvent.click(radio(/^يبقى برقمه/, /14470002/));
    expect(router.state.location.pathname).toBe('/duplicates/2/1');
  });

  it('a changed record shows the new comparison with a warning, and asks again', async () => {
    const changed = { ...preview, merged: { ...preview.merged, version: 3, phone: '0559999999' } };
    const mergePreview = vi
      .fn<() => Promise<MergePreview>>()
      .mockResolvedValueOnce(preview)
      .mockResolvedValue(changed);
    const stale = new ApiProblem(409, 'تغيّر', { code: 'STALE' });
    open('/duplicates/1/2', { mergePreview, mergeStudents: () => Promise.reject(stale) });
    await mergeButton();
    await userEvent.click(radio('التجويد (الأولى)', /30/));
    await userEvent.click(await mergeButton());
    expect(await screen.findByText(/تغيّر أحد السجلين بعد فتح هذه الصفحة/)).toBeTruthy();
    expect(radio(/^الجوال:/, /0559999999/)).toBeTruthy();
    expect((await mergeButton()).disabled).toBe(true);
  });

  it('marks that changed after the preview are asked again', async () => {
    const [question] = preview.marks;
    const changed = {
      ...preview,
      marks: [{ ...question, merged: { test: 35 }, versions: { staying: 4, merged: 8 } }],
    } as unknown as MergePreview;
    const mergePreview = vi
      .fn<() => Promise<MergePreview>>()
      .mockResolvedValueOnce(preview)
      .mockResolvedValue(changed);
    const stale = new ApiProblem(409, 'تغيّر', { code: 'STALE' });
    open('/duplicates/1/2', { mergePreview, mergeStudents: () => Promise.reject(stale) });
    await mergeButton();
    await userEvent.click(radio('التجويد (الأولى)', /30/));
    await userEvent.click(await mergeButton());
    expect(await screen.findByRole('radio', { name: /35/ })).toBeTruthy();
    expect((await mergeButton()).disabled).toBe(true);
  });

  it('a student without a second record chooses it among similar ones', async () => {
    open('/duplicates/2', {
      getOne: async () => ({ data: preview.merged }),
      getList: async () => ({ data: [], total: 0 }),
      duplicates: async () => ({ pairs: [pair], total: 1 }),
    });
    const link = await screen.findByRole('link', { name: /^مقارنة/ });
    expect(link.getAttribute('href')).toBe('/duplicates/2/1');
  });
});
