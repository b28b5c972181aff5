import type { Page } from '@playwright/test';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { cell, edit, open as openSheet, save as saveSheet, sheetAddress } from '../../support/gradeSheet';

const unsaved = (page: Page) => page.getByText(/غير محفوظ/);

test('a register that one tab has saved is not unsaved in the other', async ({ page, context }) => {
  await takeSession(page, 'admin');
  const sheet = '/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-09';
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

test('marks that one tab has saved are not offered as unsaved in the other', async ({
  page,
  context,
  complaints,
}) => {
  await openSheet(page);
  await edit(page);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('grades#');
  const other = await context.newPage();
  await other.goto(sheetAddress);
  const offer = other.getByRole('button', { name: 'استعادتها' });
  await expect(offer).toBeVisible();
  await saveSheet(page);
  await expect(offer).toHaveCount(0);
  await expect(cell(other, 1, 0)).toHaveText('4');
  await other.close();
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes('404')));
});

test('daily records that one tab has saved are not unsaved in the other', async ({ page, context }) => {
  await takeSession(page, 'teacher2');
  const sheet = '/daily-records?program_id=SHR&batch_id=2&subject_code=SHR110-2';
  const notes = (tab: Page) => tab.locator('[data-row]').first().getByLabel('ملاحظات،', { exact: false });
  const saveButton = (tab: Page) => tab.getByRole('button', { name: 'حفظ السجلات' });
  await page.goto(sheet);
  await notes(page).fill('كُتب في النافذة الأولى');
  const other = await context.newPage();
  await other.goto(sheet);
  await expect(notes(other)).toHaveValue('كُتب في النافذة الأولى');
  await expect(saveButton(other)).toBeEnabled();
  await saveButton(page).click();
  await expect(toast(page, 'تم حفظ السجلات اليومية بنجاح')).toBeVisible();
  await expect(saveButton(other)).toBeDisabled();
  await expect(notes(other)).toHaveValue('كُتب في النافذة الأولى');
  await other.close();
});
