import type { Locator, Page } from '@playwright/test';
import { findingsAtBothWidths, findingsInBoth, isShown } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

const address = '/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2';

const row = (page: Page, place: number): Locator => page.locator('[data-row]').nth(place);
const cell = (page: Page, column: string): Locator => row(page, 0).locator(`[data-cell="${column}"]`);
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'حفظ السجلات' }).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
}

async function chooseAyahs(dialog: Locator, page: Page, surah: string, from: string, to: string) {
  await dialog.getByLabel('من سورة').fill(surah);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('من آية').fill(from);
  await dialog.getByLabel('إلى آية').fill(to);
}

test('a new lesson and a revision of two ranges are recorded on one day, with faults on an ayah, and saved', async ({
  page,
}) => {
  await takeSession(page, 'teacher2');
  await page.goto(address);
  await isShown(page);
  await cell(page, 'recordContent').fill('البقرة 1-5');
  await tab(page, 'مراجعة بعيدة').click();
  await expect(row(page, 0).getByRole('button', { name: /^حفظ جديد: البقرة 1-5/ })).toBeVisible();

  await cell(page, 'recordContent').press('F2');
  const dialog = page.getByRole('dialog', { name: /^مقطع من المصحف/ });
  await chooseAyahs(dialog, page, 'النبأ', '1', '40');
  await dialog.getByRole('button', { name: 'إضافة مقطع آخر' }).click();
  await chooseAyahs(dialog, page, 'الناس', '1', '6');
  expect(await findingsInBoth(page), 'the dialog of ranges').toEqual([]);
  await dialog.getByRole('button', { name: 'اعتماد المقطع' }).click();
  await expect(cell(page, 'recordContent')).toHaveValue('سورة النبأ، سورة الناس');
  await expect(cell(page, 'pagesCount')).toHaveValue('2');

  await cell(page, 'recordContent').press('F4');
  const counters = page.getByRole('dialog', { name: /^أخطاء / });
  await counters.getByLabel('الآية (اختياري)').fill('النبأ 4');
  await page.getByRole('option', { name: 'النبأ 4', exact: true }).click();
  for (let times = 0; times < 7; times += 1)
    await counters.getByRole('button', { name: 'زيادة فتح' }).click();
  expect(await findingsInBoth(page), 'the counters of faults').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(counters).toBeHidden();
  await expect(cell(page, 'mistakesCount')).toHaveValue('7');
  await expect(cell(page, 'result')).toHaveValue('repeat');
  await save(page);

  await page.reload();
  await expect(cell(page, 'recordContent')).toHaveValue('سورة النبأ، سورة الناس');
  await expect(cell(page, 'result')).toHaveValue('repeat');
  await tab(page, 'حفظ جديد').click();
  await expect(cell(page, 'recordContent')).toHaveValue('البقرة 1-5');
  await expect(row(page, 0).getByRole('button', { name: /^مراجعة بعيدة: .*يُعاد/ })).toBeVisible();
  expect(await findingsAtBothWidths(page), 'the kinds of a day').toEqual([]);
});

test('on a phone faults are counted in the open card, and the same student stays open in another kind', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await takeSession(page, 'teacher2');
  await page.goto(address);
  await isShown(page);
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

test('an admin names the kinds, weighs the faults and sets the weekend, and the daily records follow', async ({
  page,
}) => {
  const call = await callsOf(page, 'admin');
  await takeSession(page, 'admin');
  await page.goto('/settings');
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
  expect(await findingsInBoth(page), 'the kinds of fault').toEqual([]);
  await dialog.getByRole('button', { name: 'حفظ' }).click();
  await expect(toast(page, 'تم حفظ أنواع الأخطاء')).toBeVisible();
  const stored = await call<{ name: string; weight: number }[]>('GET', '/fault-kinds');
  expect(stored.at(-1)).toMatchObject({ name: 'وقف قبيح', weight: 0.5 });
  // High enough that nothing is scrolled half under the bar at the top.
  await page.setViewportSize({ width: 1280, height: 4_000 });
  expect(await findingsAtBothWidths(page), 'the settings').toEqual([]);

  await page.goto('/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2');
  await expect(tab(page, 'الربط')).toBeVisible();
});
