import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { buildWorkbook } from '../../support/workbook';

// The server starts with an empty institute.
test.use({ serverEnvironment: { ADMIN_PASSWORD: 'rasd-demo' } });

const sample = (name: string) => `tests/data/import/${name}`;
const csv = (text: string) => ({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });

async function openCentre(page: Page, type = 'students'): Promise<void> {
  await page.goto(`/import?type=${type}`);
  await expect(page.getByRole('heading', { level: 1, name: 'مركز الاستيراد' })).toBeVisible();
}

/** The stats of the summary by label. */
const stats = async (dialog: Locator) => (await dialog.locator('dl dd.figure').allTextContents()).map(Number);

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

/** Chooses the file and waits for the preview. */
async function preview(page: Page, file: string | ReturnType<typeof csv>): Promise<Locator> {
  await page.getByTestId('file').setInputFiles(file);
  const dialog = dialogOf(page);
  await button(dialog, 'التالي').click();
  await expect(dialog.getByText('أول الصفوف')).toBeVisible();
  await expect(dialog.getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  return dialog;
}

async function drop(page: Page, name: string): Promise<void> {
  const bytes = readFileSync(sample(name)).toString('base64');
  const dataTransfer = await page.evaluateHandle(
    ([text = '', title = '']) => {
      const content = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], title));
      return transfer;
    },
    [bytes, name],
  );
  const dropArea = page.getByRole('group', { name: 'ملف CSV أو Excel' });
  await dropArea.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByText('أفلت الملف هنا')).toBeVisible();
  await page.getByRole('group', { name: 'أفلت الملف هنا' }).dispatchEvent('drop', { dataTransfer });
}

async function goOnWithout(dialog: Locator): Promise<void> {
  const question = dialog.getByRole('checkbox', { name: 'أعلم ذلك' });
  if (await question.isVisible()) await question.check();
}

async function start(dialog: Locator): Promise<void> {
  await goOnWithout(dialog);
  await button(dialog, /^استيراد( \d+ صف.*)?$/).click();
}

const close = (dialog: Locator) => button(dialog, 'إغلاق').last().click();

