import type { Page } from '@playwright/test';
import { expect, expectComplaints, takeSession, test, toast } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();

async function search(page: Page, name: string, query: string): Promise<void> {
  await page.getByRole('searchbox', { name }).fill(query);
}

/** Fills in the fields that accounts of every role have. */
async function fillAccount(page: Page, name: string, username: string): Promise<void> {
  await page.goto('/users/create');
  await page.getByRole('textbox', { name: /^الاسم الكامل/ }).fill(name);
  await page.getByRole('textbox', { name: /^اسم المستخدم/ }).fill(username);
  await page.getByRole('textbox', { name: /^البريد الإلكتروني/ }).fill(`${username}@example.org`);
}

async function tokenOf(page: Page, data: { username: string; password: string }) {
  const answer = await page.request.post('/api/auth/login', { data });
  const { token } = (await answer.json()) as { token: string };
  return { Authorization: `Bearer ${token}` };
}

test('an admin adds a teacher with a one-time password and assigns a subject; with the scope "linked" the teacher sees only that', async ({
  page,
  browser,
  address,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/users/create');
  await save(page);
  await expect(toast(page, 'الرجاء إدخال جميع البيانات المطلوبة')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'معلم' })).toBeChecked();

  await fillAccount(page, 'سالم المقرئ', 'salem');
  await save(page);
  const once = page.getByRole('dialog', { name: 'كلمة المرور المؤقتة' });
  await expect(once.locator('code')).toHaveText(/\S{8,}/);
  const temporary = (await once.locator('code').textContent()) ?? '';
  await once.getByRole('button', { name: 'سلّمتها، إغلاق' }).click();
  await expect(toast(page, 'تم إضافة المستخدم بنجاح')).toBeVisible();
  await expect(page.getByRole('row', { name: /سالم المقرئ/ })).toContainText('لم يدخل بعد');

  await page.goto('/teachers');
  await search(page, 'البحث باسم المعلم أو بريده', 'سالم');
  await page.getByRole('button', { name: /^سالم المقرئ/ }).click();
  const assigned = page.getByRole('region', { name: 'المواد المسندة إلى «سالم المقرئ»' });
  const available = page.getByRole('region', { name: 'مواد غير مسندة إليه' });
  await expect(assigned.getByText('لم تُسند إلى هذا المعلم مادة بعد.')).toBeVisible();
  await available
    .getByRole('button', { name: /^إسناد / })
    .nth(1)
    .click();
  await expect(toast(page, 'تم إسناد المادة إلى المعلم')).toBeVisible();
  await expect(assigned.getByRole('listitem')).toHaveCount(1);

  await available
    .getByRole('checkbox', { name: /^اختيار / })
    .nth(1)
    .check();
  await available
    .getByRole('checkbox', { name: /^اختيار / })
    .nth(2)
    .check();
  await available.getByRole('button', { name: 'إسناد مادتين' }).click();
  await expect(assigned.getByRole('listitem')).toHaveCount(3);
  await assigned
    .getByRole('button', { name: /^إلغاء إسناد/ })
    .first()
    .click();
  await expect(toast(page, 'تم إلغاء إسناد المادة')).toBeVisible();
  await expect(assigned.getByRole('listitem')).toHaveCount(2);
  await assigned
    .getByRole('button', { name: /^إلغاء إسناد/ })
    .first()
    .click();
  await expect(assigned.getByRole('listitem')).toHaveCount(1);

  const call = await callsOf(page, 'admin');
  await call('PUT', '/settings', { teacher_scope: 'linked' });
  const all = await call<{ id: number; name: string; batch_id: number }[]>('GET', '/subjects');
  const name = (await assigned.getByRole('listitem').locator('p').first().textContent()) ?? '';
  const teacherContext = await browser.newContext({ baseURL: address });
  const teacherPage = await teacherContext.newPage();
  const first = await tokenOf(teacherPage, { username: 'salem', password: temporary });
  const chosen = { current: temporary, new: 'kalima-tawila-9' };
  expect((await teacherPage.request.post('/api/auth/password', { headers: first, data: chosen })).ok()).toBe(
    true,
  );
  await takeSession(teacherPage, 'salem', chosen.new);
  const seen = (await (
    await teacherPage.request.get('/api/subjects', { headers: first })
  ).json()) as typeof all;
  expect(seen.map((subject) => subject.name)).toEqual([name]);
  expect(all.filter(({ batch_id }) => batch_id === seen[0]?.batch_id).length).toBeGreaterThan(1);
  await teacherPage.goto(`/grades?batch_id=${seen[0]?.batch_id}`);
  await teacherPage.getByRole('combobox', { name: 'المادة' }).click();
  await expect(teacherPage.getByRole('option').nth(1)).toHaveText(name);
  await expect(teacherPage.getByRole('option')).toHaveCount(2);
  await teacherContext.close();
});

