import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../src/dataProvider/ApiProblem';
import { noteList } from '../../src/dataProvider/serverFeatures';
import { UserCreate } from '../../src/resources/users/UserForm';
import UserList from '../../src/resources/users/UserList';
import { renderScreen, signInAs } from '../support/screen';

type Sent = { data: Record<string, unknown> };

const account = (id: number, name: string, role: string, more: object = {}) => ({
  id,
  name,
  username: `user${id}`,
  email: null,
  role,
  student_id: null,
  phone: null,
  is_active: true,
  last_login: null,
  must_change_password: false,
  version: 1,
  ...more,
});
const accounts = [
  account(1, 'سليمان', 'admin', { last_login: '2024-03-01T12:30:00.000Z' }),
  account(2, 'معاذ', 'teacher'),
  account(3, 'هند', 'student', { student_id: '14450001', student_name: 'هند محمد' }),
];
const person = (number: number, user_id: number | null = null) => ({
  id: number,
  student_id: `1445${String(number).padStart(4, '0')}`,
  full_name: `طالب ${number}`,
  national_id: `10000000${String(number).padStart(2, '0')}`,
  user_id,
  link_state: user_id === null ? 'none' : 'sound',
});
const students = [person(1, 3), ...Array.from({ length: 40 }, (_, at) => person(at + 2))];

interface Asked {
  filter: { q?: string };
  pagination: { perPage: number };
}

/** A server with these accounts and students. @param refusal error of every write */
function institute(refusal?: ApiProblem) {
  const answer = async <T,>(value: T): Promise<T> => {
    if (refusal) throw refusal;
    return value;
  };
  const successResponse = { success: true, message: 'تم' };
  return {
    getList: async (resource: string, { filter, pagination }: Asked) => {
      const rows = resource === 'users' ? accounts : students;
      const matches = rows.filter((row) => JSON.stringify(row).includes(filter.q ?? ''));
      return { data: matches.slice(0, pagination.perPage), total: matches.length };
    },
    update: vi.fn<(resource: string, sent: Sent) => Promise<object>>((_, { data }) =>
      answer({ data: { ...accounts[1], ...data } }),
    ),
    create: vi.fn<(resource: string, sent: Sent) => Promise<object>>((_, { data }) =>
      answer({ data: { id: 9, ...data } }),
    ),
    delete: vi.fn<() => Promise<object>>(() => answer({ data: accounts[1] })),
    setUserPassword: vi.fn<(id: number, password: string | null) => Promise<object>>(() =>
      answer(successResponse),
    ),
    linkByNumber: vi.fn<(link: object) => Promise<object>>(() => answer(successResponse)),
    settings: async () => ({ time_zone: 'Pacific/Auckland', is_demo: false }),
    savedFilters: async () => [],
  };
}

const show = (provider: object) =>
  renderScreen(
    <ResourceContextProvider value="users">
      <UserList />
    </ResourceContextProvider>,
    provider,
    '/users',
  );
/** The row of an account. Queries by role within one row are faster. */
const row = async (name: string) => {
  const [cell] = await screen.findAllByText(name);
  const line = cell?.closest('tr');
  if (!line) throw new Error(`${name} stands in no row`);
  return within(line);
};
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } });
/** A query by label is faster than a query by role. */
const press = (name: string, container: Pick<typeof screen, 'queryByLabelText' | 'getByRole'> = screen) =>
  fireEvent.click(container.queryByLabelText(name) ?? container.getByRole('button', { name }));
