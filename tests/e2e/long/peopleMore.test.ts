import type { Page } from '@playwright/test';
import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { pickFound } from '../../support/journey';
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

test('a setting decides whether a teacher also sees subjects without a teacher', async ({
  page,
  browser,
  address,
}) => {
  const call = await newApiCaller(page, 'admin');
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
  await page.goto('/settings/access');
  await page.getByRole('radio', { name: /^مواده فقط/ }).check();
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();

  const context = await browser.newContext({ baseURL: address });
  const teacherPage = await context.newPage();
  await signIn(teacherPage, 'wahid', password);
  expect(await subjectsFigure(teacherPage)).toBe('1');
  expect(await offeredSubjects(teacherPage, own.batch_id)).toEqual([own.name]);

  await page.getByRole('radio', { name: /^مواده والمواد/ }).check();
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(page.getByText(/غير محفوظ/)).toHaveCount(0);
  const offered = await offeredSubjects(teacherPage, own.batch_id);
  expect(offered).toEqual(expect.arrayContaining([own.name, open.name]));
  expect(Number(await subjectsFigure(teacherPage))).toBeGreaterThan(1);
  await context.close();
});

test('an account without a student is linked and unlinked in the list of users', async ({ page }) => {
  const call = await newApiCaller(page, 'admin');
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
  await pickFound(page, dialog.getByRole('combobox'), free?.student_id ?? '');
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
