import type { Page } from '@playwright/test';
import { expect, takeSession, test } from '../../support/browserTest';
import { chooserChip, openChooser } from '../../support/teachingChooser';

const register = '/absences?batch_id=1&subject_code=QRN101-1';
const option = (page: Page, name: RegExp) => page.getByRole('option', { name }).first();

test('a subject chosen in the register is also chosen for marks, after a reload and at the next visit', async ({
  page,
}) => {
  await takeSession(page, 'teacher');
  await page.goto(register);
  await openChooser(page);
  await option(page, /^الفقه SHR101-1/).click();
  await expect(chooserChip(page)).toHaveAccessibleName(/الفقه · دفعة القرآن الأولى 1445/);
  await expect(page).toHaveURL(/subject_code=SHR101-1/);
  await page.getByRole('link', { name: 'الدرجات', exact: true }).click();
  await expect(page).toHaveURL(/\/grades.*subject_code=SHR101-1/);
  await expect(chooserChip(page)).toHaveAccessibleName(/الفقه/);
  await page.reload();
  await expect(chooserChip(page)).toHaveAccessibleName(/الفقه/);
  await page.goto('/absences');
  await expect(chooserChip(page)).toHaveAccessibleName(/الفقه/);
  await expect(page.getByRole('row').getByRole('rowheader').first()).toBeVisible();
});

test('a few letters and Enter choose another subject by keyboard, and Escape changes nothing', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto(register);
  await chooserChip(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'اختيار المادة أو الحلقة' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chooserChip(page)).toBeFocused();
  await expect(chooserChip(page)).toHaveAccessibleName(/حفظ القرآن الكريم/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('التجويد 1445');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chooserChip(page)).toHaveAccessibleName(/التجويد · دفعة [^·]*1445/);
});

test('the chooser fills the screen of a phone, and Back closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await takeSession(page, 'teacher');
  await page.goto(register);
  const chooser = await openChooser(page);
  await expect(option(page, /الفقه/)).toBeVisible();
  expect((await chooser.boundingBox())?.height).toBe(844);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chooserChip(page)).toBeVisible();
});

test('reports start with the subject of the other screens, and have the same chooser', async ({ page }) => {
  await takeSession(page, 'teacher');
  await page.goto(register);
  await expect(chooserChip(page)).toHaveAccessibleName(/حفظ القرآن الكريم/);
  await page.goto('/reports');
  await expect(chooserChip(page)).toHaveAccessibleName(/حفظ القرآن الكريم/);
  const subject = page.getByRole('combobox', { name: /^المادة/ });
  await page.getByRole('radio', { name: /^كشف درجات المادة/ }).click();
  await expect(subject).toHaveText('حفظ القرآن الكريم');
  await openChooser(page);
  await option(page, /^الفقه SHR101-1/).click();
  await expect(subject).toHaveText('الفقه');
  await page.getByRole('button', { name: 'توليد التقرير' }).click();
  await expect(page.getByRole('region', { name: 'كشف درجات المادة', exact: true })).toBeVisible();
  await page.goto('/grades');
  await expect(chooserChip(page)).toHaveAccessibleName(/الفقه/);
  await page.goto('/reports');
  await page.getByRole('button', { name: 'مسح', exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
});
