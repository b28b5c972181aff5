import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import TeachersPage from '../../src/custom-pages/teachers/TeachersPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { renderScreen, signInAs } from '../support/screen';

interface Asked {
  filter: { q?: string; not_taught_by?: number };
  pagination: { page: number; perPage: number };
}

const teacher = (id: number, name: string, is_active = true) => ({
  id,
  name,
  username: `t${id}`,
  email: `t${id}@example.org`,
  is_active,
  subjects_count: 2,
  hours: 5,
});
const teachers = [teacher(1, 'معاذ'), teacher(2, 'خديجة', false)];
const subject = (id: number) => ({
  id,
  name: `مادة ${id}`,
  subject_code: `MDA${id}-1`,
  type: 'حفظ',
  hours: 3,
  level: 2,
  batch_id: 1,
  batch_name: 'دفعة النور',
});
const subjects = Array.from({ length: 30 }, (_, at) => subject(at + 1));
/** The teacher is assigned to the first eight subjects. */
const links = subjects.slice(0, 8).map(({ id, subject_code, name, batch_name, level }) => ({
  id: id + 100,
  subject_code,
  teacher_id: 1,
  subject_name: name,
  batch_name,
  level,
}));

function institute(refusal?: ApiProblem) {
  const answer = async <T,>(value: T): Promise<T> => {
    if (refusal) throw refusal;
    return value;
  };
  return {
    teacherPage: vi.fn<(asked: { q: string }) => Promise<object>>(async ({ q }) => {
      const rows = teachers.filter(({ name, email }) => `${name} ${email}`.includes(q));
      return { rows, total: rows.length };
    }),
    getOne: async (_: string, { id }: { id: number }) => ({ data: teachers.find((one) => one.id === id) }),
    teacherSubjects: async (id: number) => (id === 1 ? links : []),
    getList: vi.fn<(resource: string, asked: Asked) => Promise<object>>(async (_, { filter, pagination }) => {
      const { page, perPage } = pagination;
      const rows = filter.not_taught_by === 1 ? subjects.slice(8) : subjects;
      const matches = rows.filter(({ name, subject_code }) =>
        `${name} ${subject_code}`.includes(filter.q ?? ''),
      );
      return { data: matches.slice((page - 1) * perPage, page * perPage), total: matches.length };
    }),
    assignSubjects: vi.fn<(id: number, codes: readonly string[]) => Promise<object>>((_, codes) =>
      answer({ assigned: codes.length }),
    ),
    unassignSubject: vi.fn<(link: number) => Promise<object>>(() => answer({ message: 'تم' })),
  };
}

const region = async (name: string) =>
  within((await screen.findByText(name)).closest('section') as HTMLElement);
/** A query by text is faster than a query by role. */
const press = (name: string, container: Pick<typeof screen, 'queryByLabelText' | 'getByText'> = screen) =>
  fireEvent.click(container.queryByLabelText(name) ?? container.getByText(name));
const search = (container: Pick<typeof screen, 'getByRole'>, text: string) =>
  fireEvent.change(container.getByRole('searchbox', { hidden: true }), { target: { value: text } });
const toast = (sentence: string) => screen.findByText(sentence);
const stat = (label: string) => screen.getByText(label).closest('li')?.textContent;

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('teachers are found by name and e-mail; the selected one has subjects, stats and available subjects', async () => {
  const provider = institute();
  const router = renderScreen(<TeachersPage />, provider, '/teachers');
  expect(await screen.findByText('t1@example.org')).toBeTruthy();
  expect(screen.getByText('معطّل')).toBeTruthy();
  search(screen, 't2@');
  await waitFor(() => expect(screen.queryByText('معاذ')).toBeNull());
  expect(screen.getByText('خديجة')).toBeTruthy();
  search(screen, 'معاذ');
  fireEvent.click(await screen.findByText('معاذ'));
  expect(router.state.location.search).toBe('?teacher=1');

  const assignedRegion = await region('المواد المسندة إلى «معاذ»');
  expect(assignedRegion.getAllByRole('listitem', { hidden: true })).toHaveLength(8);
  expect(assignedRegion.getAllByRole('listitem', { hidden: true })[0]?.textContent).toMatch(
    /مادة 1.*MDA1-1.*المستوى الثاني.*دفعة النور/,
  );
  search(assignedRegion, 'MDA3');
  await waitFor(() => expect(assignedRegion.getAllByRole('listitem', { hidden: true })).toHaveLength(1));

  const available = await region('مواد غير مسندة إليه');
  expect(available.getAllByRole('listitem', { hidden: true })).toHaveLength(20);
  expect(available.getAllByRole('listitem', { hidden: true })[0]?.textContent).toMatch(
    /مادة 9.*MDA9-1.*حفظ.*3 ساعات/,
  );
  expect(available.getByText('1 من 2')).toBeTruthy();
  search(available, 'MDA30');
  await waitFor(() => expect(available.getAllByRole('listitem', { hidden: true })).toHaveLength(1));
  expect([stat('المواد المسندة'), stat('المواد المتاحة'), stat('إجمالي المواد')]).toEqual([
    expect.stringContaining('8'),
    expect.stringContaining('22'),
    expect.stringContaining('30'),
  ]);
});

