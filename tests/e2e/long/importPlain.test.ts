import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';

test.use({ serverEnvironment: { ADMIN_PASSWORD: 'rasd-demo', PLAIN_API: '1' } });

test('a server with only the endpoints of the specification imports files, and offers CSV for a link', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/import?type=programs');
  await page.getByTestId('file').setInputFiles('tests/data/import/programs.csv');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByText('صالحة')).toBeVisible();
  await dialog.getByRole('button', { name: 'استيراد 5 صفوف' }).click();
  await expect(dialog.getByText('عولج 5 من 5')).toBeVisible();
  expect(await dialog.locator('dl dd.figure').allTextContents()).toEqual(['5', '0', '0']);
  await dialog.getByRole('button', { name: 'إغلاق' }).last().click();

  await page.getByRole('button', { name: 'إدخال الرابط' }).click();
  await dialog
    .getByLabel('رابط Google Sheets')
    .fill(`https://docs.google.com/spreadsheets/d/${'x'.repeat(44)}`);
  await dialog.getByRole('button', { name: 'جلب الجدول' }).click();
  await expect(dialog.getByText('هذا الخادم لا يجلب الجداول')).toBeVisible();
  await expect(dialog.getByText('رفع ملف CSV بدلاً من الرابط')).toBeVisible();
  // The browser logs each 404 response of this server.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
