import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Circle } from '../../contract/circles';
import type { Subject } from '../../contract/subjects';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { dropSession } from '../../src/dataProvider/session';
import { CircleBoard } from '../../src/resources/subjects/circles/CircleBoard';
import { renderScreen, signInAs } from '../support/screen';

const today = '2026-11-21';
const subject = { id: 9, subject_code: 'QRN110-2', name: 'الورد اليومي', batch_id: 2 } as Subject;
const names: Record<string, string> = { 1: 'أنس الراشد', 2: 'بدر الزهراني', 3: 'تميم الحربي' };
const circle = (id: number, name: string): Circle => ({
  id,
  subject_code: subject.subject_code,
  name,
  teacher_id: null,
  teacher_name: null,
  days: [],
  time: null,
  place: null,
  capacity: null,
  members_count: 0,
  ended_on: null,
  version: 1,
});

type Write = (id: number, body: { student_ids: string[]; date: string }) => Promise<unknown>;

/** Renders the board. @param membersOn returns the stored members of a circle on a day */
async function open(membersOn: (id: number, date: string) => readonly string[] = () => []) {
  const later = new Map<number, readonly string[]>();
  const read = (id: number, date: string) =>
    (later.get(id) ?? membersOn(id, date)).map((student_id) => ({
      student_id,
      full_name: names[student_id],
      from: date,
      to: null,
    }));
  const circleMembers = vi.fn<(id: number, date: string) => Promise<ReturnType<typeof read>>>(
    async (id, date) => read(id, date),
  );
  const setCircleMembers = vi.fn<Write>(async (id, { student_ids, date }) => {
    later.set(id, student_ids);
    return { members: read(id, date), operation_id: null };
  });
  renderScreen(<CircleBoard subject={subject} />, {
    settings: async () => ({ today }),
    circlesOf: async () => [circle(1, 'حلقة عاصم'), circle(2, 'حلقة نافع')],
    circleMembers,
    setCircleMembers,
    getList: async () => ({
      data: Object.entries(names).map(([id, full_name]) => ({ id: Number(id), student_id: id, full_name })),
      total: 3,
    }),
  });
  await screen.findByRole('region', { name: 'حلقة عاصم' });
  return { circleMembers, setCircleMembers, later };
}

const column = (name: string) => within(screen.getByRole('region', { name }));
const move = async (student: string, to: string) => {
  await userEvent.click(screen.getByRole('button', { name: `نقل ${student} إلى حلقة أخرى` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: to }));
};
const dayField = () => screen.getByLabelText<HTMLInputElement>(/^الأعضاء في يوم/);
const retype = async (field: HTMLElement, day: string) => {
  await userEvent.clear(field);
  if (day !== '') await userEvent.type(field, day);
};
async function openMembers() {
  await userEvent.click(screen.getByRole('button', { name: 'إجراءات «حلقة عاصم»' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'الأعضاء' }));
  return within(await screen.findByRole('dialog', { name: 'أعضاء «حلقة عاصم»' }));
}
type Dialog = Awaited<ReturnType<typeof openMembers>>;
const box = (dialog: Dialog, name: string) =>
  dialog.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });

beforeEach(() => signInAs('admin'));
afterEach(() => {
  cleanup();
  dropSession('left');
});

it('two students moved into one circle in quick succession are both saved', async () => {
  const { setCircleMembers, later } = await open();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const write = setCircleMembers.getMockImplementation();
  setCircleMembers.mockImplementationOnce(async (id, body) => {
    await gate;
    return write?.(id, body);
  });
  await move('أنس الراشد', 'حلقة عاصم');
  await waitFor(() => expect(setCircleMembers).toHaveBeenCalledOnce());
  await move('بدر الزهراني', 'حلقة عاصم');
  release();
  await waitFor(() => expect(setCircleMembers).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(column('حلقة عاصم').getAllByRole('listitem')).toHaveLength(2));
  expect(later.get(1)).toEqual(['1', '2']);
});

it('members saved for a later day start from the members of that day, and only the ticked students change', async () => {
  const { setCircleMembers, later } = await open((id, date) =>
    (id === 1) === date < '2026-11-01' ? ['1'] : [],
  );
  const dialog = await openMembers();
  expect((await box(dialog, 'أنس')).checked).toBe(false);
  await userEvent.click(await box(dialog, 'بدر'));
  await retype(dialog.getByLabelText(/^اعتباراً من/), '2026-10-01');
  await waitFor(async () => expect((await box(dialog, 'أنس')).checked).toBe(true));
  expect((await box(dialog, 'بدر')).checked).toBe(true);
  // Another user has added a third student.
  later.set(1, ['1', '3']);
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  await waitFor(() => expect(setCircleMembers).toHaveBeenCalledOnce());
  const previousMembers = ['1', '3'].map((student_id) => ({ student_id, circle_id: 1 }));
  expect(setCircleMembers.mock.calls[0]).toEqual([
    1,
    {
      student_ids: ['1', '3', '2'],
      date: '2026-10-01',
      seen: [...previousMembers, { student_id: '2', circle_id: null }],
    },
  ]);
});