test('realistic files are imported with the right stats, and a whole import is undone', async ({ page }) => {
  await takeSession(page, 'admin');
  await openCentre(page);

  const whole = await importSheets(page);
  await expect(whole.getByText('تم استيراد: برامج، دفعات، مواد، طلاب، درجات')).toBeVisible();
  expect(await stats(whole)).toEqual([517, 0, 0]);
  await button(whole, 'التراجع عن الاستيراد كله').click();
  await expect(whole.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  await close(whole);

  await close(await importSheets(page, ['طلاب', 'مواد', 'درجات']));

  // The browser must not open a file that is dropped outside of the drop area.
  const isKept = (kind: 'file' | 'text') =>
    page.evaluate((dragged) => {
      const dataTransfer = new DataTransfer();
      if (dragged === 'file') dataTransfer.items.add(new File([''], 'x.csv'));
      else dataTransfer.setData('text/plain', 'x');
      return !document.body.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
      );
    }, kind);
  expect(await isKept('file')).toBe(true);
  expect(await isKept('text')).toBe(false);

  // A workbook with several sheets in the dialog of one type: the dialog chooses the sheet by its name.
  await drop(page, 'workbook.xlsx');
  const dropped = dialogOf(page);
  await expect(dropped.getByRole('combobox', { name: 'الورقة' })).toHaveText('طلاب');
  await button(dropped, 'التالي').click();
  await expect.poll(() => stats(dropped)).toEqual([120, 0, 0, 0]);
  await start(dropped);
  await expect(dropped.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(dropped)).toEqual([120, 0, 0]);
  await button(dropped, 'التراجع عن الاستيراد كله').click();
  await expect(dropped.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  await close(dropped);

  const messy = await preview(page, sample('students-messy.csv'));
  await expect.poll(() => stats(messy)).toEqual([46, 1, 0, 11, 2]);
  await expect(messy.getByText('أعمدة لا تُستورد: ملاحظات')).toBeVisible();
  await start(messy);
  await expect(messy.getByText('توقف الاستيراد عند السطر 14. ما قبله مستورد.')).toBeVisible();
  // Line 2 has the national id of another line, so it needs a choice.
  expect(await stats(messy)).toEqual([11, 0, 1]);
  await button(messy, 'التراجع عن الاستيراد كله').click();
  await expect(messy.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  await close(messy);

  const good = await preview(page, sample('students-messy.csv'));
  await good.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ }).check();
  const finishRequest = page.waitForRequest('**/api/imports/*/finish');
  await start(good);
  await expect(good.getByText('عولج 58 من 58')).toBeVisible();
  expect(await stats(good)).toEqual([46, 1, 11]);
  await expect(good.getByRole('listitem').filter({ hasText: /^السطر (14|15|16|18|19): / })).toHaveCount(5);
  await expect(good.getByText('و6 أخطاء أخرى')).toBeVisible();
  // The notification also counts the nine rows that were never sent.
  expect((await finishRequest).postDataJSON()).toEqual({ failed: 11 });

  // A refused row is corrected and imported as part of the same import.
  await button(good, 'تصحيح السطر 14').click();
  await good.getByLabel('رقم الهوية').fill('١٠٠٠٠٠٩٩٩٩');
  await button(good, 'تحقق').click();
  await expect(good.getByText('صُحّح')).toBeVisible();
  // Closing asks while corrected rows are not imported yet.
  await button(good, 'استيراد الصفوف المصححة').press('Escape');
  await button(page.getByRole('dialog', { name: 'ترك التغييرات؟' }), 'البقاء في الصفحة').click();
  const file = page.waitForEvent('download');
  await button(good, 'تنزيل الصفوف المرفوضة').click();
  const mended = readFileSync(await (await file).path(), 'utf8');
  expect(mended.startsWith('\uFEFF')).toBe(true);
  expect(mended).toContain('سبب الرفض');
  const secondFinish = page.waitForRequest('**/api/imports/*/finish');
  await button(good, 'استيراد الصفوف المصححة').click();
  await expect(good.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(good)).toEqual([1, 0, 0]);
  expect((await secondFinish).postDataJSON()).toEqual({ failed: 10 });
  await close(good);

  const windows = await preview(page, sample('students-windows1256.csv'));
  await expect(windows.getByRole('cell', { name: 'طارق', exact: true })).toBeVisible();
  // One header row and the first five rows.
  await expect(windows.getByRole('row')).toHaveCount(6);
  await expect.poll(() => stats(windows)).toEqual([30, 0, 0, 0]);
  await start(windows);
  await expect(windows.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(windows)).toEqual([30, 0, 0]);
});

