import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { GetListParams } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archiveEntry, archivePageSize, archiveStats } from '../../contract/archive';
import type { SavedFilter } from '../../contract/savedFilters';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import ArchivePage from '../../src/resources/archive/ArchivePage';
import { renderScreen, signInAs } from '../support/screen';

const batch = archiveEntry.parse({
  id: 40,
  description: 'حذف الدفعة دفعة النور',
  table_name: 'batches',
  user_name: 'سليمان',
  user_role: 'admin',
  performed_at: '2026-03-01T08:05:00.000Z',
  days_until_expiration: 5,
  can_undo: true,
  related_records_count: 12,
  item_name: 'دفعة النور',
});
const restored = {
  ...batch,
  id: 41,
  item_name: 'دفعة البيان',
  description: 'حذف دفعة البيان',
  can_undo: false,
};

function institute(entries = [batch, restored], total = entries.length) {
  const saved: SavedFilter[] = [];
  return {
    getList: vi.fn<(resource: string, params: GetListParams) => Promise<object>>(async () => ({
      data: entries,
      total,
    })),
    savedFilters: async () => [...saved],
    saveFilter: async (filter: SavedFilter) => {
      saved.push({ ...filter, id: 1 + saved.length });
      return saved[0];
    },
    deleteSavedFilter: async () => ({ message: saved.splice(0).length > 0 ? 'تم حذف التصفية المحفوظة' : '' }),
    archiveStats: async () => archiveStats.parse({ total: 2, undone: 1, expiring_soon: 1, by_table: [] }),
    restoreDeleted: vi.fn<(id: number) => Promise<object>>(async () => ({
      success: true,
      message: 'تمت استعادة السجل بنجاح',
    })),
  };
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const restore = async (name: string) => {
  await userEvent.click(within(await row(name)).getByRole('button', { name: `استعادة ${name}` }));
  return within(await screen.findByRole('alertdialog'));
};

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('a row shows the retention and the dependent rows of a deletion; a restored deletion cannot be restored again', async () => {
  renderScreen(<ArchivePage />, institute());
  const batchRow = within(await row('دفعة النور'));
  expect(batchRow.getByText('5 أيام')).toBeTruthy();
  expect(batchRow.getByText('مع 12 سجلاً مرتبطاً')).toBeTruthy();
  const done = within(await row('دفعة البيان'));
  expect(done.getByText('استُعيد')).toBeTruthy();
  expect(done.getByRole('button', { name: /^استعادة/ }).hasAttribute('disabled')).toBe(true);
});

it('a restore asks first; the page links to the audit trail and the cleanup', async () => {
  const provider = institute();
  renderScreen(<ArchivePage />, provider);
  expect((await screen.findByRole('link', { name: 'سجل العمليات' })).getAttribute('href')).toBe('/audit');
  expect(screen.getByRole('link', { name: 'تنظيف البيانات' }).getAttribute('href')).toBe('/cleanup');
  const question = await restore('دفعة النور');
  expect(question.getByText('هل أنت متأكد من استعادة هذا السجل؟')).toBeTruthy();
  expect(provider.restoreDeleted).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: 'استعادة' }));
  await screen.findByText('تمت استعادة السجل بنجاح');
  expect(provider.restoreDeleted.mock.calls).toEqual([[batch.id]]);
});

it('a refused restore shows the reason only in the question', async () => {
  const message = 'الدفعة التي يتبعها محذوفة';
  const restoreDeleted = async () => {
    throw new ApiProblem(409, '', { error: 'تعذّرت الاستعادة', details: [{ path: '', message }] });
  };
  renderScreen(<ArchivePage />, { ...institute(), restoreDeleted });
  const question = await restore('دفعة النور');
  await userEvent.click(question.getByRole('button', { name: 'استعادة' }));
  await waitFor(() => expect(question.getByText(message)).toBeTruthy());
  expect(screen.getAllByText(/تعذّرت الاستعادة/)).toHaveLength(1);
});

