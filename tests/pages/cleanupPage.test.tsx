import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cleanupCard } from '../../contract/cleanup';
import { errors } from '../../contract/errors';
import { cleanupTargets, type CleanupTarget } from '../../contract/vocabulary';
import CleanupPage from '../../src/custom-pages/cleanup/CleanupPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { renderScreen, signInAs } from '../support/screen';

const buildRefusal = (code: 'WRONG_PASSWORD' | 'STEP_UP_REQUIRED') =>
  new ApiProblem(403, '', { error: errors[code].message, code });

const message = 'تم حذف جميع الطلاب بنجاح';

function institute(
  answer: object = { message, deleted: 40, backup: 'rasd.before-cleanup-1.db', operation_id: 7 },
) {
  const counts: Record<CleanupTarget, number> = {
    grades: 3,
    students: 40,
    subjects: 2,
    batches: 1,
    programs: 0,
  };
  return {
    stepUp: vi.fn<(password: string) => Promise<object>>(async (password) => {
      if (password !== 'كلمتي-السرية') throw buildRefusal('WRONG_PASSWORD');
      return { success: true, message: '' };
    }),
    stepDown: vi.fn<() => Promise<object>>(async () => ({ message: '' })),
    cleanupCards: vi.fn<() => Promise<unknown>>(async () =>
      cleanupTargets.map((target) =>
        cleanupCard.parse({
          target,
          count: counts[target],
          dependents: target === 'students' ? { grades: 3, absences: 11, submissions: 5, answers: 2 } : {},
        }),
      ),
    ),
    cleanUp: vi.fn<(target: CleanupTarget) => Promise<object>>(async (target) => {
      counts[target] = 0;
      return answer;
    }),
    undoOne: vi.fn<(id: number) => Promise<object>>(async () => {
      counts.students = 40;
      return { message: 'تم التراجع عن العملية بنجاح' };
    }),
  };
}

const enter = async (password: string) => {
  await userEvent.type(await screen.findByLabelText('كلمة المرور'), password);
  await userEvent.click(screen.getByRole('button', { name: 'فتح الصفحة' }));
};
const card = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('li') as HTMLElement);
const isLocked = () => screen.findByRole('heading', { name: 'الصفحة مقفلة' });
const deleteStudents = { name: 'حذف جميع الطلاب' };

/** Confirms the two questions of the deletion of all students. */
async function confirmBoth() {
  await userEvent.click((await card('الطلاب')).getByRole('button', deleteStudents));
  const first = within(await screen.findByRole('alertdialog', { name: 'تأكيد الحذف' }));
  await userEvent.click(first.getByRole('button', { name: 'متابعة' }));
  const second = within(await screen.findByRole('alertdialog', { name: 'التأكيد الأخير' }));
  await userEvent.type(second.getByLabelText('اسم ما سيُحذف'), 'الطلاب');
  await userEvent.click(second.getByRole('button', { name: 'حذف الآن' }));
}

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('the page stays closed after a wrong password with a message, and opens after the right password', async () => {
  const provider = institute();
  renderScreen(<CleanupPage />, provider);
  await enter('خطأ');
  expect((await screen.findByRole('alert')).textContent).toBe('كلمة المرور غير صحيحة');
  expect(screen.queryByRole('button', deleteStudents)).toBeNull();
  expect(provider.cleanupCards).not.toHaveBeenCalled();
  await enter('كلمتي-السرية');
  expect((await card('الطلاب')).getByRole('button', deleteStudents)).toBeTruthy();
  expect(screen.queryByLabelText('كلمة المرور')).toBeNull();
});

it('the page shows the five kinds in the recommended order, with their counts and dependent rows', async () => {
  renderScreen(<CleanupPage />, institute());
  await enter('كلمتي-السرية');
  const students = await card('الطلاب');
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['الدرجات', 'الطلاب', 'المواد', 'الدفعات', 'البرامج']);
  expect(
    screen.getByText(/الترتيب الموصى به: الدرجات، ثم الطلاب، ثم المواد، ثم الدفعات، ثم البرامج/),
  ).toBeTruthy();
  for (const text of ['40 طالباً', '3 سجلات درجات', '11 غياباً', '5 تسليمات', 'سجلان آخران مرتبطان'])
    expect(students.getByText(text)).toBeTruthy();
  expect(students.getByText('حسابات الطلاب تبقى، ويُفك ربطها فقط.')).toBeTruthy();
  const none = (await card('البرامج')).getByRole('button', { name: 'لا شيء للحذف' });
  expect(none.hasAttribute('disabled')).toBe(true);
});

