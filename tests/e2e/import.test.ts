import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { findingsInBoth, findingsOnPhone } from '../support/accessible';
import { expect, takeSession, test } from '../support/browserTest';

// An institute of its own that has nothing in it.
test.use({ serverEnvironment: { ADMIN_PASSWORD: 'rasd-demo' } });

const sample = (name: string) => `tests/data/import/${name}`;
const csv = (text: string) => ({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });

async function openCentre(page: Page, type = 'students'): Promise<void> {
  await page.goto(`/import?type=${type}`);
  await expect(page.getByRole('heading', { level: 1, name: 'مركز الاستيراد' })).toBeVisible();
}

/** The figure over a word, as the screen shows it. */
const figures = async (dialog: Locator) =>
  (await dialog.locator('dl dd.figure').allTextContents()).map(Number);

async function importSheets(page: Page, without: readonly string[] = []): Promise<Locator> {
  await button(page, 'استيراد عدة أوراق').click();
  const dialog = dialogOf(page);
  await dialog.getByTestId('file').setInputFiles(sample('workbook.xlsx'));
  await expect(dialog.getByText('جاهزة')).toHaveCount(5);
  for (const name of without) await dialog.getByRole('checkbox', { name: `اختيار ورقة ${name}` }).uncheck();
  await button(dialog, 'استيراد المختارة').click();
  await expect(dialog.getByText('أُضيفت')).toBeVisible();
  return dialog;
}

/** From the file to the preview. */
async function preview(page: Page, file: string | ReturnType<typeof csv>): Promise<Locator> {
  await page.getByTestId('file').setInputFiles(file);
  const dialog = dialogOf(page);
  await button(dialog, 'التالي').click();
  await expect(dialog.getByText('أول الصفوف')).toBeVisible();
  await expect(dialog.getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  return dialog;
}

const start = (dialog: Locator) => button(dialog, /^استيراد( \d+ صف.*)?$/).click();
const close = (dialog: Locator) => button(dialog, 'إغلاق').last().click();

test('files as people have them come in with the right figures, and a whole import is taken back', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await takeSession(page, 'admin');
  await openCentre(page);

  const whole = await importSheets(page);
  await expect(whole.getByText('تم استيراد: برامج، دفعات، مواد، طلاب، درجات')).toBeVisible();
  expect(await figures(whole)).toEqual([517, 0, 0]);
  await button(whole, 'التراجع عن الاستيراد كله').click();
  await expect(whole.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  await close(whole);

  await close(await importSheets(page, ['طلاب', 'مواد', 'درجات']));

  const messy = await preview(page, sample('students-messy.csv'));
  await expect.poll(() => figures(messy)).toEqual([47, 1, 0, 12]);
  await expect(messy.getByText('أعمدة لا تُستورد: ملاحظات')).toBeVisible();
  await start(messy);
  await expect(messy.getByText('توقف الاستيراد عند السطر 14. ما قبله مستورد.')).toBeVisible();
  expect(await figures(messy)).toEqual([12, 0, 1]);
  await button(messy, 'التراجع عن الاستيراد كله').click();
  await expect(messy.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  await close(messy);

  const good = await preview(page, sample('students-messy.csv'));
  await good.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  await start(good);
  await expect(good.getByText('عولج 60 من 60')).toBeVisible();
  expect(await figures(good)).toEqual([47, 1, 12]);
  await expect(good.getByRole('listitem').filter({ hasText: /^السطر (14|15|16|18|19): / })).toHaveCount(5);
  await expect(good.getByText('و 7 أخطاء أخرى')).toBeVisible();

  // A refused row is put right in place and follows into the same import.
  await button(good, 'تصحيح السطر 14').click();
  await good.getByLabel('رقم الهوية').fill('١٠٠٠٠٠٩٩٩٩');
  await button(good, 'تحقق').click();
  await expect(good.getByText('صُحّح')).toBeVisible();
  const file = page.waitForEvent('download');
  await button(good, 'تنزيل الصفوف المرفوضة').click();
  const mended = readFileSync(await (await file).path(), 'utf8');
  expect(mended.startsWith('\uFEFF')).toBe(true);
  expect(mended).toContain('سبب الرفض');
  await button(good, 'استيراد الصفوف المصححة').click();
  await expect(good.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await figures(good)).toEqual([1, 0, 0]);
  await close(good);

  const windows = await preview(page, sample('students-windows1256.csv'));
  await expect(windows.getByRole('cell', { name: 'طارق', exact: true })).toBeVisible();
  await expect.poll(() => figures(windows)).toEqual([30, 0, 0, 0]);
  await start(windows);
  await expect(windows.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await figures(windows)).toEqual([30, 0, 0]);
});

test('a file or a link that cannot be used is answered with the sentence of the specification', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await openCentre(page);
  await page.getByTestId('file').setInputFiles(sample('not-a-csv.txt'));
  const dialog = dialogOf(page);
  await expect(dialog.getByText('يجب أن يكون الملف بصيغة CSV')).toBeVisible();
  for (const name of ['empty.csv', 'headers-only.csv']) {
    await dialog.getByTestId('file').setInputFiles(sample(name));
    await expect(dialog.getByText('الملف فارغ أو لا يحتوي على بيانات')).toBeVisible();
  }
  await close(dialog);
  await button(page, 'إدخال الرابط').click();
  await button(dialog, 'جلب الجدول').click();
  await expect(dialog.getByText('الرجاء إدخال رابط Google Sheets')).toBeVisible();
  await dialog.getByLabel('رابط Google Sheets').fill('https://docs.google.com/spreadsheets/d/short/edit');
  await button(dialog, 'جلب الجدول').click();
  await expect(dialog.getByText('معرف الجدول غير صحيح')).toBeVisible();
});

test('a lost network and a closed page end in exactly the right rows', async ({ page, complaints }) => {
  test.setTimeout(90_000);
  const rows = Array.from(
    { length: 600 },
    (_, index) => `${14470000 + index},عمر,الأنس,${1_000_000_000 + index}`,
  );
  const text = ['الرقم الأكاديمي,الاسم الأول,اسم العائلة,رقم الهوية', ...rows].join('\n');
  await takeSession(page, 'admin');
  await openCentre(page);

  let sent = 0;
  await page.route('**/api/students/import', async (route) => {
    sent += 1;
    // The fourth is stored and its answer is lost; then nothing gets through any more.
    if (sent === 4) await route.fetch();
    await (sent < 4 ? route.continue() : route.abort('connectionfailed'));
  });
  const dialog = await preview(page, csv(text));
  await start(dialog);
  await expect(dialog.getByText('انقطع الاتصال بالخادم')).toBeVisible();

  await page.unroute('**/api/students/import');
  await page.reload();
  await expect(page.getByText('استيراد لم يكتمل')).toBeVisible();
  await button(page, 'إكماله').click();
  await expect(dialogOf(page).getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await figures(dialogOf(page))).toEqual([600, 0, 0]);
  await close(dialogOf(page));
  await expect(page.getByText('استيراد لم يكتمل')).toBeHidden();
  const others = complaints.splice(0).filter((line) => !line.includes('ERR_CONNECTION_FAILED'));
  expect(others).toEqual([]);
});

test('nothing of a file stays on the device when its person signs out', async ({ page, complaints }) => {
  await takeSession(page, 'admin');
  await openCentre(page, 'programs');
  await page.route('**/api/programs/import', (route) => route.abort('connectionfailed'));
  const rows = Array.from({ length: 12 }, (_, index) => `برنامج ${index},4`);
  await start(await preview(page, csv(['اسم البرنامج,عدد المستويات', ...rows].join('\n'))));
  await expect(dialogOf(page).getByText('انقطع الاتصال بالخادم')).toBeVisible();
  await page.reload();
  await expect(page.getByText('استيراد لم يكتمل')).toBeVisible();
  await button(page, /^حساب/).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page).toHaveURL(/\/login/);
  const kept = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('rasd.imports');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const imports = opening.result.transaction('imports').objectStore('imports').count();
      await new Promise((resolve) => (imports.onsuccess = resolve));
      return imports.result;
    });
  await expect.poll(kept).toBe(0);
  // The aborted request, and what was still on its way when the session ended.
  const expected = /ERR_CONNECTION_FAILED|401/;
  expect(complaints.splice(0).filter((line) => !expected.test(line))).toEqual([]);
});

