import { expect, signIn, takeSession, test, toast } from '../../support/browserTest';
import { masterDataFlow } from '../../support/masterDataFlow';

test('an admin adds, finds, exports, changes and deletes programme, batches, subject and student', async ({
  page,
  complaints,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: false });
  // A subject without its own settings answers 404, as specified, and the browser logs it.
  const others = complaints
    .splice(0)
    .filter((line) => !/404.*subject-(grade-settings|curriculum)/.test(line));
  expect(others).toEqual([]);
});

test('a type that would hide marks is refused with their number, and the marks stay', async ({
  page,
  complaints,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/subjects/2');
  await page.getByRole('combobox', { name: 'النوع' }).click();
  await page.getByRole('option', { name: 'تقييد يومي' }).click();
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, /أضف مادة جديدة بالنوع المطلوب/)).toContainText(/الدرجات: \d+/);
  await expect(page.getByRole('combobox', { name: 'النوع' })).toBeVisible();
  complaints.splice(0, 1); // the browser logs the 409
});
