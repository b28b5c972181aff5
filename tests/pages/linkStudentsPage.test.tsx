import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import LinkStudentsPage from '../../src/custom-pages/link-students/LinkStudentsPage';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { renderScreen, signInAs } from '../support/screen';

interface Asked {
  filter: Record<string, unknown>;
  pagination: { page: number; perPage: number };
}

const student = (id: number, more: object = {}) => ({
  id,
  student_id: `1445${String(id).padStart(4, '0')}`,
  full_name: `طالب ${id}`,
  email: id % 2 === 0 ? `t${id}@example.org` : null,
  user_id: null,
  link_state: 'none',
  ...more,
});
/** As many students as a large institute has. */
const unlinked = Array.from({ length: 3_000 }, (_, at) => student(at + 1));
const broken = student(3_001, {
  user_id: 7,
  // A server that stores links at the student and at the account, and sends no `link_state`.
  link_state: undefined,
});
const account = {
  id: 8,
  name: 'حساب حر',
  username: 'hurr',
  role: 'student',
  student_id: null,
  is_active: true,
};

/** A server with these students. @param refusal error of every write */
function institute({ refusal, isDemo = true }: { refusal?: ApiProblem; isDemo?: boolean } = {}) {
  const answer = async <T,>(value: T): Promise<T> => {
    if (refusal) throw refusal;
    return value;
  };
  const successResponse = { success: true, message: 'تم' };
  return {
    getList: vi.fn<(resource: string, asked: Asked) => Promise<object>>(
      async (resource, { filter, pagination: { page, perPage } }) => {
        if (resource === 'users') return { data: [account], total: 1 };
        const rows = filter['is_linked'] === false ? unlinked : [broken];
        const matches = rows.filter(({ full_name }) => full_name.includes(String(filter['q'] ?? '')));
        return { data: matches.slice((page - 1) * perPage, page * perPage), total: matches.length };
      },
    ),
    getMany: async () => ({ data: [{ id: 7, username: 'talib7', student_id: '14459999' }] }),
    isDemo: async () => isDemo,
    linkStudent: vi.fn<(id: number, userId: number) => Promise<object>>(() => answer(successResponse)),
    unlinkStudent: vi.fn<(userId: number) => Promise<object>>(() => answer(successResponse)),
    demoLink: vi.fn<() => Promise<object>>(() =>
      answer({
        ...successResponse,
        student_name: 'طالب 1',
        username: 'tajriba',
        temporary_password: 'abcd-efgh-jkmn',
      }),
    ),
    loadLinkCandidates: async () => [
      {
        id: 5,
        student_id: '14450005',
        full_name: 'طالب 5',
        user_id: 9,
        username: '14450005',
        name: 'س',
        matched_by: 'student_id',
      },
    ],
    linkAllCandidates: vi.fn<(body: object) => Promise<object>>(() =>
      answer({ ...successResponse, linked: 1 }),
    ),
  };
}

const list = async (name: string) =>
  within((await screen.findByText(name)).closest('section') as HTMLElement);
/** A query by text is faster than a query by role. */
const press = (name: string, container: Pick<typeof screen, 'queryByLabelText' | 'getByText'> = screen) =>
  fireEvent.click(container.queryByLabelText(name) ?? container.getByText(name));
const banner = async (sentence: string, colour: 'Error' | 'Success') => {
  const alert = (await screen.findByText(sentence)).closest('.MuiAlert-root');
  expect(alert?.className).toContain(`color${colour}`);
  press('إغلاق', within(alert as HTMLElement));
};
const chooseFor = async (name: string) => {
  const section = await list('طلاب بلا حساب');
  const line = (await section.findByText(name)).closest('li') as HTMLElement;
  const picker = within(line).getByRole('combobox', { hidden: true });
  fireEvent.mouseDown(picker);
  fireEvent.click(await screen.findByText('حساب حر'));
  press(`ربط ${name} بالحساب المختار`, section);
};

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('an institute without students has its own message, not "all students are linked"', async () => {
  const provider = { ...institute(), getList: async () => ({ data: [], total: 0 }) };
  renderScreen(<LinkStudentsPage />, provider);
  const section = await list('طلاب بلا حساب');
  expect(await section.findByText(/لم يُضف أي طالب بعد/)).toBeTruthy();
  expect(section.queryByText('كل الطلاب مرتبطون بحسابات.')).toBeNull();
});

it('an institute whose students all have accounts says that all are linked', async () => {
  const everybody = institute();
  const getList = async (...parameters: Parameters<typeof everybody.getList>) =>
    parameters[1].filter?.['is_linked'] === false ? { data: [], total: 0 } : everybody.getList(...parameters);
  renderScreen(<LinkStudentsPage />, { ...everybody, getList });
  const section = await list('طلاب بلا حساب');
  expect(await section.findByText('كل الطلاب مرتبطون بحسابات.')).toBeTruthy();
});