/** Chooses an entry from the menu «⋯» of a row. */
const pressMore = async (what: string, name: string, container: Awaited<ReturnType<typeof row>>) => {
  press(`المزيد: ${name}`, container);
  fireEvent.click(await screen.findByRole('menuitem', { name: what }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
};
const toast = (sentence: string) => screen.findByText(sentence);

/** A failure without a message of the server, and a failure with one. */
const silence = new ApiProblem(500, 'خطأ عام', null);
const explained = new ApiProblem(409, 'خطأ عام', {
  error: 'هذا الطالب مرتبط بحساب آخر',
  code: 'ALREADY_LINKED',
});

beforeEach(() => signInAs('admin'));
afterEach(cleanup);

it('the list shows the local day of the last sign-in and the permissions of roles, and links users without a student', async () => {
  show(institute());
  const admin = await row('سليمان');
  const ago = admin.getByText(/^قبل \d+ (يوماً|يوم|أيام)$/);
  await waitFor(() => expect(ago.getAttribute('data-tip')).toContain('2 مارس 2024 م'));
  const teacher = await row('معاذ');
  expect(teacher.getByText('لم يدخل بعد')).toBeTruthy();
  const offersLink = async (container: typeof admin) => {
    fireEvent.click(container.getByRole('button', { name: /^المزيد/ }));
    await screen.findByRole('menuitem', { name: /^تغيير كلمة مرور/ });
    const isOffered = screen.queryByRole('menuitem', { name: /بطالب$/ }) !== null;
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return isOffered;
  };
  expect(await offersLink(admin)).toBe(true);
  expect(await offersLink(teacher)).toBe(true);
  expect(await offersLink(await row('هند'))).toBe(false);

  const legend = within(screen.getByRole('region', { name: 'الصلاحيات' }));
  expect(legend.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['مدير', 'معلم', 'طالب']);
  for (const { textContent } of legend.getAllByRole('definition'))
    expect(textContent?.length).toBeGreaterThan(20);
});

it("the switch disables an account; the admin's own account cannot be disabled or deleted", async () => {
  const provider = institute();
  show(provider);
  const ownRow = await row('سليمان');
  expect(ownRow.getByRole('switch').hasAttribute('disabled')).toBe(true);
  expect(ownRow.queryByRole('button', { name: /^حذف/ })).toBeNull();
  fireEvent.click((await row('معاذ')).getByRole('switch'));
  await toast('تم تعطيل حساب «معاذ»');
  expect(provider.update.mock.calls.map(([, { data }]) => data)).toEqual([{ is_active: false }]);
});

it.each([
  ['a failure without a message of the server', silence, 'حدث خطأ', 'حدث خطأ أثناء الحذف'],
  [
    'a failure with a message of the server',
    explained,
    'هذا الطالب مرتبط بحساب آخر',
    'هذا الطالب مرتبط بحساب آخر',
  ],
])('%s is shown by every action of the list', async (_what, refusal, sentence, ofDeletion) => {
  const provider = institute(refusal);
  show(provider);
  const teacher = await row('معاذ');
  fireEvent.click(teacher.getByRole('switch'));
  await toast(sentence);
  expect(teacher.getByRole<HTMLInputElement>('switch').checked).toBe(true);

  await pressMore('تغيير كلمة مرور معاذ', 'معاذ', teacher);
  const password = within(await screen.findByRole('dialog'));
  press('تغيير كلمة المرور', password);
  expect((await password.findByRole('alert')).textContent).toBe(sentence);
  press('إغلاق', password);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pressMore('ربط معاذ بطالب', 'معاذ', teacher);
  const link = within(await screen.findByRole('dialog'));
  type(link.getByRole('combobox'), '14450007');
  fireEvent.click(await screen.findByRole('option', { name: /14450007/ }));
  press('ربط', link);
  expect((await link.findByRole('alert')).textContent).toBe(sentence);
  expect(provider.linkByNumber.mock.calls).toEqual([[{ user_id: 2, student_id: '14450007' }]]);
  expect(link.getByRole<HTMLInputElement>('combobox').value).toBe('طالب 7');
  press('إغلاق', link);
  press('ترك التغييرات');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('حذف معاذ', teacher);
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('هل أنت متأكد من حذف هذا المستخدم؟')).toBeTruthy();
  expect(question.getByText('معاذ')).toBeTruthy();
  press('إلغاء', question);
  expect(provider.delete).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('حذف معاذ', teacher);
  press('حذف', within(await screen.findByRole('alertdialog')));
  await toast(ofDeletion);
  expect(provider.delete).toHaveBeenCalledTimes(1);
});

it('a password is typed or generated, and a link is created, with the texts of the specification', async () => {
  const provider = institute();
  show(provider);
  const teacher = await row('معاذ');
  await pressMore('تغيير كلمة مرور معاذ', 'معاذ', teacher);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: 'كتابة كلمة مرور' }));
  press('تغيير كلمة المرور', dialog);
  expect((await dialog.findByRole('alert')).textContent).toBe('الرجاء إدخال جميع البيانات المطلوبة');
  type(dialog.getByLabelText('كلمة المرور الجديدة', { selector: 'input' }), 'قصيرة');
  press('تغيير كلمة المرور', dialog);
  expect((await dialog.findByRole('alert')).textContent).toBe('كلمة المرور يجب ألا تقل عن 8 أحرف');
  expect(provider.setUserPassword).not.toHaveBeenCalled();
  type(dialog.getByLabelText('كلمة المرور الجديدة', { selector: 'input' }), 'قصيرة لكنها تطول');
  press('تغيير كلمة المرور', dialog);
  await toast('تم تغيير كلمة المرور بنجاح');
  expect(provider.setUserPassword.mock.calls).toEqual([[2, 'قصيرة لكنها تطول']]);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pressMore('ربط معاذ بطالب', 'معاذ', teacher);
  const link = within(await screen.findByRole('dialog'));
  press('ربط', link);
  expect((await link.findByRole('alert')).textContent).toBe('الرجاء اختيار الطالب صاحب الحساب');
  type(link.getByRole('combobox'), '1000000009');
  fireEvent.click(await screen.findByRole('option', { name: /1000000009/ }));
  press('ربط', link);
  await toast('تم ربط الطالب بنجاح');
});

