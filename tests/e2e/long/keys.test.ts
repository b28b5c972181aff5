import { findingsInBoth } from '../../support/accessible';
import { expect, takeSession, test, toast } from '../../support/browserTest';
import { cell, edit, grid, isExpected, open } from '../../support/gradeSheet';

test.afterEach(({ complaints }) => {
  expect(complaints.splice(0).filter((line) => !isExpected(line))).toEqual([]);
});

test('marks are saved by Ctrl+S, and the sign of absence leaves a mark that is not recorded', async ({
  page,
}) => {
  await open(page);
  await edit(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toBeFocused();
  // A key of an Arabic keyboard opens the cell, and its letter arrives in the field.
  await page.keyboard.press('F2');
  await grid(page).getByRole('textbox').fill('غ');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toHaveText('');
  await expect(cell(page, 2, 0)).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'تم حفظ الدرجات')).toBeVisible();
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('9');
  await expect(cell(page, 2, 0)).toHaveText('');
});

test('a register is saved by Ctrl+S, and ? lists the shortcuts outside of input fields', async ({ page }) => {
  await takeSession(page, 'admin');
  await page.goto('/absences?batch_id=1&subject_code=QRN101-1&date=2024-01-10');
  await expect(page.getByText('لم يُحضَّر بعد')).toBeVisible();
  await page
    .getByRole('checkbox', { name: / غائب$/ })
    .first()
    .check();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'تم حفظ الغياب بنجاح')).toBeVisible();
  await expect(page.getByText('حُضِّر، غائب واحد')).toBeVisible();

  const list = page.getByRole('dialog', { name: 'اختصارات لوحة المفاتيح' });
  await page.getByRole('searchbox').press('?');
  await expect(list).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(list.getByText('حفظ التغييرات')).toBeVisible();
  expect(await findingsInBoth(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
});
