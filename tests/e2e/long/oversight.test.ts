import type { Page } from '@playwright/test';
import { expect, expectComplaints, signIn, takeSession, test, toast } from '../../support/browserTest';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** The number on a card. */
const figure = async (page: Page, route: string, label: string) => {
  await page.goto(route);
  const card = page.getByRole('listitem').filter({ hasText: label });
  await expect(card.locator('.figure')).toHaveText(/^\d+$/);
  return Number(await card.locator('.figure').textContent());
};

test('a batch deleted with its students is in the archive, and can be restored completely', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const students = await figure(page, '/students', 'إجمالي الطلاب');
  await page.goto('/batches');
  const remove = page.getByRole('button', { name: /^حذف / }).first();
  const name = ((await remove.getAttribute('aria-label')) ?? '').replace(/^حذف /, '');
  await remove.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/طالب/);
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(toast(page, 'تم حذف الدفعة بنجاح')).toBeVisible();
  expect(await figure(page, '/students', 'إجمالي الطلاب')).toBeLessThan(students);

  await page.getByRole('navigation', { name: 'التنقل الرئيس' }).getByRole('link', { name: 'الأرشيف' }).click();
  await heading(page, 'الأرشيف');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('30 يوماً');
  await expect(row).toContainText('يمكن الاستعادة');
  await expect(page.getByText(/^1-\d+ من \d+$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'نوع الجدول' }).click();
  await page.getByRole('option', { name: 'الدرجات' }).click();
  await expect(page.getByRole('heading', { name: 'لا نتائج' })).toBeVisible();
  await page.getByRole('button', { name: 'مسح التصفية' }).first().click();

  await row.getByRole('button', { name: /^استعادة/ }).click();
  const restore = page.getByRole('alertdialog');
  await expect(restore).toContainText(name);
  await expect(restore).toContainText(/مرتبط/);
  await restore.getByRole('button', { name: 'استعادة', exact: true }).click();
  await expect(toast(page, 'تمت استعادة السجل بنجاح')).toBeVisible();
  await expect(row).toContainText('تم التراجع');
  await expect(row.getByRole('button', { name: /^استعادة/ })).toBeDisabled();
  expect(await figure(page, '/students', 'إجمالي الطلاب')).toBe(students);
});

test('an edit is undone from the list of operations, and Ctrl+K finds a student', async ({ page }) => {
  await signIn(page, 'admin');
  await heading(page, 'لوحة التحكم');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'البحث في كل الشاشات' });
  await box.fill('المستخد');
  await expect(page.getByRole('option', { name: 'المستخدمون' })).toHaveCount(1);
  await box.fill('احمد');
  await expect(page.getByRole('group', { name: 'الطلاب' }).getByRole('option').first()).toBeVisible();
  await box.press('ArrowDown');
  await box.press('ArrowUp');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/students\/\d+\/show$/);
  await page.getByRole('link', { name: 'تعديل البيانات' }).click();
  await expect(page).toHaveURL(/\/students\/\d+$/);

  const address = page.url();
  const father = page.getByLabel('اسم الأب');
  await expect(father).not.toHaveValue('');
  const before = await father.inputValue();
  await father.fill('سلمان');
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم تحديث بيانات الطالب بنجاح')).toBeVisible();

  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  const list = page.getByRole('dialog', { name: 'التراجع' });
  await expect(list.getByRole('listitem').first()).toContainText(/تعديل بيانات الطالب.*(الآن|قبل)/);
  await list.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await page.goto(address);
  await expect(father).toHaveValue(before);
});

test('if an operation cannot be undone, the dialog names what somebody changed since', async ({
  page,
  complaints,
}) => {
  await signIn(page, 'admin');
  const rename = async (name: string) => {
    await page.goto('/programs/1');
    await page.getByLabel('اسم البرنامج').fill(name);
    await page.getByRole('button', { name: 'حفظ', exact: true }).click();
    await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  };
  await rename('برنامج التراجع الأول');
  await rename('برنامج التراجع الثاني');
  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  await page
    .getByRole('dialog', { name: 'التراجع' })
    .getByRole('listitem')
    .nth(1)
    .getByRole('button')
    .click();
  const why = page.getByRole('dialog', { name: 'لم يتم التراجع' });
  await expect(why).toContainText('تغيّر بعد هذه العملية');
  await expect(why.getByRole('listitem').first()).toContainText('سليمان');
  expectComplaints(complaints, /409.*\/undo/);
});

test('a teacher is told that the archive is for admins, and a student has nothing to undo', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await page.goto('/archive');
  await expect(page.getByText('هذه الصفحة مخصصة للمديرين فقط.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'الأرشيف' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'التراجع عن العمليات' })).toBeVisible();
  await page.getByRole('button', { name: /^حساب/ }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, 'student');
  await expect(page.getByRole('button', { name: /^الإشعارات/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'التراجع عن العمليات' })).toHaveCount(0);
});

test('a request for a new password notifies the admins until it is marked as read', async ({ page }) => {
  await page.goto('/login');
  const asked = await page.request.post('/api/auth/forgot', { data: { username: 'teacher' } });
  expect(asked.ok()).toBe(true);
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'الإشعارات، إشعار واحد غير مقروء' }).click();
  const list = page.getByRole('dialog', { name: 'الإشعارات' });
  await expect(list.getByRole('listitem')).toContainText('كلمة مرور جديدة');
  await list.getByRole('button', { name: 'تعليم الكل مقروءاً' }).click();
  await expect(list.getByRole('button', { name: 'تعليم الكل مقروءاً' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'الإشعارات، لا جديد' })).toBeVisible();
});