it('a new account is a teacher by default, and the form requires all fields except the e-mail', async () => {
  const provider = institute();
  renderScreen(
    <ResourceContextProvider value="users">
      <UserCreate />
    </ResourceContextProvider>,
    provider,
    '/users/create',
  );
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'معلم' }).checked).toBe(true);
  press('حفظ');
  await toast('الرجاء إدخال جميع البيانات المطلوبة');
  for (const name of [/^الاسم الكامل/, /^اسم المستخدم/])
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
  for (const name of [/^البريد الإلكتروني/, /^الجوال/])
    expect(field(name).getAttribute('aria-invalid')).toBe('false');
  type(field(/^الاسم الكامل/), 'طالبة');
  type(field(/^اسم المستخدم/), 'taliba');
  type(field(/^البريد الإلكتروني/), 'nowhere');

  fireEvent.click(screen.getByRole('radio', { name: 'طالب' }));
  press('حفظ');
  expect(await screen.findByText('صيغة البريد الإلكتروني غير صحيحة')).toBeTruthy();
  expect(screen.getByText('الرجاء اختيار الطالب صاحب الحساب')).toBeTruthy();
  expect(provider.create).not.toHaveBeenCalled();

  const picker = screen.getByRole('combobox', { name: /^الطالب/ });
  await userEvent.click(picker);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(20));
  expect(screen.getByText('يظهر أول 20 من 41، اكتب للبحث في الباقي')).toBeTruthy();
  // A student with another account is listed and disabled.
  expect(
    screen.getByRole('option', { name: /14450001.*مرتبط بحساب آخر/ }).getAttribute('aria-disabled'),
  ).toBe('true');
  for (const typed of ['14450033', 'طالب 33', '1000000033']) {
    type(picker, typed);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.getByRole('option').textContent).toContain('طالب 33');
  }
  type(picker, 'لا أحد');
  expect(await screen.findByText('لا توجد نتائج')).toBeTruthy();
  type(picker, '14450033');
  fireEvent.click(await screen.findByRole('option', { name: /طالب 33/ }));
  type(field(/^البريد الإلكتروني/), '');
  press('حفظ');
  await waitFor(() => expect(provider.create).toHaveBeenCalled());
  expect(provider.create.mock.calls[0]?.[1].data).toEqual({
    name: 'طالبة',
    username: 'taliba',
    email: null,
    phone: null,
    role: 'student',
    student_id: '14450033',
  });
});

it('a server that is not ours gets no account without an e-mail', async () => {
  noteList('subjects', [], false);
  const provider = institute();
  renderScreen(
    <ResourceContextProvider value="users">
      <UserCreate />
    </ResourceContextProvider>,
    provider,
    '/users/create',
  );
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  type(field(/^الاسم الكامل/), 'معلم');
  type(field(/^اسم المستخدم/), 'muallim');
  type(screen.getByLabelText(/^كلمة المرور/), 'نخلة وسبع سنابل');
  press('حفظ');
  await toast('الرجاء إدخال جميع البيانات المطلوبة');
  expect(field(/^البريد الإلكتروني/).getAttribute('aria-invalid')).toBe('true');
  expect(provider.create).not.toHaveBeenCalled();

  type(field(/^البريد الإلكتروني/), 'm@example.org');
  press('حفظ');
  await waitFor(() => expect(provider.create.mock.calls[0]?.[1].data['email']).toBe('m@example.org'));
});

it('a reset empties the form, with the role of a teacher', async () => {
  renderScreen(
    <ResourceContextProvider value="users">
      <UserCreate />
    </ResourceContextProvider>,
    institute(),
    '/users/create',
  );
  type(screen.getByRole('textbox', { name: /^الاسم الكامل/ }), 'اسم');
  fireEvent.click(screen.getByRole('radio', { name: 'مدير' }));
  press('إعادة تعيين');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'معلم' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^الاسم الكامل/ }).value).toBe('');
});