test('an unusable file or link shows the message of the specification', async ({ page }) => {
  await takeSession(page, 'admin');
  await openCentre(page);
  await page.getByTestId('file').setInputFiles(sample('not-a-csv.txt'));
  const dialog = dialogOf(page);
  await expect(dialog.getByText('يجب أن يكون الملف بصيغة CSV')).toBeVisible();
  for (const name of ['empty.csv', 'headers-only.csv']) {
    await dialog.getByTestId('file').setInputFiles(sample(name));
    await expect(dialog.getByText('الملف فارغ أو لا يحتوي على بيانات')).toBeVisible();
  }
  const broken = { name: 'broken.xlsx', mimeType: 'application/zip', buffer: Buffer.from('no workbook') };
  await dialog.getByTestId('file').setInputFiles(broken);
  await expect(dialog.getByText('خطأ في قراءة الملف')).toBeVisible();
  // A file with only invalid rows imports nothing. The user can view its columns and go back.
  await dialog.getByTestId('file').setInputFiles(csv('الاسم الأول,رقم الهوية\nعمر,12\n'));
  await button(dialog, 'التالي').click();
  await expect(dialog.getByText('لا توجد بيانات صالحة للاستيراد')).toBeVisible();
  await expect(button(dialog, /^استيراد/)).toBeDisabled();
  await button(dialog, 'رجوع').click();
  await expect(dialog.getByText('طوبق 2 من 2')).toBeVisible();
  await button(dialog, 'رجوع').click();
  await expect(dialog.getByText('اختر ملفاً من جهازك')).toBeVisible();
  expect(page.workers()).toHaveLength(1);
  await close(dialog);
  // The worker that reads files exists only while the dialog is open.
  await expect.poll(() => page.workers().length).toBe(0);

  // A sheet without rows and a sheet without known columns show errors; the other sheets can be imported.
  await button(page, 'استيراد عدة أوراق').click();
  const workbook = buildWorkbook({
    خلاصة: [
      ['x', 'y'],
      ['1', '2'],
    ],
    دفعات: [['اسم الدفعة']],
    برامج: [
      ['الاسم', 'عدد المستويات'],
      ['الأول', '4'],
    ],
  });
  await dialog.getByTestId('file').setInputFiles(workbook);
  await expect(dialog.getByText('الورقة غير موجودة أو فارغة')).toBeVisible();
  await expect(dialog.getByText('لم يُعرف أي عمود')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'اختيار ورقة دفعات' })).toBeDisabled();
  await expect(dialog.getByRole('checkbox', { name: 'اختيار ورقة خلاصة' })).toBeDisabled();
  await expect(dialog.getByRole('checkbox', { name: 'اختيار ورقة برامج' })).toBeChecked();
  await button(dialog, 'استيراد المختارة').click();
  await expect(dialog.getByText('تم استيراد: برامج', { exact: true })).toBeVisible();
  await close(dialog);

  await button(page, 'إدخال الرابط').click();
  await button(dialog, 'جلب الجدول').click();
  await expect(dialog.getByText('الرجاء إدخال رابط Google Sheets')).toBeVisible();
  await dialog.getByLabel('رابط Google Sheets').fill('https://docs.google.com/spreadsheets/d/short/edit');
  await button(dialog, 'جلب الجدول').click();
  await expect(dialog.getByText('معرف الجدول غير صحيح')).toBeVisible();
});

