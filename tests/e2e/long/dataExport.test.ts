import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ImportType } from '../../../contract/vocabulary';
import { expect, expectConsoleErrors, signIn, test, toast } from '../../support/browserTest';
import { type Archive, nameOfTable, readArchive, rowsOfTable } from '../../support/exportedFiles';
import { serveApp } from '../../support/servedApp';

const password = 'rasd-demo';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('all data are exported after the password, and two of the files are imported into an empty institute', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  await page.goto('/settings/backups');
  const archive = await exportWithPassword(page);
  expect(rowsOfTable(archive, 'students').length).toBeGreaterThan(100);
  // The browser logs the refused calls before the password.
  expectConsoleErrors(consoleErrors, /403.*\/export/);

  const second = await serveApp({ ADMIN_PASSWORD: password });
  try {
    await signInAt(page, second.url);
    for (const type of ['programs', 'batches'] as const) {
      const rows = rowsOfTable(archive, type);
      await importByHand(page, type, archive);
      await page.goto(`${second.url}/${type}`);
      for (const row of rows)
        await expect(
          page.getByText(Object.values(row)[type === 'programs' ? 1 : 0] ?? '').first(),
        ).toBeVisible();
    }
  } finally {
    await second.stop();
  }
});

/** The first time, the user closes the question. */
async function exportWithPassword(page: Page): Promise<Archive> {
  const question = page.getByRole('dialog', { name: 'تأكيد كلمة المرور' });
  await button(page, 'تنزيل كل البيانات').click();
  await expect(question).toContainText('كل البيانات');
  await question.getByRole('button', { name: 'إغلاق' }).click();
  await expect(question).toBeHidden();
  await button(page, 'تنزيل كل البيانات').click();
  await question.getByRole('textbox', { name: 'كلمة المرور' }).fill(password);
  const downloading = page.waitForEvent('download');
  await question.getByRole('button', { name: 'تأكيد ومتابعة' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^rasd-export-\d{4}-\d\d-\d\d\.zip$/);
  await expect(toast(page, 'نُزّل ملف البيانات')).toBeVisible();
  await expect(button(page, 'تنزيل كل البيانات')).toBeFocused();
  return readArchive(readFileSync(await download.path()));
}

async function signInAt(page: Page, address: string): Promise<void> {
  const login = { data: { username: 'admin', password } };
  const answer = await page.request.post(`${address}/api/auth/login`, login);
  await page.goto(`${address}/api/ready`);
  await page.evaluate((session) => localStorage.setItem('rasd.session', session), await answer.text());
}

async function importByHand(page: Page, type: ImportType, archive: Archive): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/import?type=${type}`);
  const name = nameOfTable(type);
  const buffer = Buffer.from(`\uFEFF${archive[name]}`);
  await page.getByTestId('file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'التالي' }).click();
  await expect(dialog.getByText('أول الصفوف')).toBeVisible();
  await expect(dialog.getByText('تجري المقارنة بالمسجّل')).toBeHidden();
  const leftOut = dialog.getByRole('checkbox', { name: 'أعلم ذلك' });
  if (await leftOut.isVisible()) await leftOut.check();
  await dialog.getByRole('button', { name: /^استيراد( \d+ صف.*)?$/ }).click();
  await expect(dialog.getByText('اكتمل الاستيراد.')).toBeVisible();
  const stats = await dialog.locator('dl dd.figure').allTextContents();
  expect(stats.map(Number)).toEqual([rowsOfTable(archive, type).length, 0, 0]);
}
