import { expect, expectConsoleErrors, signIn, test, toast } from '../../support/browserTest';

test('the dialog of an operation that cannot be undone lists the later changes', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, 'admin');
  const rename = async (name: string) => {
    await page.goto('/programs/1');
    await page.getByLabel('اسم البرنامج').fill(name);
    await page.getByRole('button', { name: 'حفظ', exact: true }).click();
    await expect(toast(page, 'تم تحديث البرنامج بنجاح')).toBeVisible();
  };
  await rename('برنامج التراجع الأول');
  await rename('برنامج التراجع الثاني');
  await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
  await page
    .getByRole('dialog', { name: 'التراجع' })
    .getByRole('listitem')
    .nth(1)
    .getByRole('button')
    .click();
  const conflictDialog = page.getByRole('dialog', { name: 'لم يتم التراجع' });
  await expect(conflictDialog).toContainText('تغيّر بعد هذه العملية');
  await expect(conflictDialog.getByRole('listitem').first()).toContainText('سليمان');
  expectConsoleErrors(consoleErrors, /409.*\/undo/);
});