test('a lost network and a closed page still import exactly the right rows', async ({
  page,
  consoleErrors,
}) => {
  const rows = Array.from(
    { length: 600 },
    (_, index) => `${14470000 + index},عمر,الأنس,${index === 590 ? 12 : 1_000_000_000 + index}`,
  );
  const text = ['الرقم الأكاديمي,الاسم الأول,اسم العائلة,رقم الهوية', ...rows].join('\n');
  await takeSession(page, 'admin');
  await openCentre(page);

  let sent = 0;
  await page.route('**/api/students/import', async (route) => {
    sent += 1;
    // The server stores the fourth request, but its answer is lost. Then the network is down.
    expect(route.request().postDataJSON()).toMatchObject({ stopOnError: true });
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
  await expect(dialogOf(page).getByText('توقف الاستيراد عند السطر 592. ما قبله مستورد.')).toBeVisible();
  expect(await stats(dialogOf(page))).toEqual([590, 0, 1]);
  // Rows refused in the continued import can be corrected too.
  await button(dialogOf(page), 'تصحيح السطر 592').click();
  await dialogOf(page).getByLabel('رقم الهوية').fill('1000000590');
  await button(dialogOf(page), 'تحقق').click();
  await button(dialogOf(page), 'متابعة الاستيراد').click();
  await expect(dialogOf(page).getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(dialogOf(page))).toEqual([10, 0, 0]);
  await close(dialogOf(page));
  await expect(page.getByText('استيراد لم يكتمل')).toBeHidden();
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_FAILED.*\/api\//);
});

test('sign-out deletes all data of an import from the device', async ({ page, consoleErrors }) => {
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
  // A question warns before the deletion, and the user can cancel.
  await expect(dialogOf(page).getByText('تسجيل الخروج يحذف من هذا الجهاز')).toBeVisible();
  await dialogOf(page).getByRole('link', { name: 'إلى مركز الاستيراد' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('استيراد لم يكتمل')).toBeVisible();
  await button(page, /^حساب/).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await button(dialogOf(page), 'تسجيل الخروج').click();
  await expect(page).toHaveURL(/\/login/);
  const countStored = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('rasd.imports');
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const imports = opening.result.transaction('imports').objectStore('imports').count();
      await new Promise((resolve) => (imports.onsuccess = resolve));
      return imports.result;
    });
  await expect.poll(countStored).toBe(0);
  // The browser logs the aborted request, and requests that were sent before the session ended.
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_FAILED.*\/api\//, /401.*\/api\//);
});

test('an import continues after the session ended and a new sign-in, and no row is lost or duplicated', async ({
  page,
  consoleErrors,
}) => {
  const rows = Array.from({ length: 200 }, (_, index) => `برنامج ${index},4`);
  await takeSession(page, 'admin');
  await openCentre(page, 'programs');
  let sent = 0;
  await page.route('**/api/programs/import', async (route) => {
    if ((sent += 1) === 3) {
      const { authorization = '' } = route.request().headers();
      await page.request.post('/api/auth/logout', { headers: { authorization } });
    }
    await route.continue();
  });
  await start(await preview(page, csv(['اسم البرنامج,عدد المستويات', ...rows].join('\n'))));
  await expect(page.getByText('انتهت الجلسة')).toBeVisible();
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/import\?type=programs/);
  await button(page, 'إكماله').click();
  await expect(dialogOf(page).getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(dialogOf(page))).toEqual([200, 0, 0]);
  expectConsoleErrors(consoleErrors, /401.*\/api\//);
});

test('a cancelled import keeps its imported rows, shows a message, and can be continued later', async ({
  page,
}) => {
  const rows = Array.from({ length: 300 }, (_, index) => `برنامج ${index},4`);
  const text = ['اسم البرنامج,عدد المستويات', ...rows].join('\n');
  await takeSession(page, 'admin');
  await openCentre(page, 'programs');
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let sent = 0;
  await page.route('**/api/programs/import', async (route) => {
    if ((sent += 1) === 2) await gate;
    await route.continue();
  });
  const dialog = await preview(page, csv(text));
  await start(dialog);
  await expect(dialog.getByText('جارٍ الاستيراد… 50 من 300')).toBeVisible();
  // Another window does not continue the import of this window.
  const secondPage = await page.context().newPage();
  await openCentre(secondPage, 'programs');
  await expect(secondPage.getByText('استيراد لم يكتمل')).toBeHidden();
  await secondPage.close();
  await button(dialog, 'إلغاء الاستيراد').click();
  release();
  await expect(
    dialog.getByText('أُلغي الاستيراد. ما استُورد قبل الإلغاء باقٍ، ويمكن إكمال بقيته لاحقاً.'),
  ).toBeVisible();
  expect(await stats(dialog)).toEqual([100, 0, 0]);
  await close(dialog);

  await expect(page.getByText('استيراد لم يكتمل')).toBeVisible();
  await button(page, 'إكماله').click();
  await expect(dialog.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(dialog)).toEqual([300, 0, 0]);
  await close(dialog);
  await expect(page.getByText('استيراد لم يكتمل')).toBeHidden();

  // The import was cancelled here and undone in another window, so it starts again with the first row.
  await page.unroute('**/api/programs/import');
  let headers: Record<string, string> = {};
  let passed = 0;
  await page.route('**/api/programs/import', async (route) => {
    headers = route.request().headers();
    if ((passed += 1) === 2) await button(dialog, 'إلغاء الاستيراد').click();
    await route.continue();
  });
  await start(await preview(page, csv(text.replaceAll('برنامج ', 'مسار '))));
  await expect(dialog.getByText('أُلغي الاستيراد')).toBeVisible();
  await close(dialog);
  const { authorization = '', 'x-session-id': session = '', 'x-import-id': importId = '' } = headers;
  const own = { headers: { authorization, 'x-session-id': session } };
  const progress = await page.request.get(`/api/imports/${importId}`, own);
  const { operation_id } = (await progress.json()) as { operation_id: number };
  // The server refuses the undo while it still writes the chunk that was sent before the cancellation.
  await expect(async () => {
    expect((await page.request.post(`/api/undo/${operation_id}`, own)).status()).toBe(200);
  }).toPass();
  await button(page, 'إكماله').click();
  await expect(dialog.getByText('اكتمل الاستيراد.')).toBeVisible();
  expect(await stats(dialog)).toEqual([300, 0, 0]);
  // After this undo, nothing is left to continue.
  await button(dialog, 'التراجع عن الاستيراد كله').click();
  await expect(dialog.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  await close(dialog);
  const programs = await page.request.get('/api/programs', own);
  expect(await programs.json()).toHaveLength(300);
});

test('a whole import works by keyboard only, including a corrected row', async ({ page }) => {
  await takeSession(page, 'admin');
  await openCentre(page);
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const focusedElement = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  const tabTo = async (name: string) => {
    for (let step = 0; step < 80; step += 1) {
      if ((await focusedElement()).startsWith(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no way by Tab to ${name}, but to ${await focusedElement()}`);
  };
  // Playwright waits for the file chooser; otherwise the browser opens its own window.
  const choosing = page.waitForEvent('filechooser');
  await tabTo('تخطَّ إلى المحتوى');
  await press('Enter');
  await tabTo('الطلاب');
  await press('ArrowLeft', 'ArrowLeft');
  await expect(page.getByRole('radio', { name: /^البرامج/ })).toBeChecked();
  await tabTo('اختيار ملف');
  await press('Enter');
  await (await choosing).setFiles(csv('مسمى,عدد المستويات\nالأول,4\nالثاني,أربعة\n'));
  const dialog = dialogOf(page);
  await expect(dialog.getByText('طوبق 1 من 2')).toBeVisible();
  await tabTo('الحقل المقابل للعمود مسمى');
  await press('Enter');
  const choice = page.getByRole('option', { name: 'اسم البرنامج' });
  await expect(choice).toBeVisible();
  for (let step = 0; step < 20 && !(await focusedElement()).startsWith('اسم البرنامج'); step += 1)
    await press('ArrowDown');
  await press('Enter');
  await expect(dialog.getByText('طوبق 2 من 2')).toBeVisible();
  await tabTo('التالي');
  await press('Enter');
  await expect(dialog.getByText('أول الصفوف')).toBeVisible();
  await tabTo('تصحيح السطر 3');
  await press('Enter');
  await press('Control+a');
  await page.keyboard.type('5');
  await press('Enter');
  await expect(dialog.getByText('صُحّح')).toBeVisible();
  await tabTo('استيراد صفين');
  await press('Enter');
  await expect(dialog.getByText('عولج 2 من 2')).toBeVisible();
  expect(await stats(dialog)).toEqual([2, 0, 0]);
  await expect.poll(focusedElement).toBe('إغلاق');
  await press('Enter');
  await expect(dialog).toBeHidden();

  // The user's choice for these headers is stored.
  await page.getByTestId('file').setInputFiles(csv('مسمى,عدد المستويات\nالثالث,4\n'));
  await expect(dialog.getByText('هذه مطابقة استيرادك السابق لهذه الأعمدة.')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'الحقل المقابل للعمود مسمى' })).toHaveText(
    'اسم البرنامج',
  );
  // «مطابقة تلقائية» resets the choice.
  await button(dialog, 'مطابقة تلقائية').click();
  await expect(dialog.getByText('طوبق 1 من 2')).toBeVisible();
});

test('corrections in the preview survive going back and closing, and a double click imports once', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await openCentre(page);
  const dialog = await preview(page, csv('الاسم الأول,رقم الهوية\nعمر,\nسعد,12\n'));
  await button(dialog, 'تصحيح السطر 3').click();
  await dialog.getByLabel('رقم الهوية').fill('1000000001');
  await button(dialog, 'تحقق').click();
  await expect(dialog.getByText('صُحّح')).toBeVisible();
  await button(dialog, 'رجوع').click();
  await button(dialog, 'التالي').click();
  await expect.poll(() => stats(dialog)).toEqual([2, 0, 0, 0]);
  await button(dialog, 'رجوع').press('Escape');
  const question = page.getByRole('dialog', { name: 'ترك التغييرات؟' });
  await button(question, 'البقاء في الصفحة').click();
  await expect(question).toBeHidden();
  const imports = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/students/import')) imports.add(request.headers()['x-import-id']);
  });
  await goOnWithout(dialog);
  await button(dialog, 'استيراد صفين').dblclick();
  await expect(dialog.getByText('عولج 2 من 2')).toBeVisible();
  expect(await stats(dialog)).toEqual([2, 0, 0]);
  await button(dialog, 'التراجع عن الاستيراد كله').click();
  await expect(dialog.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  expect(imports.size).toBe(1);
});