test('an admin adds the account of a student, links, unlinks and links it again, and undoes that a minute later', async ({
  page,
}) => {
  await page.clock.install();
  await takeSession(page, 'admin');
  await fillAccount(page, 'حساب طالب', 'talib-jadid');
  await page.getByRole('radio', { name: 'طالب' }).check();
  await save(page);
  await expect(page.getByText('الرجاء اختيار الطالب صاحب الحساب')).toBeVisible();
  const picker = page.getByRole('combobox', { name: /^الطالب/ });
  await picker.fill('لا أحد بهذا الاسم');
  await expect(page.getByText('لا توجد نتائج')).toBeVisible();
  await picker.fill('14450002');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option').first().click();
  const name = await picker.inputValue();
  await page
    .getByLabel(/^كلمة المرور/)
    .first()
    .fill('kalima-tawila-9');
  await save(page);
  await expect(toast(page, 'تم إضافة المستخدم بنجاح')).toBeVisible();
  await expect(page.getByRole('row', { name: /talib-jadid/ })).toContainText(name);

  await page.getByRole('main').getByRole('link', { name: 'ربط الطلاب بالحسابات' }).click();
  const unlinked = page.getByRole('region', { name: 'طلاب بلا حساب' });
  const linked = page.getByRole('region', { name: 'طلاب مرتبطون' });
  await search(page, 'البحث في المرتبطين', '14450002');
  await linked.getByRole('button', { name: `فك ربط ${name}` }).click();
  await expect(page.getByText('تم فك الربط بنجاح')).toBeVisible();
  await expect(linked.getByRole('listitem')).toHaveCount(0);

  await search(page, 'البحث باسم الطالب أو رقمه أو هويته', '14450002');
  await unlinked.getByRole('combobox', { name: `الحساب للطالب ${name}` }).fill('talib-jadid');
  await page.getByRole('option', { name: /حساب طالب/ }).click();
  await unlinked.getByRole('button', { name: `ربط ${name} بالحساب المختار` }).click();
  await expect(page.getByText('تم ربط الطالب بنجاح')).toBeVisible();
  await expect(linked.getByRole('listitem')).toContainText('talib-jadid');

  // Undoes the link that was made a minute ago.
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  const list = page.getByRole('dialog', { name: 'التراجع' });
  await expect(list.getByRole('listitem').first()).toContainText('قبل دقيقة');
  await list.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(linked.getByRole('listitem')).toHaveCount(0);
});

test('nobody can delete or disable their own account, and an account with recorded work is disabled instead of deleted', async ({
  page,
  complaints,
}) => {
  const worker = { username: 'aamil', password: 'kalima-tawila-9' };
  const admin = await tokenOf(page, { username: 'admin', password: 'rasd-demo' });
  const account = { ...worker, name: 'عامل سابق', role: 'admin' };
  const own = { headers: admin, data: { password: 'rasd-demo' } };
  expect((await page.request.post('/api/auth/step-up', own)).status()).toBe(200);
  expect((await page.request.post('/api/users', { headers: admin, data: account })).status()).toBe(201);
  const work = { program_id: 'AML', program_name: 'برنامج العامل' };
  const headers = await tokenOf(page, worker);
  expect((await page.request.post('/api/programs', { headers, data: work })).status()).toBe(201);

  await takeSession(page, 'admin');
  await page.goto('/users');
  await expect(page.getByRole('switch', { name: /سليمان الحكيم/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'حذف سليمان الحكيم' })).toHaveCount(0);
  await page.getByRole('button', { name: 'حذف عامل سابق' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click();
  const instead = page.getByRole('alertdialog', { name: 'لا يمكن حذف هذا المستخدم' });
  await expect(instead).toContainText('عطّل حسابه بدلاً من حذفه');
  await instead.getByRole('button', { name: 'تعطيل الحساب' }).click();
  const ownPassword = page.getByRole('dialog', { name: /^تأكيد كلمة المرور/ });
  await ownPassword.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await ownPassword.getByRole('button', { name: 'تأكيد ومتابعة' }).click();
  await expect(page.getByRole('switch', { name: /عامل سابق/ })).not.toBeChecked();
  // The browser logs the refused deletion and the call that needs the password.
  expectComplaints(complaints, /(409|403).*\/users/);
});
