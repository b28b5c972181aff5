import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, test, toast } from '../support/browserTest';
import { cell, edit, grid, noSettings, open, save, saveButton } from '../support/gradeSheet';
import { desktopViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

/** Types on a keyboard with Arabic digits: the key opens the cell, and its character arrives in the field. */
async function typeMark(page: Page, text: string): Promise<void> {
  const [first = ''] = text;
  await page.evaluate((key) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  }, first);
  await expect(grid(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText(text);
}

test('a teacher types marks by keyboard, pastes a block, undoes it, saves, and reads the history of a student', async ({
  page,
  context,
  consoleErrors,
}) => {
  await open(page, 'teacher');
  const name = (await cell(page, 1, -2).textContent()) ?? '';
  const before = (await cell(page, 1, 0).textContent()) ?? '';
  await edit(page);
  await typeMark(page, '٩٫٥');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 0)).toHaveText('9.5');
  await expect(cell(page, 2, 0)).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 2, 1)).toBeFocused();
  await expect(cell(page, 2, 0)).toHaveAttribute('aria-invalid', 'true');
  await expect(cell(page, 2, 0)).toHaveAccessibleDescription('المشاركة يجب أن لا تتجاوز 10 درجة');
  await saveButton(page).click();
  await expect(toast(page, 'الرجاء تصحيح الأخطاء قبل الحفظ')).toBeVisible();
  await page.getByRole('button', { name: 'الخطأ التالي' }).click();
  await expect(cell(page, 2, 0)).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 0)).toHaveText('1');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('١٠\t30\r\n٨٫٥\t 29.5\r\n'));
  await expect(cell(page, 3, 0)).toBeFocused();
  const [third, fourth] = await Promise.all(
    [cell(page, 3, 0), cell(page, 4, 1)].map((one) => one.textContent()),
  );
  await page.keyboard.press('Control+v');
  await expect(cell(page, 3, 0)).toHaveText('10');
  await expect(cell(page, 4, 1)).toHaveText('29.5');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 3, 0)).toHaveText(third ?? '');
  await expect(cell(page, 4, 1)).toHaveText(fourth ?? '');
  await page.keyboard.press('Control+y');
  await expect(cell(page, 4, 1)).toHaveText('29.5');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('10\t30\r\n8.5\t29.5');

  await save(page);
  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('9.5');
  await expect(cell(page, 2, 0)).toHaveText('1');
  await expect(cell(page, 4, 1)).toHaveText('29.5');
  await page.getByRole('button', { name: `سجل درجات ${name}` }).click();
  const newest = page
    .getByRole('dialog', { name: /^سجل درجات/ })
    .getByRole('listitem')
    .first();
  await expect(newest).toContainText(`المشاركة: من ${before} إلى 9.5`);
  await expect(newest).toContainText('(معلم)');
  expectConsoleErrors(consoleErrors, noSettings);
});
