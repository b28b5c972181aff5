import type { Locator, Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { waitForOutboxKey } from '../../support/outbox';
import { readDisplayedDay } from '../../support/dayFields';
import { closeChooser, openChooser } from '../../support/teachingChooser';

const freeText = '/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2';
const fixedList = '/daily-records?program_id=QRN&batch_id=1&subject_code=QRN110-1';

function student(page: Page, index: number) {
  const row = page.locator('[data-row]').nth(index);
  const field = (column: string): Locator => row.getByLabel(column, { exact: false });
  return {
    row,
    content: row.locator('[data-cell="recordContent"]'),
    pages: field('عدد الصفحات،'),
    level: field('مستوى الأداء،'),
    mistakes: field('الأخطاء،'),
    notes: field('ملاحظات،'),
    carryOn: row.getByRole('button', { name: /^المتابعة/ }),
  };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(student(page, 0).row).toBeVisible();
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'حفظ السجلات' });
async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
}

/** The day before the first day of the screen, which is the institute's today. */
async function yesterday(page: Page): Promise<string> {
  const chooser = await openChooser(page);
  const today = await readDisplayedDay(chooser.getByLabel('التاريخ', { exact: true }));
  await closeChooser(page);
  return new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

test('a portion of the fixed list is found by its words, fills in its pages, and is saved by keyboard', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await open(page, fixedList);
  const first = student(page, 0);
  await first.content.fill('ربع ثالث حزب ثاني جزء رابع');
  await page.keyboard.press('Enter');
  await expect(first.content).toHaveValue('ورد الربع الثالث من الحزب الثاني من الجزء الرابع');
  await first.pages.fill('');
  await page.keyboard.press('Tab');
  await expect(first.level).toBeFocused();
  await expect(first.row.getByText('عدد الصفحات مطلوب')).toBeVisible();
  await saveButton(page).click();
  await expect(toast(page, 'الرجاء تصحيح الأخطاء قبل الحفظ')).toBeVisible();
  await expect(first.pages).toBeFocused();
  await page.keyboard.type('٢٫٥');
  await page.keyboard.press('Enter');
  await expect(student(page, 1).pages).toBeFocused();
  await save(page);
  await page.reload();
  await expect(first.content).toHaveValue('ورد الربع الثالث من الحزب الثاني من الجزء الرابع');
  await expect(first.pages).toHaveValue('2.5');
});

test('a range of the mushaf is recorded, and one tap continues from it on the next day', async ({ page }) => {
  await takeSession(page, 'teacher2');
  await open(page, freeText);
  const before = await yesterday(page);
  await open(page, `${freeText}&date=${before}`);
  const first = student(page, 0);
  await first.content.fill('');
  await first.content.press('F2');
  const dialog = page.getByRole('dialog', { name: /^مقطع من المصحف/ });
  await expect(dialog.getByLabel('إلى آية')).toBeFocused();
  await dialog.getByLabel('من سورة').fill('البقرة');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('من آية').fill('6');
  await dialog.getByLabel('إلى آية').fill('16');
  await dialog.getByRole('button', { name: 'اعتماد المقطع' }).click();
  await expect(first.content).toHaveValue('البقرة 6-16');
  await expect(first.pages).toHaveValue('1');
  await save(page);

  await open(page, freeText);
  await expect(first.row.getByText('أمس', { exact: true })).toBeVisible();
  await first.content.fill('');
  await expect(first.carryOn).toHaveText('البقرة 17-24');
  await first.carryOn.click();
  await expect(first.content).toHaveValue('البقرة 17-24');
  await expect(first.level).toBeFocused();
  await first.level.selectOption('ممتاز');
  await save(page);
  await page.reload();
  await expect(first.content).toHaveValue('البقرة 17-24');
  await expect(first.level).toHaveValue('ممتاز');
});

test('records typed offline survive a reload, and arrive once', async ({ page, context, consoleErrors }) => {
  const arrived: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/daily-records/save')) arrived.push(answer.status());
  });
  await takeSession(page, 'teacher2');
  await open(page, freeText);
  await waitForOutboxKey(page);
  await context.setOffline(true);
  await student(page, 0).notes.fill('كُتب بلا شبكة');
  await student(page, 1).mistakes.fill('٣');
  await saveButton(page).click();
  await expect(page.getByText(/ما حفظته لهذا اليوم باقٍ على هذا الجهاز/)).toBeVisible();
  await expect(student(page, 0).notes).toHaveValue('كُتب بلا شبكة');
  await context.setOffline(false);
  await page.reload();
  await expect(student(page, 0).notes).toHaveValue('كُتب بلا شبكة');
  await expect.poll(() => arrived).toEqual([200]);
  await expect(page.getByText(/ما حفظته لهذا اليوم باقٍ على هذا الجهاز/)).toHaveCount(0);
  await page.reload();
  await expect(student(page, 0).notes).toHaveValue('كُتب بلا شبكة');
  await expect(student(page, 1).mistakes).toHaveValue('3');
  expect(arrived).toEqual([200]);
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED.*\/(api|assets)\//);
});

test('two browsers that save one day merge different fields, and ask about a conflict in one field', async ({
  page,
  browser,
  baseURL,
  consoleErrors,
}) => {
  await takeSession(page, 'teacher2');
  await open(page, freeText);
  const context = await browser.newContext({ baseURL: String(baseURL) });
  const otherPage = await context.newPage();
  await takeSession(otherPage, 'admin');
  await open(otherPage, freeText);
  await student(otherPage, 0).notes.fill('ملاحظة المدير');
  await student(otherPage, 1).notes.fill('ملاحظة أخرى للمدير');
  await save(otherPage);

  await student(page, 0).notes.fill('ملاحظة المعلم');
  await student(page, 1).mistakes.fill('4');
  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(dialog.getByText('ملاحظة المدير', { exact: true })).toBeVisible();
  await expect(dialog.getByText('ملاحظة المعلم')).toBeVisible();
  await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
  await dialog.getByRole('radio', { name: /القيمة المحفوظة/ }).check();
  await dialog.getByRole('button', { name: 'حفظ المختار' }).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  await page.reload();
  await expect(student(page, 0).notes).toHaveValue('ملاحظة المدير');
  await expect(student(page, 1).notes).toHaveValue('ملاحظة أخرى للمدير');
  await expect(student(page, 1).mistakes).toHaveValue('4');
  expectConsoleErrors(consoleErrors, /409.*\/api\//);
  await context.close();
});

test('a phone shows a card for each student, and a button opens the next card', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await takeSession(page, 'teacher2');
  await open(page, freeText);
  const [first, second] = [student(page, 0), student(page, 1)];
  await expect(first.content).toHaveCount(0);
  await first.row.getByRole('button').first().click();
  await expect(first.content).toBeFocused();
  await first.content.fill('الملك 1-12');
  await first.row.getByRole('button', { name: 'ممتاز' }).click();
  await expect(first.pages).toHaveAttribute('inputmode', 'decimal');
  await expect(first.mistakes).toHaveAttribute('inputmode', 'numeric');
  await first.row.getByRole('button', { name: 'الطالب التالي' }).click();
  await expect(second.content).toBeFocused();
  await expect(first.row.getByText('الملك 1-12', { exact: false })).toBeVisible();
  await expect(first.row.getByText('غير محفوظ')).toBeVisible();
  for (const button of await second.row.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await save(page);
});
