import { expect, type Page } from '@playwright/test';
import { takeSession, test } from '../../support/browserTest';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the toast of a save undoes the save', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/programs/create');
  await page.getByLabel('رمز البرنامج').fill('UNDO');
  await page.getByLabel('اسم البرنامج').fill('برنامج يُتراجع عنه');
  await press(page, 'حفظ');
  const row = page.getByRole('row', { name: /برنامج يُتراجع عنه/ });
  await expect(row).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'تراجع' }).click();
  await expect(row).toHaveCount(0);
});
