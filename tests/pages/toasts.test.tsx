import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useNotify } from 'react-admin';
import { afterEach, expect, test } from 'vitest';
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
