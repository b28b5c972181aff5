import type { Locator, Page } from '@playwright/test';
import { expectAccessible, waitForScreen } from '../../support/accessible';
import { expect, takeSession, test } from '../../support/browserTest';

const sample = (name: string) => `tests/data/import/${name}`;
const csv = (lines: readonly string[]) => ({
  name: 'rows.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
const close = async (page: Page) => {
  await button(dialogOf(page), 'إغلاق').last().click();
  await expect(dialogOf(page)).toBeHidden();
};

/** Chooses the file and waits for the preview. */
async function preview(page: Page, file: string | ReturnType<typeof csv>): Promise<Locator> {
  await page.getByTestId('file').setInputFiles(file);
  await button(dialogOf(page), 'التالي').click();
  await expect(dialogOf(page).getByText('أول الصفوف')).toBeVisible();
  await expect(dialogOf(page).getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  return dialogOf(page);
}

test('sources and columns of an import are accessible', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/import?type=grades');
  await waitForScreen(page);
  await expectAccessible(page, 'the import of marks');
  await button(page, 'التعليمات').click();
  await expectAccessible(page, 'the help');
  await close(page);
  await button(page, 'إدخال الرابط').click();
  await expect(dialogOf(page).getByLabel('رابط Google Sheets')).toBeVisible();
  await expectAccessible(page, 'the link to a sheet');
  await close(page);
  await button(page, 'استيراد عدة أوراق').click();
  await expectAccessible(page, 'several sheets');
  await dialogOf(page).getByTestId('file').setInputFiles(sample('workbook.xlsx'));
  await expect(dialogOf(page).getByRole('checkbox')).not.toHaveCount(0);
  await expectAccessible(page, 'the sheets of a workbook');
  await page.keyboard.press('Escape');
  await page.getByTestId('file').setInputFiles(sample('grades-coursework-final.csv'));
  await expect(button(dialogOf(page), 'التالي')).toBeVisible();
  await expectAccessible(page, 'the columns of a file');
  await button(dialogOf(page), 'التالي').click();
  await expect(dialogOf(page).getByText('أول الصفوف')).toBeVisible();
  await expectAccessible(page, 'the preview');
});

test('questions and corrections of an import are accessible', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/import?type=programs');
  await page
    .getByTestId('file')
    .setInputFiles(csv(['معهد النور,,', ',,', 'اسم البرنامج,عدد المستويات,نبذة', 'التجويد,4,أحكام']));
  await expect(dialogOf(page).getByRole('combobox', { name: 'سطر العناوين' })).toContainText('السطر 3');
  await expectAccessible(page, 'a header below titles');
  await page.goto('/import?type=students');
  const rows = ['الاسم الأول,اسم الأم,اسم العائلة,رقم الهوية', 'عمر,فاطمة,الأنس,1000000001', 'سعد,نورة,الأنس,12'];
  const dialog = await preview(page, csv(rows));
  await expect(dialog.getByText('لا يوجد عمود لـ«الدفعة»؛ يبقى الحقل فارغاً')).toBeVisible();
  await expectAccessible(page, 'fields without a column');
  await button(dialog, 'تصحيح السطر 3').click();
  await dialog.getByLabel('رقم الهوية').fill('13');
  await button(dialog, 'تحقق').click();
  await expectAccessible(page, 'the correction of a line');
});

test('a running, stopped, paused and complete import is accessible', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/import?type=programs');
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let sent = 0;
  await page.route('**/api/programs/import', async (route) => {
    if ((sent += 1) === 2) await gate;
    await route.continue();
  });
  const rows = Array.from({ length: 120 }, (_, index) => `مسار ${index},4`);
  const dialog = await preview(page, csv(['اسم البرنامج,عدد المستويات', ...rows]));
  const acknowledgement = dialog.getByRole('checkbox', { name: 'أعلم ذلك' });
  if (await acknowledgement.isVisible()) await acknowledgement.check();
  await button(dialog, /^استيراد 120/).click();
  await expect(dialog.getByText('جارٍ الاستيراد… 50 من 120')).toBeVisible();
  await expectAccessible(page, 'an import that runs');
  await button(dialog, 'إلغاء الاستيراد').click();
  release();
  await expect(dialog.getByText(/^أُلغي الاستيراد/)).toBeVisible();
  await expectAccessible(page, 'an import that was cancelled');
  await close(page);
  await expect(page.getByText('استيراد لم يكتمل')).toBeVisible();
  await expectAccessible(page, 'an import that is not complete');
  await button(page, /^حساب/).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(dialogOf(page).getByText('تسجيل الخروج يحذف من هذا الجهاز')).toBeVisible();
  await expectAccessible(page, 'signing out with an import that is not complete');
  await page.keyboard.press('Escape');
  await button(page, 'إكماله').click();
  await expect(dialog.getByText('اكتمل الاستيراد.')).toBeVisible();
  await expectAccessible(page, 'an import that is complete');
});

test('accounts created by an import are accessible', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/import?type=users');
  const header = 'اسم المعلم,اسم المستخدم,البريد,جوال المعلم';
  const dialog = await preview(page, csv([header, 'هادي المطيري,teacher,,', 'سعد الراشد,saad,,']));
  await expectAccessible(page, 'a user name of another account');
  await button(dialog, /^تصحيح السطر/)
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'اسم المستخدم' }).fill('hadi');
  await button(dialog, 'تحقق').click();
  await button(dialog, 'استيراد صفين').click();
  await expect(dialog.getByRole('region', { name: 'الحسابات الجديدة' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page, 'the new accounts');
});