it.each(['teacher', 'student'] as const)(
  'a %s sees that the page is for admins, and nothing is requested',
  async (role) => {
    signInAs(role);
    const getList = vi.fn<() => Promise<never>>();
    renderScreen(<ArchivePage />, { ...institute(), getList });
    expect(await screen.findByText('هذه الصفحة مخصصة للمديرين فقط.')).toBeTruthy();
    expect(getList).not.toHaveBeenCalled();
  },
);

it('the remaining days are red up to 7, orange up to 15, and green above', async () => {
  const days = [0, 7, 8, 15, 16];
  const entries = days.map((days_until_expiration, id) => ({ ...batch, id, days_until_expiration }));
  renderScreen(<ArchivePage />, institute(entries));
  await screen.findAllByRole('button', { name: 'استعادة دفعة النور' });
  const bands = [...document.querySelectorAll('[data-band]')].map((one) => one.getAttribute('data-band'));
  expect(bands).toEqual(['red', 'red', 'orange', 'orange', 'green']);
});

it('a page has fifty rows, and buttons load the next and the previous page', async () => {
  const provider = institute([batch], 101);
  renderScreen(<ArchivePage />, provider);
  await screen.findByText('1-50 من 101');
  await userEvent.click(screen.getByRole('button', { name: 'الذهاب إلى الصفحة التالية' }));
  await screen.findByText('51-100 من 101');
  await userEvent.click(screen.getByRole('button', { name: 'الذهاب إلى الصفحة السابقة' }));
  await screen.findByText('1-50 من 101');
  const pages = provider.getList.mock.calls.map(([, { pagination }]) => pagination);
  expect(pages.slice(0, 2)).toEqual([
    { page: 1, perPage: archivePageSize },
    { page: 2, perPage: archivePageSize },
  ]);
  expect(archivePageSize).toBe(50);
});

it('a failed list, failed stats and a failed restore show a message with a retry', async () => {
  const fail = async () => {
    throw new ApiProblem(500, '', null);
  };
  const failing = { getList: fail, archiveStats: fail, restoreDeleted: fail };
  renderScreen(<ArchivePage />, { ...institute(), ...failing });
  expect(await screen.findByText('فشل جلب سجل الأرشيف')).toBeTruthy();
  expect(await screen.findByText('فشل جلب إحصائيات الأرشيف')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'إعادة المحاولة' })).toHaveLength(2);
  cleanup();
  renderScreen(<ArchivePage />, { ...institute(), restoreDeleted: fail });
  await userEvent.click((await restore('دفعة النور')).getByRole('button', { name: 'استعادة' }));
  expect((await screen.findAllByText('فشل استعادة السجل من الأرشيف')).length).toBeGreaterThan(0);
});

it('a filter of the archive is saved under a name, applied and deleted', async () => {
  const filter = JSON.stringify({ table: 'batches', from: '2026-11-01' });
  const address = `/archive?filter=${encodeURIComponent(filter)}`;
  const router = renderScreen(<ArchivePage />, institute(), address);
  await userEvent.click(await screen.findByRole('button', { name: 'التصفيات المحفوظة' }));
  await userEvent.click(await screen.findByRole('button', { name: 'حفظ التصفية الحالية…' }));
  await userEvent.type(await screen.findByLabelText(/اسم التصفية/), 'دفعات الشهر');
  await userEvent.click(screen.getByRole('button', { name: 'حفظ' }));
  await screen.findByRole('button', { name: /المطبّقة الآن: دفعات الشهر/ });
  await userEvent.click(screen.getAllByRole('button', { name: 'مسح التصفية' })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'التصفيات المحفوظة' }));
  await userEvent.click(await screen.findByRole('button', { name: 'دفعات الشهر' }));
  await userEvent.click(await screen.findByRole('button', { name: /المطبّقة الآن: دفعات الشهر/ }));
  expect(new URLSearchParams(router.state.location.search).get('filter')).toBe(filter);
  await userEvent.click(await screen.findByRole('button', { name: 'حذف دفعات الشهر' }));
  expect(await screen.findByText('تم حذف التصفية المحفوظة')).toBeTruthy();
});
