import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auditDetail, type AuditDetail, auditEntry } from '../../contract/audit';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import AuditPage from '../../src/custom-pages/audit/AuditPage';
import { renderScreen, signInAs } from '../support/screen';

const update: AuditDetail = auditDetail.parse({
  id: 12,
  performed_at: '2026-03-01T08:05:00.000Z',
  user_id: 1,
  user_name: 'سليمان',
  user_role: 'admin',
  action: 'update',
  table_name: 'students',
  item_name: 'أحمد علي',
  description: 'تعديل بيانات الطالب أحمد علي',
  rows_count: 1,
  undone_at: '2026-03-02T08:00:00.000Z',
  undo_of: null,
  is_expired: false,
  undone_by: 'خالد',
  rows: [
    {
      table_name: 'students',
      row_id: 5,
      performed_at: '2026-03-01T08:05:00.000Z',
      user_name: 'سليمان',
      before: { full_name: 'أحمد علي', nationality: 'سعودي', batch_id: 3, email: null },
      after: { full_name: 'أحمد علي', nationality: 'مصري', batch_id: 4, email: null },
      hidden_changes: ['health_note'],
    },
  ],
  pagination: { page: 1, limit: 20, total: 1, totalPages: 1 },
});
const { undone_by: _by, rows: _rows, pagination: _pagination, ...line } = update;
const entry = auditEntry.parse(line);

const records: Record<string, object[]> = {
  batches: [{ id: 3, batch_name: 'دفعة الإتقان' }],
  students: [{ id: 5, full_name: 'أحمد علي' }],
};
type GetList = (resource: string, params: { filter: Record<string, unknown> }) => Promise<object>;
const provider = {
  getList: vi.fn<GetList>(async (resource) =>
    resource === 'audit' ? { data: [entry], total: 1 } : { data: [], total: 0 },
  ),
  getMany: async (resource: string) => ({ data: records[resource] ?? [] }),
  savedFilters: async () => [],
  auditDetail: async (id: number) => {
    if (id !== update.id) throw new ApiProblem(404, '', { error: 'السجل المطلوب غير موجود' });
    return update;
  },
};

const readFilters = () =>
  provider.getList.mock.calls.filter(([resource]) => resource === 'audit').map(([, { filter }]) => filter);

beforeEach(() => {
  signInAs('admin');
  provider.getList.mockClear();
});
afterEach(cleanup);

it('a line shows action, author, role and undo', async () => {
  renderScreen(<AuditPage />, provider, '/audit');
  const cells = within(await screen.findByRole('row', { name: /أحمد علي/ }));
  for (const text of ['تعديل', 'سليمان', 'مدير', 'تم التراجع عنها'])
    expect(cells.getByText(text), text).toBeTruthy();
  expect(cells.getByText(/1447 هـ · 11:05/)).toBeTruthy();
});

it('day and time are in the time zone of the institute', async () => {
  const settings = async () => ({ time_zone: 'Pacific/Pago_Pago', today: '2026-03-05' });
  renderScreen(<AuditPage />, { ...provider, settings }, '/audit');
  const cells = within(await screen.findByRole('row', { name: /أحمد علي/ }));
  const time = await cells.findByText(/21:05/);
  expect(time.closest('[data-tip]')?.getAttribute('data-tip')).toContain('28 فبراير 2026 م');
});

it('filters chosen in quick succession all apply, and a cleared one stays cleared', async () => {
  renderScreen(<AuditPage />, provider, '/audit');
  await screen.findByRole('row', { name: /أحمد علي/ });
  await userEvent.click(await screen.findByRole('button', { name: 'التصفية' }));
  await screen.findByLabelText('من تاريخ');
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  choose('من تاريخ', '2026-03-01');
  choose('إلى تاريخ', '2026-03-05');
  await waitFor(() =>
    expect(readFilters().at(-1)).toEqual({ start_date: '2026-03-01', end_date: '2026-03-05' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'مسح التصفية' }));
  const fieldValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  await waitFor(() => expect(fieldValue('من تاريخ')).toBe(''));
  choose('إلى تاريخ', '2026-03-04');
  await waitFor(() => expect(readFilters().at(-1)).toEqual({ end_date: '2026-03-04' }));
});

it('search and filters are sent to the server and stored in the address', async () => {
  const router = renderScreen(<AuditPage />, provider, '/audit');
  await screen.findByRole('row', { name: /أحمد علي/ });
  expect(readFilters()).toEqual([{}]);
  await userEvent.click(await screen.findByRole('button', { name: 'التصفية' }));
  fireEvent.change(await screen.findByLabelText('من تاريخ'), { target: { value: '2026-03-05' } });
  await waitFor(() => expect(readFilters().at(-1)).toEqual({ start_date: '2026-03-05' }));
  await userEvent.click(screen.getByRole('button', { name: 'عرض النتائج' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: /^إزالة التصفية «من تاريخ: / })).toBeTruthy();
  await userEvent.click(screen.getByRole('combobox', { name: 'العملية' }));
  await userEvent.click(await screen.findByRole('option', { name: 'استعادة' }));
  const narrowed = { start_date: '2026-03-05', action: 'restore' };
  await waitFor(() => expect(readFilters().at(-1)).toEqual(narrowed));
  expect(decodeURIComponent(router.state.location.search)).toContain(JSON.stringify(narrowed));
  await userEvent.click(await screen.findByRole('button', { name: /^التصفية/ }));
  fireEvent.change(await screen.findByLabelText('إلى تاريخ'), { target: { value: '2026-03-01' } });
  expect(await screen.findByText('تاريخ النهاية يسبق تاريخ البداية')).toBeTruthy();
});

