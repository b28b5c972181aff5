import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { cell, edit, open as openSheet, save as saveSheet, sheetAddress } from '../../support/gradeSheet';

test('a draft discarded in one tab is not offered in the other', async ({ page, context }) => {
  await takeSession(page, 'admin');
  await page.goto('/programs/3');
  await page.getByLabel('الوصف').fill('وصف جديد');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('وصف جديد');
  const otherPage = await context.newPage();
  await otherPage.goto('/programs/3');
  const offer = otherPage.getByRole('button', { name: 'استعادتها' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await page.getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(page).toHaveURL(/\/programs$/);
  await expect(offer).toHaveCount(0);
  await otherPage.close();
});

test('marks saved in one tab are not offered as unsaved in the other', async ({
  page,
  context,
  consoleErrors,
}) => {
  await openSheet(page);
  await edit(page);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('grades#');
  const otherPage = await context.newPage();
  await otherPage.goto(sheetAddress);
  const offer = otherPage.getByRole('button', { name: 'استعادتها' });
  await expect(offer).toBeVisible();
  await saveSheet(page);
  await expect(offer).toHaveCount(0);
  await expect(cell(otherPage, 1, 0)).toHaveText('4');
  await otherPage.close();
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
