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
  const otherPage = await otherContext.newPage();
  watch(otherPage, consoleErrors);
  await open(page, 'teacher');
  await open(otherPage);
  await edit(page);
  await edit(otherPage);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await save(page);

  await otherPage.keyboard.type('6');
  await otherPage.keyboard.press('Tab');
  await otherPage.keyboard.type('11');
  await otherPage.keyboard.press('Enter');
  await saveButton(otherPage).click();
  const dialog = otherPage.getByRole('dialog', { name: 'عدّل شخص آخر هذا السجل' });
  await expect(dialog.getByRole('radiogroup')).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: 'قيمتي: 6' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'القيمة المحفوظة: 7' }).check();
  await dialog.getByRole('button', { name: 'اعتماد المختار' }).click();
  await expect(toast(otherPage, 'تم حفظ الدرجات')).toBeVisible();
  await expect(cell(otherPage, 1, 0)).toHaveText('7');
  await expect(cell(otherPage, 1, 1)).toHaveText('11');
  await expect(cell(otherPage, 2, 0)).toHaveText('5');

  await page.reload();
  await expect(cell(page, 1, 0)).toHaveText('7');
  await expect(cell(page, 1, 1)).toHaveText('11');
  expectConsoleErrors(consoleErrors, noSettings, /409.*\/api\/grades\/save/);
  await otherContext.close();
});