it('a filter that is chosen before a typed search runs also applies to the search', async () => {
  const provider = institute();
  renderScreen(<TeachersPage />, provider, '/teachers?teacher=1');
  const available = await region('مواد غير مسندة إليه');
  await available.findByText('مادة 9');
  search(available, 'MDA30');
  fireEvent.click(available.getByLabelText('بلا معلم فقط'));
  const both = { not_taught_by: 1, q: 'MDA30', has_teacher: false };
  await waitFor(() => expect(provider.getList.mock.calls.at(-1)?.[1].filter).toEqual(both));
});

it('the search field of assigned subjects stays while it filters, even if few are left', async () => {
  let remaining = links.slice(0, 7);
  const unassignSubject = async (id: number) => {
    remaining = remaining.filter((link) => link.id !== id);
    return { message: 'تم' };
  };
  const provider = { ...institute(), unassignSubject, teacherSubjects: async () => remaining };
  renderScreen(<TeachersPage />, provider, '/teachers?teacher=1');
  const assignedRegion = await region('المواد المسندة إلى «معاذ»');
  search(assignedRegion, 'MDA3');
  await waitFor(() => expect(assignedRegion.getAllByRole('listitem', { hidden: true })).toHaveLength(1));
  press('إلغاء إسناد مادة 3 (دفعة النور)', assignedRegion);
  await waitFor(() => expect(assignedRegion.queryAllByRole('listitem', { hidden: true })).toHaveLength(0));
  search(assignedRegion, '');
  await waitFor(() => expect(assignedRegion.getAllByRole('listitem', { hidden: true })).toHaveLength(6));
});

it('subjects are assigned separately or together, and unassigned, each time with a toast', async () => {
  const provider = institute();
  renderScreen(<TeachersPage />, provider, '/teachers?teacher=1');
  const available = await region('مواد غير مسندة إليه');
  await available.findByText('مادة 9');
  press('إسناد مادة 9 (دفعة النور)', available);
  await toast('تم إسناد المادة إلى المعلم');
  for (const id of [10, 11, 12]) press(`اختيار مادة ${id} (دفعة النور)`, available);
  press('إسناد 3 مواد', available);
  await toast('تم إسناد 3 مواد إلى المعلم');
  expect(provider.assignSubjects.mock.calls).toEqual([
    [1, ['MDA9-1']],
    [1, ['MDA10-1', 'MDA11-1', 'MDA12-1']],
  ]);
  press('إلغاء إسناد مادة 2 (دفعة النور)', await region('المواد المسندة إلى «معاذ»'));
  await toast('تم إلغاء إسناد المادة');
  expect(provider.unassignSubject.mock.calls).toEqual([[102]]);
});

it.each([
  ['does not explain', new ApiProblem(500, 'خطأ عام', null), 'فشل إسناد المادة', 'فشل إلغاء إسناد المادة'],
  [
    'explains',
    new ApiProblem(409, 'خطأ عام', { error: 'المادة مسندة إلى هذا المعلم من قبل', code: 'DUPLICATE' }),
    'المادة مسندة إلى هذا المعلم من قبل',
    'المادة مسندة إلى هذا المعلم من قبل',
  ],
])(
  'a failure that the server %s is shown in a toast, and the selection stays',
  async (_what, refusal, assignMessage, unassignMessage) => {
    const provider = institute(refusal);
    renderScreen(<TeachersPage />, provider, '/teachers?teacher=1');
    const available = await region('مواد غير مسندة إليه');
    await available.findByText('مادة 9');
    const choice = available.getByLabelText<HTMLInputElement>('اختيار مادة 9 (دفعة النور)');
    fireEvent.click(choice);
    press('إسناد مادة واحدة', available);
    await toast(assignMessage);
    expect(choice.checked).toBe(true);
    press('إلغاء إسناد مادة 2 (دفعة النور)', await region('المواد المسندة إلى «معاذ»'));
    await waitFor(() => expect(provider.unassignSubject).toHaveBeenCalled());
    await toast(unassignMessage);
  },
);

it('a disabled teacher gets no subjects, and the screen shows the reason', async () => {
  renderScreen(<TeachersPage />, institute(), '/teachers?teacher=2');
  await toast('حساب هذا المعلم معطّل، فعّله من المستخدمين قبل إسناد مواد إليه.');
  const available = await region('مواد غير مسندة إليه');
  await available.findByText('مادة 1');
  for (const button of available.getAllByLabelText(/^إسناد /))
    expect(button.hasAttribute('disabled')).toBe(true);
});
