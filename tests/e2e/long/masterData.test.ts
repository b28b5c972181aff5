import { expect, expectComplaints, signIn, takeSession, test, toast } from '../../support/browserTest';
import { masterDataFlow } from '../../support/masterDataFlow';

test('an admin adds, finds, exports, changes and deletes programme, batches, subject and student', async ({
  page,
  complaints,
}) => {
  await signIn(page, 'admin');
  await masterDataFlow(page, { isPlain: false });
  // A subject without its own settings answers 404, as specified, and the browser logs it.
  expectComplaints(complaints, /404.*subject-(grade-settings|curriculum)/);
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
  expectComplaints(complaints, /409.*\/subjects\/2/);
});