it.each([
  [today, 2],
  ['2026-10-01', null],
])('a student added from %s sends circle %s as the loaded circle', async (day, seenIn) => {
  const { setCircleMembers } = await open((id, date) => (id === 2 && date >= '2026-11-01' ? ['2'] : []));
  const dialog = await openMembers();
  await userEvent.click(await box(dialog, 'بدر'));
  await retype(dialog.getByLabelText(/^اعتباراً من/), day);
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'حفظ' });
  await waitFor(() => expect(save.disabled).toBe(false));
  await waitFor(() => expect(dialog.queryByText(/حلقة نافع/) === null).toBe(seenIn === null));
  await userEvent.click(save);
  await waitFor(() => expect(setCircleMembers).toHaveBeenCalledOnce());
  expect(setCircleMembers.mock.calls[0]).toMatchObject([
    1,
    { date: day, seen: [{ student_id: '2', circle_id: seenIn }] },
  ]);
});

const memberOfOtherCircle = { student_id: '2', full_name: 'بدر الزهراني', circle_id: 2 };
const staleProblem = (...current: object[]) =>
  new ApiProblem(409, 'تعذّر', { code: 'STALE', error: 'غيّر شخص آخر طلاب هذه الحلقة', current });
const question = async () => within(await screen.findByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' }));

it.each([
  ['القيمة المحفوظة', ['1']],
  ['قيمتي', ['1', '2']],
])('a save of members asks about a student whom another user has just moved: %s', async (side, members) => {
  const { setCircleMembers } = await open((id) => (id === 1 ? ['1'] : []));
  const dialog = await openMembers();
  await userEvent.click(await box(dialog, 'بدر'));
  setCircleMembers.mockRejectedValueOnce(
    staleProblem({ ...memberOfOtherCircle, student_id: '1', circle_id: 1 }, memberOfOtherCircle),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  const clashDialog = await question();
  expect(clashDialog.getByText('حلقة نافع')).toBeTruthy();
  await userEvent.click(clashDialog.getByRole('radio', { name: new RegExp(`^${side}`) }));
  await userEvent.click(clashDialog.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(setCircleMembers).toHaveBeenCalledTimes(2));
  expect(setCircleMembers.mock.calls[1]).toMatchObject([1, { student_ids: members }]);
});

it('a change of members by another user without a conflict is merged without a question', async () => {
  const { setCircleMembers, later } = await open((id) => (id === 1 ? ['1'] : []));
  const dialog = await openMembers();
  await userEvent.click(await box(dialog, 'بدر'));
  setCircleMembers.mockImplementationOnce(async () => {
    later.set(1, ['1', '3']);
    throw staleProblem({ ...memberOfOtherCircle, student_id: '3', circle_id: 1 });
  });
  await userEvent.click(dialog.getByRole('button', { name: 'حفظ' }));
  await waitFor(() => expect(later.get(1)).toEqual(['1', '3', '2']));
  expect(screen.queryByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' })).toBeNull();
});

it('moving a student whom another user has just moved asks first', async () => {
  const { setCircleMembers } = await open();
  setCircleMembers.mockRejectedValueOnce(staleProblem(memberOfOtherCircle));
  await move('بدر الزهراني', 'حلقة عاصم');
  const clashDialog = await question();
  await userEvent.click(clashDialog.getByRole('radio', { name: /^قيمتي/ }));
  await userEvent.click(clashDialog.getByRole('button', { name: 'حفظ المختار' }));
  await waitFor(() => expect(setCircleMembers).toHaveBeenCalledTimes(2));
  expect(setCircleMembers.mock.calls[1]).toMatchObject([
    1,
    { student_ids: ['2'], seen: [{ student_id: '2', circle_id: 2 }] },
  ]);
});

it('an incomplete day is neither requested nor saved', async () => {
  const { circleMembers } = await open();
  const dialog = await openMembers();
  await userEvent.click(await box(dialog, 'بدر'));
  const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'حفظ' });
  expect(save().disabled).toBe(false);
  await retype(dialog.getByLabelText(/^اعتباراً من/), '2026-1');
  expect(save().disabled).toBe(true);
  expect(circleMembers.mock.calls.every(([, date]) => date === today)).toBe(true);
});

it('the day of the board cannot be cleared: an empty field returns to the day, and the board stays', async () => {
  const { circleMembers } = await open();
  await retype(dayField(), '');
  await userEvent.tab();
  expect(dayField().value).toBe('11 جمادى الآخرة 1448 هـ');
  expect(screen.getByRole('region', { name: 'حلقة عاصم' })).toBeTruthy();
  expect(circleMembers.mock.calls.every(([, date]) => date === today)).toBe(true);
});

it('the day field keeps the focus while another day loads, and also after a failure', async () => {
  const { circleMembers } = await open();
  circleMembers.mockImplementation(async () => {
    throw new Error('down');
  });
  const field = dayField();
  await retype(field, '2026-11-15');
  await screen.findByText('تعذّر تحميل الحلقات');
  expect(dayField()).toBe(field);
  expect(document.activeElement).toBe(field);
});
