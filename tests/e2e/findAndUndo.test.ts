import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { card, heading, openFromMenu, phoneViewport, save, undoLast } from '../support/journey';

test.use({ viewport: phoneViewport });

test('an admin on a phone finds a student by search, edits him, reads the edit in the audit trail and undoes it', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await expect(heading(page, 'لوحة التحكم')).toBeVisible();
  await page.getByRole('button', { name: /^بحث/ }).click();
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
  const id = page.url().split('/').at(-1) ?? '';
  const father = page.getByLabel('اسم الأب');
  await expect(father).not.toHaveValue('');
  const before = await father.inputValue();
  await father.fill('سلمان');
  await save(page);
  await expect(toast(page, 'تم تحديث بيانات الطالب بنجاح')).toBeVisible();

  await openFromMenu(page, 'سجل العمليات');
  await page.getByLabel('البحث في الوصف والسجل والمستخدم').fill('تعديل الطالب');
  await expect(page).toHaveURL(/\/audit\?.*filter/);
  await expect(page.locator('[data-record]')).toHaveCount(1);
  await expect(card(page, /تعديل بيانات الطالب.*سليمان الحكيم.*(الآن|قبل)/)).toHaveCount(1);
  await card(page, 'تعديل بيانات الطالب').getByRole('link').click();
  await expect(page).toHaveURL(/\/audit\/\d+\?.*filter/);
  const operation = page.getByRole('dialog', { name: /تعديل بيانات الطالب/ });
  await expect(operation).toContainText('اسم الأب');
  await expect(operation).toContainText(before);
  await expect(operation).toContainText('سلمان');
  await page.goBack();
  await expect(operation).toHaveCount(0);
  await expect(page).toHaveURL(/\/audit\?/);

  await undoLast(page);
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(card(page, 'تم التراجع عنها')).toHaveCount(1);
  const student = await (
    await newApiCaller(page, 'admin')
  )<{ second_name: string }>('GET', `/students/${id}`);
  expect(student.second_name).toBe(before);
});
