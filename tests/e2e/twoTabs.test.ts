import type { Page } from '@playwright/test';
import { expect, takeSession, test } from '../support/browserTest';

const unsaved = (page: Page) => page.getByText(/غير محفوظ/);

test('a register that one tab has saved is not unsaved in the other', async ({ page, context }) => {
  await takeSession(page, 'admin');
  const sheet = '/absences?batch_id=1&subject_code=QRN101-1&date=2020-01-07';
  await page.goto(sheet);
  await page.getByRole('checkbox', { name: /غائب$/ }).first().check();
  await expect(unsaved(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(sheet);
  await expect(unsaved(other)).toBeVisible();
  await page.getByRole('button', { name: 'حفظ الغياب', exact: true }).click();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await expect(unsaved(other)).toHaveCount(0);
  await expect(other.getByText('حُضِّر، غائب واحد')).toBeVisible();
  await other.close();
});

test('a draft that one tab has dropped is not offered in the other', async ({ page, context }) => {
  await takeSession(page, 'admin');
  await page.goto('/programs/3');
  await page.getByLabel('الوصف').fill('وصف جديد');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('وصف جديد');
  const other = await context.newPage();
  await other.goto('/programs/3');
  const offer = other.getByRole('button', { name: 'استعادتها' });
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'إلغاء', exact: true }).click();
  await page.getByRole('button', { name: 'ترك التغييرات' }).click();
  await expect(page).toHaveURL(/\/programs$/);
  await expect(offer).toHaveCount(0);
  await other.close();
});