test('cancelling keeps what is in and says so', async ({ page }) => {
  const rows = Array.from({ length: 300 }, (_, index) => `برنامج ${index},4`);
  const text = ['اسم البرنامج,عدد المستويات', ...rows].join('\n');
  await takeSession(page, 'admin');
  await openCentre(page, 'programs');
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  let sent = 0;
  await page.route('**/api/programs/import', async (route) => {
    if ((sent += 1) === 2) await held;
    await route.continue();
  });
  const dialog = await preview(page, csv(text));
  await start(dialog);
  await expect(dialog.getByText('جارٍ الاستيراد… 50 من 300')).toBeVisible();
  await button(dialog, 'إلغاء الاستيراد').click();
  release();
  await expect(dialog.getByText('أُلغي الاستيراد. ما استُورد قبل الإلغاء باقٍ.')).toBeVisible();
  expect(await figures(dialog)).toEqual([100, 0, 0]);
});

test('the import centre is clean for assistive technology and on phones', async ({ page }) => {
  await takeSession(page, 'admin');
  await openCentre(page, 'grades');
  expect(await findingsInBoth(page)).toEqual([]);
  await button(page, 'التعليمات').click();
  expect(await findingsInBoth(page)).toEqual([]);
  await close(dialogOf(page));
  await page.getByTestId('file').setInputFiles(sample('grades-coursework-final.csv'));
  await expect(button(dialogOf(page), 'التالي')).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);
  await button(dialogOf(page), 'التالي').click();
  await expect(dialogOf(page).getByText('أول الصفوف')).toBeVisible();
  await expect(dialogOf(page).getByText('تُوزَّع أعمال السنة')).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findingsOnPhone(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await findingsOnPhone(page)).toEqual([]);
});
