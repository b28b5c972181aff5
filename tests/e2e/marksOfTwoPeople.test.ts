import { expect, expectConsoleErrors, test, toast, watch } from '../support/browserTest';
import { cell, edit, noSettings, open, save, saveButton } from '../support/gradeSheet';
import { desktopViewport } from '../support/journey';

test.use({ viewport: desktopViewport });

test('changes of two people in different cells of one sheet are merged, and a conflict in one cell asks for a choice', async ({
  page,
  browser,
  contextOptions,
  address,
  consoleErrors,
}) => {
  const otherContext = await browser.newContext({ ...contextOptions, baseURL: address });
  const other = await otherContext.newPage();
  watch(other, consoleErrors);
  await open(page, 'teacher');
  await open(other);
  await edit(page);
  await edit(other);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await save(page);

  await other.keyboard.type('6');
  await other.keyboard.press('Tab');
  await other.keyboard.type('11');
  await other.keyboard.press('Enter');
  await saveButton(other).click();
  const dialog = other.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: 'قيمتي: 6' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'القيمة المحفوظة: 7' }).check();
  await dialog.getByRole('button', { name: 'اعتماد المختار' }).click();
  await expect(toast(other, 'تم حفظ الدرجات')).toBeVisible();
  await expect(cell(other, 1, 0)).toHaveText('7');
  await expect(cell(other, 1, 1)).toHaveText('11');
  await expect(cell(other, 2, 0)).toHaveText('5');

  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('7');
  await expect(cell(page, 1, 1)).toHaveText('11');
  expectConsoleErrors(consoleErrors, noSettings, /409.*\/api\/grades\/save/);
  await otherContext.close();
});
