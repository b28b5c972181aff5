import type { Locator } from '@playwright/test';
import { waitForScreen } from '../support/accessible';
import { expect, takeSession, test, toast } from '../support/browserTest';
import { desktopViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

test('a teacher records a lesson and a revision, counts faults on an ayah, stays on a screen with unsaved records, and saves', async ({
  page,
}) => {
  const row = page.locator('[data-row]').first();
  const cell = (column: string) => row.locator(`[data-cell="${column}"]`);
  const tab = (name: string) => page.getByRole('tab', { name });
  const chooseAyahs = async (dialog: Locator, surah: string, from: string, to: string) => {
    await dialog.getByLabel('من سورة').fill(surah);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('من آية').fill(from);
    await dialog.getByLabel('إلى آية').fill(to);
  };
  await takeSession(page, 'teacher2');
  await page.goto('/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
  await waitForScreen(page);
  await cell('recordContent').fill('البقرة 1-5');
  await tab('مراجعة بعيدة').click();
  await expect(row.getByRole('button', { name: /^حفظ جديد: البقرة 1-5/ })).toBeVisible();

  await cell('recordContent').press('F2');
  const dialog = page.getByRole('dialog', { name: /^مقطع من المصحف/ });
  await chooseAyahs(dialog, 'النبأ', '1', '40');
  await dialog.getByRole('button', { name: 'إضافة مقطع آخر' }).click();
  await chooseAyahs(dialog, 'الناس', '1', '6');
  await dialog.getByRole('button', { name: 'اعتماد المقطع' }).click();
  await expect(cell('recordContent')).toHaveValue('سورة النبأ، سورة الناس');
  await expect(cell('pagesCount')).toHaveValue('2');

  await cell('recordContent').press('F4');
  const counters = page.getByRole('dialog', { name: /^أخطاء / });
  await counters.getByLabel('الآية (اختياري)').fill('النبأ 4');
  await page.getByRole('option', { name: 'النبأ 4', exact: true }).click();
  for (let times = 0; times < 7; times += 1)
    await counters.getByRole('button', { name: 'زيادة فتح' }).click();
  await page.keyboard.press('Escape');
  await expect(counters).toBeHidden();
  await expect(cell('mistakesCount')).toHaveValue('7');
  await expect(cell('result')).toHaveValue('repeat');

  await page.getByRole('link', { name: 'لوحة التحكم' }).click();
  await page.getByRole('button', { name: 'البقاء في الصفحة' }).click();
  await expect(cell('mistakesCount')).toHaveValue('7');
  await page.getByRole('button', { name: 'حفظ السجلات' }).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();

  await page.reload();
  await expect(cell('recordContent')).toHaveValue('سورة النبأ، سورة الناس');
  await expect(cell('result')).toHaveValue('repeat');
  await tab('حفظ جديد').click();
  await expect(cell('recordContent')).toHaveValue('البقرة 1-5');
  await expect(row.getByRole('button', { name: /^مراجعة بعيدة: .*يُعاد/ })).toBeVisible();
  await cell('teacherNotes').fill('لم يُحفظ بعد');
  await page.getByRole('link', { name: 'لوحة التحكم' }).click();
  await page.getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(page).not.toHaveURL(/daily-records/);
});
