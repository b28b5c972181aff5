import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sard } from '../../contract/hifz/sard';
import { dropSession } from '../../src/dataProvider/session';
import SardPanel from '../../src/features/hifz/SardPanel';
import { newSard, findProblems } from '../../src/features/hifz/sardForm';
import { renderScreen, signInAs } from '../support/screen';

const sard = (id: number, more: Partial<Sard> = {}): Sard => ({
  id,
  student_id: '1445',
  student_name: 'سعد الراشد',
  subject_code: 'QRN110-1',
  from_juz: 29,
  to_juz: 30,
  date: '2026-11-20',
  examiner: null,
  mark: 90,
  max: 100,
  faults: [],
  passed: true,
  version: 1,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
});
const subjects = [{ subject_code: 'QRN110-1', name: 'القرآن الكريم' }];
const test30 = { from_juz: 30, to_juz: 30 };

/** Renders the panel with these sards, and a plan that requires a sard of juz 30. */
function open(records: Sard[], calls: object = {}) {
  const sards = vi.fn<(student: string, most: number) => Promise<Sard[]>>(async (_, most) =>
    records.slice(0, most),
  );
  renderScreen(<SardPanel student="1445" name="سعد الراشد" subjects={subjects} />, {
    settings: async () => ({ today: '2026-11-23' }),
    faultKinds: async () => [{ key: 'prompt', name: 'فتح', weight: 1 }],
    hifz: async () => ({ sards, task: async () => ({ test: test30 }), ...calls }),
  });
  return sards;
}

beforeEach(() => signInAs('teacher'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

test('a mark has a maximum, both in half steps, and the message of a mark that is too high has both numbers', () => {
  const form = { ...newSard({ subject_code: 'QRN110-1', date: '2026-11-23' }), passed: true };
  expect(findProblems(form)).toEqual({});
  expect(findProblems({ ...form, mark: '٩٢.٥' })).toEqual({});
  expect(findProblems({ ...form, mark: '105' })).toEqual({ mark: 'الدرجة 105 أكبر من الدرجة العظمى 100' });
  expect(findProblems({ ...form, mark: '90.2' })).toEqual({ mark: 'اكتب عدداً أو نصفه، مثل 92.5' });
  expect(Object.keys(findProblems({ ...form, mark: '90', max: '' }))).toEqual(['max']);
  expect(findProblems({ ...form, max: '' })).toEqual({});
  expect(Object.keys(findProblems({ ...form, passed: null }))).toEqual(['passed']);
  const fault = { kind: 'prompt', ayah: '78:5', count: 1 };
  expect(findProblems({ ...form, faults: [fault] })).toEqual({});
  expect(Object.keys(findProblems({ ...form, from_juz: 1, to_juz: 1, faults: [fault] }))).toEqual(['faults']);
});

test('the due sard fills the form, and a refusal is shown in the form', async () => {
  const addSard = vi.fn<(body: object) => Promise<object>>(async () => ({ operation_id: 4 }));
  open([], { addSard });
  await userEvent.click(await screen.findByRole('button', { name: 'تسجيل سرد الجزء 30' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'تسجيل سرد' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'زيادة فتح' }));
  await userEvent.type(dialog.getByLabelText('الدرجة (اختياري)'), '88');
  await userEvent.click(dialog.getByRole('button', { name: 'غير مُجتاز' }));
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ السرد' }));
  expect(await screen.findByText('تم حفظ السرد')).toBeTruthy();
  expect(addSard).toHaveBeenCalledWith({
    student_id: '1445',
    subject_code: 'QRN110-1',
    ...test30,
    date: '2026-11-23',
    examiner: '',
    mark: 88,
    max: 100,
    faults: [{ kind: 'prompt', ayah: null, count: 1 }],
    passed: false,
  });
});

test('a sard passed today is no longer due, and a tap shows older ones', async () => {
  const older = Array.from({ length: 8 }, (_, index) => sard(index + 1));
  const sards = open([sard(9, { date: '2026-11-23' }), ...older]);
  const list = await screen.findByRole('list', { name: 'السرد المسجل' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(5);
  expect(screen.queryByText(/حان سرد/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'عرض الأقدم' }));
  await vi.waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(9));
  expect(sards).toHaveBeenLastCalledWith('1445', 16);
  expect(screen.queryByRole('button', { name: 'عرض الأقدم' })).toBeNull();
});

test('a student sees due and past sards, and cannot change them', async () => {
  dropSession('left');
  signInAs('student');
  open([sard(1, { passed: false, faults: [{ kind: 'prompt', ayah: null, count: 2 }] })]);
  expect(await screen.findByText('غير مُجتاز')).toBeTruthy();
  expect(await screen.findByText(/حان سرد الجزء 30/)).toBeTruthy();
  expect(screen.getByText(/خطآن/)).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
