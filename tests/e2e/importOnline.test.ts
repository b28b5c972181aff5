import { readFileSync } from 'node:fs';
import { expect, takeSession, test as base } from '../support/browserTest';
import { serveApp } from '../support/servedApp';
import { sheetServer } from '../support/sheetServer';

const id = 'a-spreadsheet-of-the-tests-1234';
const link = `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing`;
const names = ['طلاب', 'مواد', 'درجات', 'برامج', 'دفعات'];
const csvOf = (name: string) => readFileSync(`tests/data/import/workbook - ${name}.csv`, 'utf8');
const fileName = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(`بيانات المعهد - ${name}.csv`)}`;

/** A spreadsheet host on this machine, and a server that may fetch from it. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use) => {
    const host = await sheetServer(({ pathname, searchParams }) => {
      if (!pathname.includes(id)) return { status: 403 };
      const asked = searchParams.get('sheet');
      const name = asked === null || !names.includes(asked) ? 'طلاب' : asked;
      return { headers: { 'content-disposition': fileName(name) }, body: csvOf(name) };
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

test('five sheets of one link come in, in the order that their records need', async ({
  page,
  complaints,
}) => {
  test.setTimeout(90_000);
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
  await dialog.getByRole('button', { name: 'استيراد المختارة' }).click();
  await expect(dialog.getByText('تم استيراد: برامج، دفعات، مواد، طلاب، درجات')).toBeVisible();
  expect(await dialog.locator('dl dd.figure').allTextContents()).toEqual(['517', '0', '0']);
  // The browser itself notes the answer about the sheet that is not shared.
  complaints.splice(0);
});
