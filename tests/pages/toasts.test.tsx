import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useNotify } from 'react-admin';
import { afterEach, expect, test } from 'vitest';
import { noteOperation } from '../../src/dataProvider/lastOperation';
import { useNotices } from '../../src/ui/dialog/Toasts';
import { showScreen } from '../support/screen';

afterEach(cleanup);

function Buttons() {
  const notify = useNotify();
  return (
    <>
      <button onClick={() => notify('تعذر الحفظ', { type: 'error' })}>fail</button>
      <button onClick={() => notify('تعذر الإرسال', { type: 'error' })}>fail again</button>
      <button onClick={() => notify('تم الحفظ', { type: 'success' })}>succeed</button>
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the success of a second try replaces the error of the first at once', async () => {
  showScreen(<Buttons />, {});
  press('fail');
  expect(await screen.findByText('تعذر الحفظ')).toBeDefined();
  press('succeed');
  expect(screen.getByText('تم الحفظ')).toBeDefined();
  expect(screen.queryByText('تعذر الحفظ')).toBeNull();
});

test('an error waits until the message before it has been read', async () => {
  showScreen(<Buttons />, {});
  press('succeed');
  expect(await screen.findByText('تم الحفظ')).toBeDefined();
  press('fail');
  expect(screen.getByText('تم الحفظ')).toBeDefined();
  expect(screen.queryByText('تعذر الحفظ')).toBeNull();
});

test('after a success none of several errors remains', async () => {
  showScreen(<Buttons />, {});
  press('fail');
  expect(await screen.findByText('تعذر الحفظ')).toBeDefined();
  press('fail again');
  press('succeed');
  expect(await screen.findByText('تم الحفظ')).toBeDefined();
  expect(screen.queryByText(/^تعذر/)).toBeNull();
});

test('a success that follows a write offers its undo, once, and one that wrote nothing does not', async () => {
  function Told() {
    const { notifyDone } = useNotices();
    return (
      <>
        <button onClick={() => notifyDone('تم الحفظ')}>save</button>
        <button onClick={() => notifyDone('تم التصدير', null)}>export</button>
      </>
    );
  }
  const undone: number[] = [];
  showScreen(<Told />, {
    undoOne: async (id: number) => {
      undone.push(id);
      return { success: true as const, message: 'تم التراجع' };
    },
  });
  const undo = () => screen.queryByRole('button', { name: 'تراجع' });
  noteOperation(new Headers({ 'X-Operation-Id': '17' }));
  press('export');
  expect(await screen.findByText('تم التصدير')).toBeDefined();
  expect(undo()).toBeNull();
  press('save');
  expect(await screen.findByText('تم الحفظ')).toBeDefined();
  expect(undo()).toBeNull();

  noteOperation(new Headers({ 'X-Operation-Id': '18' }));
  press('save');
  await waitFor(() => expect(undo()).not.toBeNull());
  press('تراجع');
  expect(await screen.findByText('تم التراجع')).toBeDefined();
  expect(undone).toEqual([18]);
  expect(undo()).toBeNull();
});
