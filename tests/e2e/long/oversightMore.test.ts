import type { Page } from '@playwright/test';
import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { openFilters } from '../../support/lists';

const total = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'إجمالي الطلاب' }).locator('.figure');
const appliedButton = (page: Page) =>
  page.getByRole('button', { name: 'التصفيات المحفوظة، المطبّقة الآن: الطالبات' });
const savedButton = (page: Page) => page.getByRole('button', { name: 'التصفيات المحفوظة', exact: true });
const filterDialog = (page: Page) => page.getByRole('dialog', { name: 'التصفيات المحفوظة' });

/** Saves a filter for women. @returns the displayed numbers of all students and of women */
async function saveWomen(page: Page): Promise<{ all: string; women: string }> {
  await expect(total(page)).toHaveText(/^\d+$/);
  const all = (await total(page).textContent()) ?? '';
  await openFilters(page);
  await page.getByRole('combobox', { name: 'الجنس' }).click();
  await page.getByRole('option', { name: 'أنثى' }).click();
  await savedButton(page).click();
  await filterDialog(page).getByRole('button', { name: 'حفظ التصفية الحالية…' }).click();
  await page.getByLabel(/اسم التصفية/).fill('الطالبات');
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم حفظ التصفية بنجاح')).toBeVisible();
  await expect(page.getByRole('button', { name: 'إزالة التصفية «الجنس: أنثى»' })).toBeVisible();
  await expect(total(page)).not.toHaveText(all);
  await openFilters(page);
  await expect(appliedButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'عرض النتائج' }).click();
  await expect(total(page)).toBeVisible();
  return { all, women: (await total(page).textContent()) ?? '' };
}

test('a saved filter survives a reload, and can be applied, deleted and restored', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  const { all, women } = await saveWomen(page);

  await page.goto('/students');
  await expect(total(page)).toHaveText(all);
  await openFilters(page);
  await savedButton(page).click();
  await filterDialog(page).getByRole('button', { name: 'الطالبات', exact: true }).click();
  await expect(total(page)).toHaveText(women);
  await expect(page.getByRole('button', { name: 'إزالة التصفية «الجنس: أنثى»' })).toBeVisible();

  await openFilters(page);
  await appliedButton(page).click();
  await filterDialog(page).getByRole('button', { name: 'حذف الطالبات' }).click();
  await toast(page, 'تم حذف التصفية المحفوظة').getByRole('button', { name: 'تراجع' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await openFilters(page);
  await expect(appliedButton(page)).toBeVisible();
});

test('a saved filter is applied from the filter sheet of a phone', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students');
  const { women } = await saveWomen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/students');
  await page.getByRole('button', { name: 'التصفية', exact: true }).click();
  await savedButton(page).click();
  await filterDialog(page).getByRole('button', { name: 'الطالبات', exact: true }).click();
  await expect(total(page)).toHaveText(women);
  await expect(page.getByRole('button', { name: 'التصفية: تصفية واحدة مفعّلة' })).toBeVisible();
});

test('an edit of a student is in the audit trail with its old and its new value', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/students/1');
  const father = page.getByLabel('اسم الأب');
  await expect(father).not.toHaveValue('');
  const before = await father.inputValue();
  await father.fill('سلمان');
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم تحديث بيانات الطالب بنجاح')).toBeVisible();

  await page.goto('/archive');
  await page.getByRole('main').getByRole('link', { name: 'سجل العمليات' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'سجل العمليات' })).toBeVisible();
  await page.getByLabel('البحث في الوصف والسجل والمستخدم').fill('تعديل الطالب');
  await expect(page).toHaveURL(/\/audit\?.*filter/);
  // The table shows the header and one result.
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: /تعديل بيانات الطالب.*مدير.*هـ/ })).toHaveCount(1);
  await page.getByRole('link', { name: /^تفاصيل: تعديل بيانات الطالب/ }).click();
  await expect(page).toHaveURL(/\/audit\/\d+\?.*filter/);
  const operation = page.getByRole('dialog', { name: /تعديل بيانات الطالب/ });
  const line = operation.getByRole('row').filter({ hasText: 'اسم الأب' });
  await expect(line.getByRole('cell')).toHaveText([before, 'سلمان']);
  await page.reload();
  await expect(line.getByRole('cell')).toHaveText([before, 'سلمان']);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/audit\?/);

  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  await page.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'تم التراجع عنها' })).toHaveCount(1);
});

test('the search finds the audit trail, and a teacher with its address is redirected to the dashboard', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'البحث في كل الشاشات' }).fill('سجل العمل');
  await page.getByRole('option', { name: 'سجل العمليات' }).click();
  await expect(page.getByRole('cell', { name: 'النظام' })).toBeVisible();

  await page.getByRole('button', { name: /^حساب/ }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page).toHaveURL(/\/login/);
  await takeSession(page, 'teacher');
  await page.goto('/audit');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/audit/1');
  await expect(page).toHaveURL(/\/dashboard$/);
});
