import type { Page } from '@playwright/test';
import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';
import { openMore } from '../../support/lists';

interface Row {
  id: number;
}
interface Offering extends Row {
  subject_code: string;
  name: string;
  type: string;
  batch_id: number;
}
interface Student extends Row {
  student_id: string;
  full_name: string;
}
const password = 'kalima-tawila-9';

/** The subjects that the grade screen offers in a batch. */
async function offeredSubjects(page: Page, batchId: number): Promise<string[]> {
  await page.goto(`/grades?batch_id=${batchId}`);
  await page.getByRole('combobox', { name: 'المادة' }).click();
  const options = page.getByRole('option');
  await expect(options.nth(1)).toBeVisible();
  return (await options.allTextContents()).slice(1);
}

async function subjectsFigure(page: Page): Promise<string | null> {
  await page.goto('/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: 'المواد' }).locator('.figure');
  await expect(card).toHaveText(/^\d+$/);
  return card.textContent();
}

test('a teacher sees the own subjects, with those of nobody or without, as an admin sets it', async ({
  page,
  browser,
  address,
}) => {
  const call = await callsOf(page, 'admin');
  const account = { name: 'وحيد', username: 'wahid', role: 'teacher', email: 'w@example.org', password };
  const teacher = await call<Row>('POST', '/users', account);
  const [own] = (await call<Offering[]>('GET', '/subjects')).filter(({ type }) => type === 'مادة');
  if (!own) throw new Error('the demo has subjects');
  await call('POST', '/subject-teachers', { subject_code: own.subject_code, teacher_id: teacher.id });
  const open = { name: 'مادة بلا معلم', subject_code: 'HURR', batch_id: own.batch_id, level: 1, hours: 2 };
  await call('POST', '/subjects', open);
  const others = await call<Offering[]>('GET', `/subjects`);
  expect(others.filter(({ batch_id }) => batch_id === own.batch_id).length).toBeGreaterThan(2);

  await takeSession(page, 'admin');
  await page.goto('/settings');
  await page.getByRole('radio', { name: /^مواده فقط/ }).check();
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  const context = await browser.newContext({ baseURL: address });
  const his = await context.newPage();
  await signIn(his, 'wahid', password);
  expect(await subjectsFigure(his)).toBe('1');
  expect(await offeredSubjects(his, own.batch_id)).toEqual([own.name]);

  await page.getByRole('radio', { name: /^مواده والمواد/ }).check();
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  const offered = await offeredSubjects(his, own.batch_id);
  expect(offered).toEqual(expect.arrayContaining([own.name, open.name]));
  expect(Number(await subjectsFigure(his))).toBeGreaterThan(1);
  await context.close();
});

test('an account that is not a student’s is linked and unlinked in the list of users', async ({ page }) => {
  const call = await callsOf(page, 'admin');
  const teacher = { name: 'راشد المقرئ', username: 'rashid', role: 'teacher', email: 'r@example.org' };
  await call('POST', '/users', { ...teacher, password });
  const free = (await call<(Student & { user_id: number | null })[]>('GET', '/students')).find(
    ({ user_id }) => user_id === null,
  );
  await takeSession(page, 'admin');
  await page.goto('/users');
  const row = page.getByRole('row', { name: /راشد المقرئ/ });
  const link = page.getByRole('menuitem', { name: 'ربط راشد المقرئ بطالب' });
  const students = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'طالب', exact: true }) });
  await expect(students.first()).toBeVisible();
  for (const student of await students.all()) {
    await openMore(student);
    await expect(page.getByRole('menuitem', { name: /^تغيير كلمة مرور/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /بطالب$/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await openMore(row);
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'ربط الحساب بطالب' });
  await dialog.getByRole('button', { name: 'ربط', exact: true }).click();
  await expect(dialog.getByText('الرجاء اختيار الطالب صاحب الحساب')).toBeVisible();
  await dialog.getByRole('combobox').fill(free?.student_id ?? '');
  await page.getByRole('option', { name: free?.full_name ?? '' }).click();
  await dialog.getByRole('button', { name: 'ربط', exact: true }).click();
  await expect(toast(page, 'تم ربط الطالب بنجاح')).toBeVisible();
  await expect(row).toContainText(free?.student_id ?? '');

  await openMore(row);
  await link.click();
  await expect(dialog).toContainText(free?.full_name ?? '');
  await dialog.getByRole('button', { name: 'فك الربط' }).click();
  await expect(toast(page, 'تم فك ربط الطالب بنجاح')).toBeVisible();
  await expect(row).not.toContainText(free?.student_id ?? '');
});

