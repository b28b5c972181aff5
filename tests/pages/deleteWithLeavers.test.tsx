import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ruleMessages } from '../../contract/errors';
import { dataProvider } from '../../src/dataProvider';
import OfferingsDialog from '../../src/resources/subjects/dialogs/OfferingsDialog';
import type { SubjectDialogProps } from '../../src/resources/subjects/dialogs/SettingsDialog';
import { RecordActions } from '../../src/ui/list/RowActions';
import { renderScreen, signInAs } from '../support/screen';

/** These tests stub the network. tests/e2e/long/enrolments.test.ts tests the same against the real server. */

const offering = {
  id: 3,
  offering_code: 'QRN101-1',
  batch_id: 1,
  batch_name: 'دفعة القرآن',
  status: 'active',
};

/** A server that answers each DELETE with the next of these answers. @returns the deleted paths, in order */
function serverAnswering(...answers: [status: number, body: object, headers?: Record<string, string>][]) {
  const deleted: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const [status, body, headers = {}] =
      method === 'DELETE' ? (answers.shift() ?? [500, {}]) : [200, readAt(address)];
    if (method === 'DELETE') deleted.push(address.replace('/api', ''));
    if (method === 'POST') undone.push(address.replace('/api', ''));
    return new Response(JSON.stringify(body), { status, headers });
  });
  return deleted;
}
const readAt = (address: string) => {
  if (address.includes('/dependents')) return { subjects: 2 };
  return address.includes('/offerings') ? [offering] : [];
};

const refusalWithLeavers = (students: number, grades: number): [number, object] => {
  const counts = { students, grades, absences: 13, daily_records: 14, sard: 0 };
  return [409, { error: ruleMessages.workOfLeavers(counts), code: 'HAS_DEPENDENTS', counts }];
};
const successResponse: [number, object] = [200, { message: 'تم' }];

async function askToDeleteBatch() {
  renderScreen(
    <ResourceContextProvider value="batches">
      <RecordContextProvider value={{ id: 7 }}>
        <RecordActions name="دفعة 1445" />
      </RecordContextProvider>
    </ResourceContextProvider>,
    dataProvider,
  );
  await pressDelete();
}
/** The dialog loads when it opens. */
async function pressDelete() {
  fireEvent.click(screen.getByRole('button', { name: 'حذف دفعة 1445' }));
  await screen.findByRole('alertdialog');
}
const question = () => within(screen.getByRole('alertdialog'));
const answer = (name: string) => fireEvent.click(question().getByRole('button', { name }));

/** Paths of the undo calls, in order. */
const undone: string[] = [];
beforeEach(() => {
  undone.length = 0;
  signInAs('admin');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a batch with records of former students shows their number first, and is deleted after a confirmation', async () => {
  const deleted = serverAnswering(refusalWithLeavers(11, 12), refusalWithLeavers(21, 22), successResponse);
  await askToDeleteBatch();
  answer('حذف');
  expect((await question().findByRole('alert')).textContent).toContain(
    'عدد الطلاب 11، الدرجات 12، الغياب 13، السجلات اليومية 14',
  );
  expect(deleted).toEqual(['/batches/7']);

  // More students have left in between, so the dialog asks again.
  answer('حذف مع ذلك');
  await waitFor(() => expect(question().getByRole('alert').textContent).toContain('عدد الطلاب 21'));
  answer('حذف مع ذلك');
  expect(await screen.findByText('تم حذف الدفعة بنجاح')).toBeTruthy();
  expect(deleted).toEqual(['/batches/7', '/batches/7?confirm=11', '/batches/7?confirm=21']);
});

it('a deletion offers the undo of the operation in its answer, and no other', async () => {
  serverAnswering([...successResponse, { 'X-Operation-Id': '41' }], successResponse);
  await askToDeleteBatch();
  answer('حذف');
  expect(await screen.findByText('تم حذف الدفعة بنجاح')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'تراجع' }));
  await waitFor(() => expect(undone).toEqual(['/undo/41']));
  cleanup();
  // A deletion without an operation offers no undo.
  await askToDeleteBatch();
  answer('حذف');
  expect(await screen.findByText('تم حذف الدفعة بنجاح')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'تراجع' })).toBeNull();
});

it('a cancelled question starts again without the confirmation', async () => {
  const deleted = serverAnswering(refusalWithLeavers(11, 12), successResponse);
  await askToDeleteBatch();
  answer('حذف');
  await question().findByRole('alert');
  answer('إلغاء');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await pressDelete();
  expect(question().queryByRole('alert')).toBeNull();
  answer('حذف');
  expect(await screen.findByText('تم حذف الدفعة بنجاح')).toBeTruthy();
  expect(deleted).toEqual(['/batches/7', '/batches/7']);
});

it('a question that is asked again while it fades out stays open, without the refusal', async () => {
  serverAnswering(refusalWithLeavers(11, 12));
  await askToDeleteBatch();
  answer('حذف');
  await question().findByRole('alert');
  answer('إلغاء');
  fireEvent.click(screen.getByRole('button', { name: 'حذف دفعة 1445', hidden: true }));
  expect(await question().findByText('مادتان')).toBeTruthy();
  expect(question().queryByRole('alert')).toBeNull();
});

it('any other refusal closes the question and is shown as a message', async () => {
  serverAnswering([409, { error: 'لا يمكن الحذف لوجود سجلات مرتبطة', code: 'HAS_DEPENDENTS' }]);
  await askToDeleteBatch();
  answer('حذف');
  expect(await screen.findByText('لا يمكن الحذف لوجود سجلات مرتبطة')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('a subject is removed from a batch with marks of former students after a confirmation', async () => {
  const deleted = serverAnswering(refusalWithLeavers(11, 12), successResponse);
  const subject = { id: 3, name: 'القرآن', subject_code: 'QRN101-1', base_code: 'QRN101', batch_id: 1 };
  const props = { subject, onClose: () => undefined } as unknown as SubjectDialogProps;
  renderScreen(<OfferingsDialog {...props} />, dataProvider);
  fireEvent.click(await screen.findByRole('button', { name: /^حذف .*دفعة القرآن/ }));
  answer('حذف');
  expect((await question().findByRole('alert')).textContent).toContain('عدد الطلاب 11، الدرجات 12');
  answer('حذف مع ذلك');
  await waitFor(() =>
    expect(deleted).toEqual(['/subjects/offerings/QRN101-1', '/subjects/offerings/QRN101-1?confirm=11']),
  );
});
