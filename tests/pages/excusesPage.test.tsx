import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Excuse } from '../../contract/families/excuses';
import { excuseMessages } from '../../contract/families/excusesMessages';
import ExcusesPage from '../../src/custom-pages/excuses/ExcusesPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import type { ExcusesQuery } from '../../src/dataProvider/families';
import { renderScreen, signInAs } from '../support/screen';

beforeEach(() => signInAs('teacher'));
afterEach(cleanup);

const today = '2026-11-20';
const excuse: Excuse = {
  id: 7,
  student_row_id: 3,
  student_id: '14470003',
  student_name: 'أنس الراشد',
  batch_name: 'الدفعة الأولى',
  from: '2026-11-19',
  to: '2026-11-21',
  program_name: null,
  reason: 'illness',
  line: 'حرارة مرتفعة',
  sender: 'صالح',
  is_from_guardian: true,
  state: 'open',
  subjects: [{ subject_code: 'T-1', name: 'التجويد', state: 'open' }],
  answer: null,
  created_at: '2026-11-19T05:00:00Z',
  version: 2,
};
const absence = { subject_code: 'T-1', subject_name: 'التجويد', date: '2026-11-19' };

function open(rows: Excuse[] = [excuse], changes: object = {}, address = '/excuses') {
  const calls = {
    page: vi.fn<(query: ExcusesQuery) => Promise<object>>(async () => ({ rows, total: rows.length })),
    one: vi.fn<(id: number) => Promise<object>>(async () => ({ ...excuse, absences: [absence] })),
    accept: vi.fn<(id: number, body: object) => Promise<object>>(async () => ({
      message: excuseMessages.accepted(1),
      operation_id: 44,
    })),
    refuse: vi.fn<(id: number, body: object) => Promise<object>>(async () => ({
      message: excuseMessages.refused,
      operation_id: 45,
    })),
    add: vi.fn<(body: object) => Promise<object>>(async () => ({ ...excuse, operation_id: 46 })),
    ...changes,
  };
  const undoOne = vi.fn<(id: number) => Promise<object>>(async () => ({ message: 'تم التراجع' }));
  const getList = async () => ({
    data: [{ id: 3, full_name: 'أنس الراشد', student_id: '14470003' }],
    total: 1,
  });
  renderScreen(
    <ExcusesPage />,
    { excuses: async () => calls, settings: async () => ({ today }), undoOne, getList },
    address,
  );
  return { ...calls, undoOne };
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('two taps accept an excuse after the page has shown what changes, and the toast undoes it', async () => {
  const { accept, undoOne } = open();
  expect(await screen.findByText('حرارة مرتفعة')).toBeTruthy();
  await press('قبول عذر أنس الراشد');
  const dialog = within(await screen.findByRole('dialog', { name: 'قبول العذر' }));
  expect(await dialog.findByText('غياب واحد مسجل يصير بعذر:')).toBeTruthy();
  expect(dialog.getByText(/^التجويد، 9 جمادى الآخرة/)).toBeTruthy();
  expect(dialog.getByText(/يقترح التحضير/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'قبول' }));
  expect(await screen.findByText(excuseMessages.accepted(1))).toBeTruthy();
  expect(accept.mock.calls).toEqual([[7, { version: 2 }]]);
  await press('تراجع');
  await waitFor(() => expect(undoOne).toHaveBeenCalledWith(44));
});

test('two taps refuse an excuse, with a line for the guardian if the user writes one', async () => {
  const { refuse } = open();
  await press('عدم قبول عذر أنس الراشد');
  const dialog = within(await screen.findByRole('dialog', { name: 'عدم قبول العذر' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'سطر لولي الأمر (اختياري)' }), 'نحتاج تقريراً');
  await userEvent.click(dialog.getByRole('button', { name: 'عدم القبول' }));
  expect(await screen.findByText(excuseMessages.refused)).toBeTruthy();
  expect(refuse.mock.calls).toEqual([[7, { line: 'نحتاج تقريراً', version: 2 }]]);
});

test('an answer that another person has given before stays in the dialog with the reason', async () => {
  const problem = new ApiProblem(409, excuseMessages.refusedByOffice, {
    code: 'STALE',
    error: excuseMessages.refusedByOffice,
  });
  open([excuse], { accept: () => Promise.reject(problem) });
  await press('قبول عذر أنس الراشد');
  const dialog = within(await screen.findByRole('dialog', { name: 'قبول العذر' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'قبول' })).toHaveProperty('disabled', false));
  await userEvent.click(dialog.getByRole('button', { name: 'قبول' }));
  expect(await dialog.findByText(excuseMessages.refusedByOffice)).toBeTruthy();
});

test('the page shows one state at a time, and an answered excuse has the states of its subjects', async () => {
  const accepted: Excuse = {
    ...excuse,
    state: 'accepted',
    subjects: [
      { subject_code: 'T-1', name: 'التجويد', state: 'accepted' },
      { subject_code: 'F-1', name: 'الفقه', state: 'refused' },
    ],
  };
  const { page } = open([accepted]);
  await press('المقبولة');
  await waitFor(() => expect(page.mock.lastCall?.[0]).toMatchObject({ state: 'accepted' }));
  expect(await screen.findByText('التجويد: مقبول · الفقه: غير مقبول')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /عذر أنس الراشد/ })).toBeNull();
});

test('the address of a notification shows only its excuse', async () => {
  const { page } = open([excuse], {}, '/excuses?excuse=7');
  expect(await screen.findByRole('link', { name: 'عرض كل الأعذار' })).toBeTruthy();
  expect(page.mock.calls[0]?.[0]).toEqual({ id: 7, from: 0, size: 20 });
});

test('without excuses the page says where they come from', async () => {
  open([]);
  expect(await screen.findByText('لا أعذار هنا')).toBeTruthy();
});

test('staff enter an excuse of a chosen student', async () => {
  const { add } = open();
  await press('تسجيل عذر');
  const dialog = within(await screen.findByRole('dialog', { name: 'تسجيل عذر' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ العذر' }));
  expect(dialog.getByText('اختر الطالب')).toBeTruthy();
  expect(add).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('combobox', { name: 'الطالب' }));
  await userEvent.click(await screen.findByRole('option', { name: /أنس الراشد/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ العذر' }));
  await waitFor(() => expect(add).toHaveBeenCalledOnce());
  expect(add.mock.calls[0]?.[0]).toEqual({
    student_id: '14470003',
    from: today,
    to: today,
    reason: 'illness',
    line: '',
  });
});
