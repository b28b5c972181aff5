import type { Locator, Page } from '@playwright/test';
import { waitForScreen } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const address = '/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2';

const row = (page: Page, index: number): Locator => page.locator('[data-row]').nth(index);
const cell = (page: Page, column: string): Locator => row(page, 0).locator(`[data-cell="${column}"]`);
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'حفظ السجلات' }).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
}

test('on a phone, the open card counts faults, and stays open when the kind changes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await takeSession(page, 'teacher2');
  await page.goto(address);
  await waitForScreen(page);
  await row(page, 0).getByRole('button').first().click();
  await cell(page, 'recordContent').fill('الناس 1-6');
  await row(page, 0).getByRole('button', { name: 'زيادة تردد' }).click();
  await expect(cell(page, 'mistakesCount')).toHaveValue('1');
  await tab(page, 'مراجعة قريبة').click();
  await expect(cell(page, 'recordContent')).toBeVisible();
  await expect(cell(page, 'recordContent')).toHaveValue('');
  await row(page, 0)
    .getByRole('button', { name: /^حفظ جديد: الناس/ })
    .click();
  await expect(cell(page, 'recordContent')).toHaveValue('الناس 1-6');
  await save(page);
});

test('an admin sets names of kinds, weights of faults and the weekend, and the daily records use them', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  await takeSession(page, 'admin');
  await page.goto('/settings/recitation');
  await page.getByLabel('النوع الثاني').fill('الربط');
  await page.getByRole('button', { name: 'الخميس' }).click();
  await page.getByRole('button', { name: 'إضافة قاعدة' }).click();
  await page.getByLabel('حتى (أخطاء في الصفحة)').last().fill('5');
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
  const settings = await call<{
    record_kinds: { near: string };
    weekend_days: number[];
    result_rules: unknown[];
  }>('GET', '/settings');
  expect(settings.record_kinds.near).toBe('الربط');
  expect(settings.weekend_days).toEqual([4, 5, 6]);
  expect(settings.result_rules).toHaveLength(6);

  await page.getByRole('button', { name: 'تعديل الأنواع والأوزان' }).click();
  const dialog = page.getByRole('dialog', { name: 'أنواع الأخطاء وأوزانها' });
  await dialog.getByRole('button', { name: 'إضافة نوع' }).click();
  await dialog.getByLabel('الاسم').last().fill('وقف قبيح');
  await dialog.getByLabel('الوزن').last().fill('٠٫٥');
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(toast(page, 'تم حفظ أنواع الأخطاء')).toBeVisible();
  const stored = await call<{ name: string; weight: number }[]>('GET', '/fault-kinds');
  expect(stored.at(-1)).toMatchObject({ name: 'وقف قبيح', weight: 0.5 });

  await page.goto('/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
  await expect(tab(page, 'الربط')).toBeVisible();
});
