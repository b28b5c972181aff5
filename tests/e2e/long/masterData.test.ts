import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';

test('a type that would hide marks is refused with the number of marks, and the marks stay', async ({
  page,
  consoleErrors,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/subjects/2');
  await page.getByRole('combobox', { name: 'النوع' }).click();
  await page.getByRole('option', { name: 'تقييد يومي' }).click();
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, /أضف مادة جديدة بالنوع المطلوب/)).toContainText(/الدرجات: \d+/);
  await expect(page.getByRole('combobox', { name: 'النوع' })).toBeVisible();
  expectConsoleErrors(consoleErrors, /409.*\/subjects\/2/);
});