it('an operation opens by its address: changes with Arabic field names, a folded rest, and the user who undid it', async () => {
  const router = renderScreen(<AuditPage />, provider, '/audit/12?page=1');
  const dialog = within(await screen.findByRole('dialog', { name: update.description }));
  expect(dialog.getByText('تراجع عنها «خالد»')).toBeTruthy();
  const values = async () =>
    dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  await dialog.findByText('دفعة الإتقان');
  await dialog.findByText('رقم 4');
  expect(await values()).toEqual(['الجنسيةسعوديمصري', 'الدفعةدفعة الإتقانرقم 4']);
  expect(dialog.getByText('تغيّر، ولا تُعرض قيمته هنا: ملاحظة صحية.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'إظهار حقلين لم يتغيّرا' }));
  expect(await values()).toContain('الاسم الكاملأحمد عليأحمد علي');
  await userEvent.click(dialog.getByRole('button', { name: 'إغلاق' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: '/audit', search: '?page=1' });
});

it('a mark shows student and subject, and a deletion lists the data that was already purged', async () => {
  const { performed_at, user_name } = update;
  const mark = {
    table_name: 'grades',
    row_id: 30,
    performed_at,
    user_name,
    before: null,
    hidden_changes: [],
  };
  const rows = [
    { ...mark, after: { subject_id: 8, student_row_id: 5, test: 45.5, exercise: null } },
    { ...mark, after: null },
  ];
  const detail = async () => auditDetail.parse({ ...update, rows, undone_by: null });
  renderScreen(<AuditPage />, { ...provider, auditDetail: detail }, '/audit/12');
  expect(await screen.findByRole('button', { name: /^الدرجات.*أحمد علي · رقم 8.*أُضيف$/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: 'الاختبار 45.5' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'إظهار حقل واحد فارغ' })).toBeTruthy();
  expect(screen.getByText('انتهت مدة الاحتفاظ بقيم هذا السجل، فلم تعد محفوظة.')).toBeTruthy();
});

it('a row of a later write shows its own time, and its author if it is another user', async () => {
  const [row] = update.rows;
  const rows = [
    row,
    { ...row, performed_at: '2026-03-03T06:07:00.000Z' },
    { ...row, performed_at: '2026-03-04T06:08:00.000Z', user_name: 'مريم' },
  ];
  const detail = async () => auditDetail.parse({ ...update, rows, rows_count: 3, undone_by: null });
  renderScreen(<AuditPage />, { ...provider, auditDetail: detail }, '/audit/12');
  const panels = await screen.findAllByRole('button', { name: /^الطلاب.*أحمد علي/ });
  const times = panels.map((panel) => [...panel.querySelectorAll('time')].map(({ dateTime }) => dateTime));
  expect(times).toEqual([[], ['2026-03-03T06:07:00.000Z'], ['2026-03-04T06:08:00.000Z']]);
  expect(panels.map(({ textContent }) => /مريم/.test(textContent ?? ''))).toEqual([false, false, true]);
});

it('the reason and the state of an excuse are words', async () => {
  const excuse = {
    ...update,
    rows: [
      {
        ...update.rows[0],
        table_name: 'excuses',
        before: null,
        after: { student_row_id: 5, reason: 'illness', state: 'open' },
        hidden_changes: [],
      },
    ],
  };
  renderScreen(<AuditPage />, { ...provider, auditDetail: async () => excuse }, '/audit/12');
  const dialog = within(await screen.findByRole('dialog', { name: update.description }));
  expect(await dialog.findByText('مرض')).toBeTruthy();
  expect(dialog.getByText('بانتظار الرد')).toBeTruthy();
});

it('an unknown operation shows a message, and the list stays behind it', async () => {
  renderScreen(<AuditPage />, provider, '/audit/99');
  expect(await screen.findByText('السجل المطلوب غير موجود')).toBeTruthy();
  expect(await screen.findByText(update.description)).toBeTruthy();
});

it('a server without audit trail and a failed request have different messages', async () => {
  const failing = (status: number) => async (resource: string) => {
    if (resource === 'audit') throw new ApiProblem(status, 'حدث خطأ', null);
    return { data: [], total: 0 };
  };
  renderScreen(<AuditPage />, { ...provider, getList: failing(404) }, '/audit');
  expect(await screen.findByText('سجل العمليات غير متاح')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'إعادة المحاولة' })).toBeNull();
  cleanup();
  renderScreen(<AuditPage />, { ...provider, getList: failing(500) }, '/audit');
  expect(await screen.findByRole('button', { name: 'إعادة المحاولة' })).toBeTruthy();
});
