import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { undoOperation, type UndoOperation } from '../../contract/undo';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { UndoControl } from '../../src/layout/UndoControl';
import { renderScreen, signInAs } from '../support/screen';

const operation = (id: number, description: string, has_related_records = false): UndoOperation =>
  undoOperation.parse({ id, description, performed_at: new Date().toISOString(), has_related_records });
const rename = operation(9, 'تعديل البرنامج القرآن');
const removal = operation(8, 'حذف الدفعة دفعة النور', true);

/** A provider with the operations of a session in memory. */
function institute(...operations: UndoOperation[]) {
  const successResponse = { success: true, message: 'تم التراجع عن العملية بنجاح' };
  const provider = {
    sessionOperations: vi.fn<() => Promise<UndoOperation[] | null>>(async () => [...operations]),
    undoLatest: vi.fn<() => Promise<object>>(async () => {
      operations.shift();
      return successResponse;
    }),
    undoOne: vi.fn<(id: number) => Promise<object>>(async (id: number) => {
      operations.splice(
        operations.findIndex((one) => one.id === id),
        1,
      );
      return successResponse;
    }),
  };
  return provider;
}

const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'التراجع عن العمليات' }));
  return within(await screen.findByRole('dialog', { name: 'التراجع' }));
};

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

it('the latest operation is undone without a question, and leaves the list', async () => {
  const provider = institute(rename, removal);
  renderScreen(<UndoControl />, provider);
  const list = await open();
  expect(await list.findAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(list.getByRole('button', { name: 'التراجع عن آخر عملية' }));
  await screen.findByText('تم التراجع عن العملية بنجاح');
  expect(provider.undoLatest).toHaveBeenCalledTimes(1);
  const again = await open();
  await waitFor(() => expect(again.getAllByRole('listitem')).toHaveLength(1));
});

it('an undo with related records asks first, and "cancel" changes nothing', async () => {
  const provider = institute(rename, removal);
  renderScreen(<UndoControl />, provider);
  const choose = async () => {
    const list = await open();
    await userEvent.click(await list.findByRole('button', { name: `التراجع عن: ${removal.description}` }));
    return within(await screen.findByRole('alertdialog'));
  };
  await userEvent.click((await choose()).getByRole('button', { name: 'إلغاء' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(provider.undoOne).not.toHaveBeenCalled();
  await userEvent.click((await choose()).getByRole('button', { name: 'تراجع' }));
  await waitFor(() => expect(provider.undoOne.mock.calls).toEqual([[removal.id]]));
});

it('an operation that cannot be undone lists the later changes', async () => {
  const changeText = 'تعديل البرنامج (خالد، 10:00)';
  const undoLatest = async () => {
    throw new ApiProblem(409, '', { error: 'لا يمكن التراجع', details: [{ path: '', message: changeText }] });
  };
  renderScreen(<UndoControl />, { ...institute(rename), undoLatest });
  const list = await open();
  await userEvent.click(await list.findByRole('button', { name: 'التراجع عن آخر عملية' }));
  const why = within(await screen.findByRole('dialog', { name: 'لم يتم التراجع' }));
  expect(why.getByText(changeText)).toBeTruthy();
});

it('the button is hidden for a student, and if the server has no undo', async () => {
  signInAs('student');
  const provider = institute(rename);
  renderScreen(<UndoControl />, provider);
  expect(screen.queryByRole('button')).toBeNull();
  expect(provider.sessionOperations).not.toHaveBeenCalled();
  cleanup();
  signInAs('teacher');
  provider.sessionOperations.mockResolvedValue(null);
  renderScreen(<UndoControl />, provider);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(provider.sessionOperations).toHaveBeenCalled();
});

it('operations are loaded again every thirty seconds, but not in a hidden tab', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const provider = institute(rename);
  renderScreen(<UndoControl />, provider);
  await screen.findByRole('button', { name: 'التراجع عن العمليات' });
  const countLoads = () => provider.sessionOperations.mock.calls.length;
  const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  const first = countLoads();
  await advance(31);
  expect(countLoads()).toBe(first + 1);
  act(() => focusManager.setFocused(false));
  await advance(90);
  expect(countLoads()).toBe(first + 1);
  act(() => focusManager.setFocused(true));
  await advance(31);
  expect(countLoads()).toBeGreaterThan(first + 1);
});

it('the list has the newest twenty operations, each with its age as text', async () => {
  const timeBefore = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();
  const many = Array.from({ length: 22 }, (_, index) => ({
    ...operation(100 - index, `تعديل ${index}`),
    performed_at: timeBefore([0, 1, 2, 5, 11, 60, 120, 3 * 60, 24 * 60, 48 * 60, 3 * 24 * 60][index] ?? 0),
  }));
  renderScreen(<UndoControl />, institute(...many));
  const list = await open();
  expect(await list.findAllByRole('listitem')).toHaveLength(20);
  const ages = [...document.querySelectorAll('time')].slice(0, 11).map((one) => one.textContent);
  expect(ages).toEqual([
    'الآن',
    'قبل دقيقة',
    'قبل دقيقتين',
    'قبل 5 دقائق',
    'قبل 11 دقيقة',
    'قبل ساعة',
    'قبل ساعتين',
    'قبل 3 ساعات',
    'قبل يوم',
    'قبل يومين',
    'قبل 3 أيام',
  ]);
});

it.each([
  ['latest', 'التراجع عن آخر عملية', 'فشل التراجع عن آخر عملية'],
  ['one', `التراجع عن: ${rename.description}`, 'فشل التراجع عن العملية'],
])(
  'a failed undo shows a toast, with the message of the server if it sends one: %s',
  async (which, name, words) => {
    // The latest operation has its own call, also from its line in the list.
    const older = operation(7, 'تعديل أقدم');
    const operations = which === 'latest' ? [rename] : [older, rename];
    const answers = [
      new ApiProblem(500, '', null),
      new ApiProblem(409, '', { error: 'سبق التراجع عن هذه العملية' }),
    ];
    const fail = async () => {
      throw answers.shift();
    };
    renderScreen(<UndoControl />, { ...institute(...operations), undoLatest: fail, undoOne: fail });
    await userEvent.click(await (await open()).findByRole('button', { name }));
    await screen.findByText(words);
    await userEvent.click(await (await open()).findByRole('button', { name }));
    expect(await screen.findByText('سبق التراجع عن هذه العملية')).toBeTruthy();
  },
);

it('"undo the latest" undoes nothing and says so if another tab has a newer operation', async () => {
  const provider = institute(rename);
  renderScreen(<UndoControl />, provider);
  const list = await open();
  const button = await list.findByRole('button', { name: 'التراجع عن آخر عملية' });
  provider.sessionOperations.mockResolvedValue([operation(12, 'إضافة من نافذة أخرى'), rename]);
  await userEvent.click(button);
  await screen.findByText(/أُجريت عملية أحدث في نافذة أخرى/);
  expect(provider.undoLatest).not.toHaveBeenCalled();
});
