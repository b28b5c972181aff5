import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useNotify } from 'react-admin';
import { afterEach, expect, test } from 'vitest';
import { noteOperation } from '../../src/dataProvider/operations';
import { useNotices } from '../../src/ui/dialog/Toasts';
import { renderScreen } from '../support/screen';

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
  renderScreen(<Buttons />, {});
  press('fail');
  expect(await screen.findByText('تعذر الحفظ')).toBeDefined();
  press('succeed');
  expect(screen.getByText('تم الحفظ')).toBeDefined();
  expect(screen.queryByText('تعذر الحفظ')).toBeNull();
});

test('an error waits until the previous message was visible long enough', async () => {
  renderScreen(<Buttons />, {});
  press('succeed');
  expect(await screen.findByText('تم الحفظ')).toBeDefined();
  press('fail');
  expect(screen.getByText('تم الحفظ')).toBeDefined();
  expect(screen.queryByText('تعذر الحفظ')).toBeNull();
});

test('several errors all disappear after a success', async () => {
  renderScreen(<Buttons />, {});
  press('fail');
  expect(await screen.findByText('تعذر الحفظ')).toBeDefined();
  press('fail again');
  press('succeed');
  expect(await screen.findByText('تم الحفظ')).toBeDefined();
  expect(screen.queryByText(/^تعذر/)).toBeNull();
});

test('a success offers the undo of the operation in its answer, and none without an answer', async () => {
  const answer = {};
  noteOperation(answer, new Headers({ 'X-Operation-Id': '18' }));
  function Answers() {
    const { notifyDone } = useNotices();
    return (
      <>
        <button onClick={() => notifyDone('تم الحفظ', answer)}>save</button>
        <button onClick={() => notifyDone('تم الدمج', { operation_id: 19 })}>merge</button>
        <button onClick={() => notifyDone('لا تغيير', {})}>nothing</button>
        <button onClick={() => notifyDone('تم التصدير')}>export</button>
      </>
    );
  }
  const undone: number[] = [];
  renderScreen(<Answers />, {
    undoOne: async (id: number) => {
      undone.push(id);
      return { success: true as const, message: 'تم التراجع' };
    },
  });
  const undo = () => screen.queryByRole('button', { name: 'تراجع' });
  press('export');
  expect(await screen.findByText('تم التصدير')).toBeDefined();
  expect(undo()).toBeNull();
  press('nothing');
  expect(await screen.findByText('لا تغيير')).toBeDefined();
  expect(undo()).toBeNull();
  for (const [name, number] of [
    ['save', 18],
    ['merge', 19],
  ] as const) {
    press(name);
    await waitFor(() => expect(undo()).not.toBeNull());
    press('تراجع');
    await waitFor(() => expect(undone).toContain(number));
    await waitFor(() => expect(undo()).toBeNull());
  }
});
