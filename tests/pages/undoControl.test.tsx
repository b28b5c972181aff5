import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { undoOperation, type UndoOperation } from '../../contract/undo';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { UndoControl } from '../../src/layout/UndoControl';
import { showScreen, signInAs } from '../support/screen';

const operation = (id: number, description: string, has_related_records = false): UndoOperation =>
  undoOperation.parse({ id, description, performed_at: new Date().toISOString(), has_related_records });
const rename = operation(9, 'تعديل البرنامج القرآن');
const removal = operation(8, 'حذف الدفعة دفعة النور', true);

/** The operations of a session in memory. */
function institute(...operations: UndoOperation[]) {
  const done = { success: true, message: 'تم التراجع عن العملية بنجاح' };
  const provider = {
    sessionOperations: vi.fn<() => Promise<UndoOperation[] | null>>(async () => [...operations]),
    undoLatest: vi.fn<() => Promise<object>>(async () => {
      operations.shift();
      return done;
    }),
    undoOne: vi.fn<(id: number) => Promise<object>>(async (id: number) => {
      operations.splice(
        operations.findIndex((one) => one.id === id),
        1,
      );
      return done;
    }),
  };
  return provider;
}

const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'التراجع عن العمليات' }));
  return within(await screen.findByRole('dialog', { name: 'التراجع' }));
};

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('takes back the latest at once, and it leaves the list', async () => {
  const provider = institute(rename, removal);
  showScreen(<UndoControl />, provider);
  const list = await open();
  expect(await list.findAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(list.getByRole('button', { name: 'التراجع عن آخر عملية' }));
  await screen.findByText('تم التراجع عن العملية بنجاح');
  expect(provider.undoLatest).toHaveBeenCalledTimes(1);
  const again = await open();
  await waitFor(() => expect(again.getAllByRole('listitem')).toHaveLength(1));
});

it('asks first where related records go back too, and "cancel" changes nothing', async () => {
  const provider = institute(rename, removal);
  showScreen(<UndoControl />, provider);
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

it('names what has changed since where it cannot be taken back', async () => {
  const change = 'تعديل البرنامج (خالد، 10:00)';
  const undoLatest = async () => {
    throw new ApiProblem(409, '', { error: 'لا يمكن التراجع', details: [{ path: '', message: change }] });
  };
  showScreen(<UndoControl />, { ...institute(rename), undoLatest });
  const list = await open();
  await userEvent.click(await list.findByRole('button', { name: 'التراجع عن آخر عملية' }));
  const why = within(await screen.findByRole('dialog', { name: 'لم يتم التراجع' }));
  expect(why.getByText(change)).toBeTruthy();
});

it('is not there for a student, nor where the server cannot take back', async () => {
  signInAs('student');
  const provider = institute(rename);
  showScreen(<UndoControl />, provider);
  expect(screen.queryByRole('button')).toBeNull();
  expect(provider.sessionOperations).not.toHaveBeenCalled();
  cleanup();
  signInAs('teacher');
  provider.sessionOperations.mockResolvedValue(null);
  showScreen(<UndoControl />, provider);
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(provider.sessionOperations).toHaveBeenCalled();
});