it('thousands of students are shown in pages of ten, and can be searched', async () => {
  const provider = institute();
  renderScreen(<LinkStudentsPage />, provider);
  const section = await list('طلاب بلا حساب');
  expect(await section.findByText('طالب 1')).toBeTruthy();
  expect(section.getByText('(3,000)')).toBeTruthy();
  expect(section.getAllByRole('listitem', { hidden: true })).toHaveLength(10);
  expect(section.getByText('14450002')).toBeTruthy();
  expect(section.getByText('t2@example.org')).toBeTruthy();
  expect(section.getAllByText(/لا يوجد بريد/)).toHaveLength(5);
  expect(section.getByText('1 من 300')).toBeTruthy();
  press('التالي', section);
  expect(await section.findByText('طالب 11')).toBeTruthy();
  fireEvent.change(section.getByRole('searchbox', { hidden: true }), { target: { value: 'طالب 2999' } });
  expect(await section.findByText('(1)')).toBeTruthy();
  expect(section.getAllByRole('listitem', { hidden: true })).toHaveLength(1);
  fireEvent.change(section.getByRole('searchbox', { hidden: true }), { target: { value: 'لا أحد' } });
  expect(await section.findByText('لا طالب يطابق البحث.')).toBeTruthy();
});

it('only unlinked accounts of students and teachers are offered, and each success is shown in green', async () => {
  const provider = institute();
  renderScreen(<LinkStudentsPage />, provider);
  await chooseFor('طالب 1');
  await banner('تم ربط الطالب بنجاح، وحُدّث سجل الطالب وسجل المستخدم معاً.', 'Success');
  expect(provider.linkStudent.mock.calls).toEqual([[1, 8]]);
  const calls = provider.getList.mock.calls.filter(([resource]) => resource === 'users');
  expect(calls.length).toBeGreaterThan(0);
  for (const [, { filter }] of calls)
    expect(filter).toMatchObject({ has_student: false, is_active: true, role: ['student', 'teacher'] });

  // The yellow card shows the number of the student and the different number in the account.
  const linkedList = await list('طلاب مرتبطون');
  const card = (await linkedList.findByText('الربط غير متطابق')).closest('.MuiAlert-root');
  expect(card?.className).toContain('colorWarning');
  expect(card?.textContent).toContain('الحساب «talib7» يشير إلى رقم آخر: 14459999');
  expect(linkedList.getByText('14453001')).toBeTruthy();
  press('فك ربط طالب 3001', linkedList);
  await banner('تم فك الربط بنجاح، وحُدّث سجل الطالب وسجل المستخدم معاً.', 'Success');
  expect(provider.unlinkStudent.mock.calls).toEqual([[7]]);

  press('إنشاء ربط تجريبي');
  expect(await screen.findByText('abcd-efgh-jkmn')).toBeTruthy();
  await banner('تم ربط الطالب «طالب 1» تجريبياً، وحُدّث السجلان معاً.', 'Success');
  expect(screen.queryByText('abcd-efgh-jkmn')).toBeNull();
});

it.each([
  ['the server does not explain', new ApiProblem(500, 'خطأ عام', null), null],
  [
    'the server explains',
    new ApiProblem(409, 'خطأ عام', { error: 'هذا الحساب مرتبط بطالب آخر', code: 'ALREADY_LINKED' }),
    'هذا الحساب مرتبط بطالب آخر',
  ],
])('a failure that %s is shown in red, and the selection stays', async (_what, refusal, sentence) => {
  renderScreen(<LinkStudentsPage />, institute({ refusal }));
  await chooseFor('طالب 1');
  await banner(sentence ?? 'خطأ في ربط الطالب', 'Error');
  expect(screen.getByDisplayValue('حساب حر')).toBeTruthy();
  const linkedList = await list('طلاب مرتبطون');
  press('فك ربط طالب 3001', linkedList);
  await banner(sentence ?? 'خطأ في فك ربط الطالب', 'Error');
  press('إنشاء ربط تجريبي');
  await banner(sentence ?? 'خطأ في إنشاء الربط التجريبي', 'Error');
  press('ربط كل المتطابقين');
  fireEvent.click(await screen.findByText('ربط طالب واحد'));
  await waitFor(() => expect(screen.queryByText('ربط طالب واحد')).toBeNull());
  await banner(sentence ?? 'خطأ في ربط المتطابقين', 'Error');
});

it('an institute without demo data has no demo link, and the notes show no password', async () => {
  renderScreen(<LinkStudentsPage />, institute({ isDemo: false }));
  await screen.findByText('طالب 1');
  const notes = await list('ملاحظات');
  expect(notes.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('لا بد من ربط كل طالب بحساب'),
    expect.stringMatching(/تُولَّد.*مرة واحدة/),
    expect.stringContaining('يغيّر الطالب كلمة المرور'),
    expect.stringContaining('الربط من الجهتين'),
    expect.stringContaining('فك الربط يزيل الجهتين معاً'),
  ]);
  expect(notes.queryByText(/\d|[a-z]/i)).toBeNull();
  expect(screen.getByText('ربط كل المتطابقين')).toBeTruthy();
  expect(screen.queryByText('إنشاء ربط تجريبي')).toBeNull();
});

it('a list that cannot be loaded says so and offers a retry', async () => {
  const whole = institute();
  let isDown = true;
  const getList = async (resource: string, params: Asked) => {
    if (isDown && params.filter['is_linked'] === true) throw new ApiProblem(404, 'خطأ عام', null);
    return whole.getList(resource, params);
  };
  renderScreen(<LinkStudentsPage />, { ...whole, getList });
  const linkedList = await list('طلاب مرتبطون');
  expect(await linkedList.findByText('خطأ في جلب البيانات')).toBeTruthy();
  isDown = false;
  press('إعادة المحاولة', linkedList);
  expect(await linkedList.findByText('طالب 3001')).toBeTruthy();
});