test('accounts named by a student’s number are linked together after a look at the pairs', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  const free = (await call<(Student & { user_id: number | null })[]>('GET', '/students'))
    .filter(({ user_id }) => user_id === null)
    .slice(0, 3);
  for (const { student_id: username, full_name: name } of free)
    await call('POST', '/users', { username, name, role: 'student', password });
  const [left, ...linked] = free;

  await takeSession(page, 'admin');
  await page.goto('/link-students');
  await page.getByRole('button', { name: 'ربط كل المتطابقين' }).click();
  const dialog = page.getByRole('dialog', { name: 'ربط كل المتطابقين' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('checkbox', { name: new RegExp(left?.student_id ?? '') }).uncheck();
  await dialog.getByRole('button', { name: 'ربط طالبين' }).click();
  await expect(page.getByText('تم ربط طالبين، وحُدّثت السجلات على الجانبين.')).toBeVisible();
  const list = page.getByRole('region', { name: 'طلاب مرتبطون' });
  for (const { student_id, full_name } of linked) {
    await page.getByRole('searchbox', { name: 'البحث في المرتبطين' }).fill(student_id);
    await expect(list.getByRole('listitem')).toHaveText([new RegExp(full_name)]);
  }
  await page.getByRole('searchbox', { name: 'البحث في المرتبطين' }).fill(left?.student_id ?? '');
  await expect(list.getByRole('listitem')).toHaveCount(0);
});

test('who forgot the password gets a generated one, shown once, copied, and changed by its owner before anything else', async ({
  page,
  context,
  browser,
  address,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  expect((await page.request.post('/api/auth/forgot', { data: { username: 'teacher2' } })).ok()).toBe(true);
  await takeSession(page, 'admin');
  await page.goto('/programs');
  // The request leads from the bell to the account.
  await page.getByRole('button', { name: /^الإشعارات، إشعار واحد/ }).click();
  await page.getByRole('dialog', { name: 'الإشعارات' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/users\?/);
  // The head of the table and this account alone.
  await expect(page.getByRole('row')).toHaveCount(2);
  const open = page.getByRole('row', { name: /teacher2/ }).getByRole('button', { name: /^المزيد/ });
  const change = page.getByRole('menuitem', { name: /^تغيير كلمة مرور/ });
  await open.click();
  await change.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'توليد كلمة مرور مؤقتة' })).toBeChecked();
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(dialog.locator('code')).toHaveText(/\S{8,}/);
  const made = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'نسخ' }).click();
  await expect(dialog.getByRole('status')).toHaveText('تم النسخ');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
  await dialog.getByRole('button', { name: 'سلّمتها، إغلاق' }).click();
  await expect(toast(page, 'تم تغيير كلمة المرور بنجاح')).toBeVisible();
  await open.click();
  await change.click();
  await expect(dialog.getByRole('radio', { name: 'توليد كلمة مرور مؤقتة' })).toBeVisible();
  await expect(page.getByText(made)).toHaveCount(0);

  const other = await browser.newContext({ baseURL: address });
  const his = await other.newPage();
  await his.goto('/login');
  await his.getByLabel('اسم المستخدم').fill('teacher2');
  await his.getByLabel('كلمة المرور', { exact: true }).fill(made);
  await his.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(his.getByRole('heading', { name: 'تغيير كلمة المرور المؤقتة' })).toBeVisible();
  await his.goto('/grades');
  await expect(his.getByRole('heading', { name: 'تغيير كلمة المرور المؤقتة' })).toBeVisible();
  await his.getByLabel('كلمة المرور الحالية').fill(made);
  await his.getByLabel('كلمة المرور الجديدة', { exact: true }).fill(password);
  await his.getByLabel('تأكيد كلمة المرور الجديدة').fill(password);
  await his.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(his.getByRole('navigation', { name: 'التنقل الرئيس' })).toBeVisible();
  await other.close();
});
