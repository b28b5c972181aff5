import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archiveEntry, archiveStats, pagination } from '../../contract/archive';
import ArchivePage from '../../src/resources/archive/ArchivePage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { showScreen, signInAs } from '../support/screen';

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

function institute() {
  const entries = [batch, restored];
  return {
    deletedRecords: async () => ({
      data: entries,
      pagination: pagination.parse({ page: 1, limit: 50, total: entries.length, totalPages: 1 }),
    }),
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

it('tells how long a deletion is kept and what went with it; what was restored cannot be restored again', async () => {
  showScreen(<ArchivePage />, institute());
  const kept = within(await row('دفعة النور'));
  expect(kept.getByText('5 أيام')).toBeTruthy();
  expect(kept.getByText('ومعه 12 سجلاً مرتبطاً')).toBeTruthy();
  const done = within(await row('دفعة البيان'));
  expect(done.getByText('تم التراجع')).toBeTruthy();
  expect(done.getByRole('button', { name: /^استعادة/ }).hasAttribute('disabled')).toBe(true);
});

it('restores after a question that names the record, and leads to the audit trail and the cleanup', async () => {
  const provider = institute();
  showScreen(<ArchivePage />, provider);
  expect((await screen.findByRole('link', { name: 'سجل العمليات' })).getAttribute('href')).toBe('/audit');
  expect(screen.getByRole('link', { name: 'تنظيف البيانات' }).getAttribute('href')).toBe('/cleanup');
  const question = await restore('دفعة النور');
  expect(question.getByText('هل أنت متأكد من استعادة هذا السجل؟')).toBeTruthy();
  expect(provider.restoreDeleted).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: 'استعادة' }));
  await screen.findByText('تمت استعادة السجل بنجاح');
  expect(provider.restoreDeleted.mock.calls).toEqual([[batch.id]]);
});

it('a restore that is refused says why in the question', async () => {
  const message = 'الدفعة التي يتبعها محذوفة';
  const restoreDeleted = async () => {
    throw new ApiProblem(409, '', { error: 'تعذّرت الاستعادة', details: [{ path: '', message }] });
  };
  showScreen(<ArchivePage />, { ...institute(), restoreDeleted });
  const question = await restore('دفعة النور');
  await userEvent.click(question.getByRole('button', { name: 'استعادة' }));
  await waitFor(() => expect(question.getByText(message)).toBeTruthy());
});

it('others than admins are told that the page is not for them, and nothing is asked', async () => {
  signInAs('teacher');
  const deletedRecords = vi.fn<() => Promise<never>>();
  showScreen(<ArchivePage />, { ...institute(), deletedRecords });
  expect(await screen.findByText('هذه الصفحة مخصصة للمديرين فقط.')).toBeTruthy();
  expect(deletedRecords).not.toHaveBeenCalled();
});