it('a deletion needs two confirmations, the second by typing the name, and offers an undo', async () => {
  const provider = institute();
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  await userEvent.click((await card('الطلاب')).getByRole('button', deleteStudents));
  const first = within(await screen.findByRole('alertdialog', { name: 'تأكيد الحذف' }));
  expect(first.getByText('هل أنت متأكد من حذف جميع الطلاب؟')).toBeTruthy();
  expect(first.getByText('11 غياباً')).toBeTruthy();
  await userEvent.click(first.getByRole('button', { name: 'متابعة' }));
  const second = within(await screen.findByRole('alertdialog', { name: 'التأكيد الأخير' }));
  const confirm = second.getByRole('button', { name: 'حذف الآن' });
  await userEvent.type(second.getByLabelText('اسم ما سيُحذف'), 'المواد{Enter}');
  expect(confirm.hasAttribute('disabled')).toBe(true);
  expect(provider.cleanUp).not.toHaveBeenCalled();
  await userEvent.clear(second.getByLabelText('اسم ما سيُحذف'));
  await userEvent.type(second.getByLabelText('اسم ما سيُحذف'), ' الطلاب ');
  await userEvent.click(confirm);

  const undo = await screen.findByRole('button', { name: 'تراجع' });
  expect(provider.cleanUp.mock.calls).toEqual([['students']]);
  expect(await screen.findByText('rasd.before-cleanup-1.db')).toBeTruthy();
  expect(screen.getAllByText('تم حذف جميع الطلاب بنجاح')).toHaveLength(2);
  await waitFor(async () => expect((await card('الطلاب')).getByText('لا طلاب')).toBeTruthy());
  await userEvent.click(undo);
  await screen.findByText('تم التراجع عن العملية بنجاح');
  expect(provider.undoOne.mock.calls).toEqual([[7]]);
  // After the undo the page does not say that the rows are deleted.
  await waitFor(() => expect(screen.queryByText('rasd.before-cleanup-1.db')).toBeNull());
});

it('a cancelled confirmation deletes nothing', async () => {
  const provider = institute();
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  for (const steps of [0, 1]) {
    await userEvent.click((await card('الطلاب')).getByRole('button', deleteStudents));
    if (steps > 0) await userEvent.click(await screen.findByRole('button', { name: 'متابعة' }));
    await userEvent.click(await screen.findByRole('button', { name: 'إلغاء' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  expect(provider.cleanUp).not.toHaveBeenCalled();
});

it('a failed deletion shows the message of the server, or a general one', async () => {
  const provider = institute();
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  provider.cleanUp.mockRejectedValueOnce(
    new ApiProblem(500, '', { error: 'تعذّر إنشاء نسخة', code: 'INTERNAL' }),
  );
  await confirmBoth();
  await screen.findByText('تعذّر إنشاء نسخة');
  provider.cleanUp.mockRejectedValueOnce(new ApiProblem(502, 'x', null));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await confirmBoth();
  await screen.findByText('فشل حذف الطلاب');
});

it('a success without a message of the server shows a message', async () => {
  const provider = institute({ message: '' });
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  await confirmBoth();
  // One text is in the toast, and one on the page.
  await waitFor(() => expect(screen.getAllByText('تم حذف جميع الطلاب بنجاح')).toHaveLength(2));
});

it('a deletion shows a message without a copy if the database is not a single file', async () => {
  const provider = institute({ message, deleted: 1, backup: null });
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  await confirmBoth();
  expect(await screen.findByText(/لم تُنشأ نسخة احتياطية في ملف/)).toBeTruthy();
});

it('the page is closed by its exit button and by leaving it, on the server too', async () => {
  const provider = institute();
  const router = renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  await card('الطلاب');
  expect(provider.stepDown).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'خروج وإقفال' }));
  await isLocked();
  await waitFor(() => expect(provider.stepDown).toHaveBeenCalledTimes(1));
  await enter('كلمتي-السرية');
  await card('الطلاب');
  cleanup();
  await waitFor(() => expect(provider.stepDown).toHaveBeenCalledTimes(2));
  expect(router.state.location.pathname).toBe('/');
});

it('the page closes automatically after five minutes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const provider = institute();
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  await card('الطلاب');
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
  await isLocked();
  expect(screen.getByRole('alert').textContent).toMatch(/انتهت الدقائق الخمس/);
});

it('the page closes when the server asks for the password again', async () => {
  const provider = institute();
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  provider.cleanUp.mockRejectedValueOnce(buildRefusal('STEP_UP_REQUIRED'));
  await confirmBoth();
  await isLocked();
  expect(screen.queryByRole('button', deleteStudents)).toBeNull();
});

it('a server that cannot protect the page gets a message and no deletion', async () => {
  const provider = institute();
  provider.stepUp.mockRejectedValue(new ApiProblem(404, '', null));
  renderScreen(<CleanupPage />, provider);
  await enter('كلمتي-السرية');
  await screen.findByRole('heading', { name: 'لا يمكن حماية هذه الصفحة' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(provider.cleanUp).not.toHaveBeenCalled();
  cleanup();
  noteList('subjects', [], false);
  renderScreen(<CleanupPage />, provider);
  await screen.findByRole('heading', { name: 'لا يمكن حماية هذه الصفحة' });
  expect(screen.queryByLabelText('كلمة المرور')).toBeNull();
});
