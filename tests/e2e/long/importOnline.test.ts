import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { expect, expectConsoleErrors, takeSession, test as base } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { serveApp } from '../../support/servedApp';
import { startSheetServer } from '../../support/sheetServer';
import { buildWorkbook } from '../../support/workbook';

const id = 'a-spreadsheet-of-the-tests-1234';
const link = `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing`;
const names = ['طلاب', 'مواد', 'درجات', 'برامج', 'دفعات'];
/** The sheets of the workbook, with one more student whose national id is too short. */
const csvOf = (name: string) =>
  readFileSync(`tests/data/import/workbook - ${name}.csv`, 'utf8') + (name === 'طلاب' ? wrongStudent : '');
const wrongStudent = '\r\n14479998,زياد,,,الأنس,12';
const fileName = (name: string) => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
const parseRows = (name: string) => Papa.parse<string[]>(csvOf(name).replace('\uFEFF', '')).data;
const workbook = buildWorkbook(Object.fromEntries(names.map((name) => [name, parseRows(name)]))).buffer;

/** A spreadsheet host on this machine, and a server that may download from it. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use) => {
    const host = await startSheetServer(({ pathname, searchParams }) => {
      if (!pathname.includes(id)) return { status: 403 };
      if (searchParams.get('format') === 'xlsx')
        return {
          headers: { 'content-disposition': fileName('بيانات المعهد.xlsx') },
          body: workbook,
        };
      const name = searchParams.get('gid') === '3' ? 'برامج' : 'طلاب';
      return {
        headers: { 'content-disposition': fileName(`بيانات المعهد - ${name}.csv`) },
        body: csvOf(name),
      };
    });
    const app = await serveApp({
      ADMIN_PASSWORD: 'rasd-demo',
      SHEETS_URL: host.url,
      SHEETS_HOSTS: '127.0.0.1',
      SHEETS_PRIVATE: '1',
    });
    await use(app.url);
    await app.stop();
    await host.close();
  },
});

test('five sheets of one link are imported in the order of their dependencies', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/import');
  await page.getByRole('button', { name: 'استيراد عدة أوراق' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('رابط Google Sheets')
    .fill(link.replace(id, `${id}-of-nobody`).replace(id, 'x'.repeat(30)));
  await dialog.getByRole('button', { name: 'فحص الملف' }).click();
  await expect(dialog.getByText('تعذر الوصول للملف')).toBeVisible();
  await dialog.getByLabel('رابط Google Sheets').fill(link);
  await dialog.getByRole('button', { name: 'فحص الملف' }).click();
  await expect(dialog.getByText('جاهزة')).toHaveCount(5);
  await expect(dialog.getByText('صف مرفوض واحد')).toBeVisible();
  await expect(dialog.getByText('طلاب: السطر 122: رقم الهوية «12» يجب أن يتكون من 10 أرقام')).toBeVisible();
  await dialog.getByRole('button', { name: 'استيراد المختارة' }).click();
  await expect(dialog.getByText('تم استيراد: برامج، دفعات، مواد، طلاب، درجات')).toBeVisible();
  expect(await dialog.locator('dl dd.figure').allTextContents()).toEqual(['517', '0', '1']);

  // A refused row of one sheet is corrected and imported as part of the same import.
  await expect(dialog.getByRole('heading', { name: 'صفوف مرفوضة في ورقة طلاب 1' })).toBeVisible();
  await dialog.getByRole('button', { name: 'تصحيح السطر 122' }).click();
  await dialog.getByLabel('رقم الهوية').fill('1000009998');
  await dialog.getByRole('button', { name: 'تحقق' }).click();
  await dialog.getByRole('button', { name: 'استيراد الصفوف المصححة' }).click();
  await expect(dialog.getByText('تم استيراد: طلاب')).toBeVisible();
  expect(await dialog.locator('dl dd.figure').allTextContents()).toEqual(['1', '0', '0']);
  await expect(dialog.getByText('صفوف مرفوضة')).toBeHidden();
  await dialog.getByRole('button', { name: 'التراجع عن الاستيراد كله' }).click();
  await expect(dialog.getByText('تم التراجع عن الاستيراد')).toBeVisible();
  const call = await newApiCaller(page, 'admin');
  expect(await call<unknown[]>('GET', '/students')).toHaveLength(0);
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();

  // Imports one sheet of the link, of the chosen type. Invalid rows are skipped by default.
  await page.getByRole('radio', { name: /^البرامج/ }).click();
  await page.getByRole('button', { name: 'إدخال الرابط' }).click();
  await dialog.getByLabel('رابط Google Sheets').fill(link.replace('?usp=sharing', '#gid=3'));
  await dialog.getByRole('button', { name: 'جلب الجدول' }).click();
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByRole('radio', { name: /استيراد الصفوف الصحيحة/ })).toBeChecked();
  const importRequest = page.waitForRequest('**/api/programs/import');
  await dialog.getByRole('button', { name: 'استيراد 5 صفوف' }).click();
  expect((await importRequest).postDataJSON()).not.toHaveProperty('stopOnError');
  await expect(dialog.getByText('عولج 5 من 5')).toBeVisible();
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();

  // A link without sheets, and a host that does not answer.
  await page.getByRole('button', { name: 'استيراد عدة أوراق' }).click();
  await page.route('**/api/sheets/fetch', (route) => route.fulfill({ json: { title: null, sheets: [] } }));
  await dialog.getByLabel('رابط Google Sheets').fill(link);
  await dialog.getByRole('button', { name: 'فحص الملف' }).click();
  await expect(dialog.getByText('لم يتم العثور على أي أوراق صالحة في الملف')).toBeVisible();
  await page.unroute('**/api/sheets/fetch');
  await page.route('**/api/sheets/fetch', (route) => route.fulfill({ status: 502 }));
  await dialog.getByRole('button', { name: 'فحص الملف' }).click();
  await expect(dialog.getByText('حدث خطأ في جلب معلومات الملف')).toBeVisible();
  // The browser logs the answer about a sheet that is not shared.
  expectConsoleErrors(consoleErrors, /(422|502).*sheets\/fetch/);
});
