import { expect, signIn, test, toast, watch } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { fillDue } from '../../support/dayFields';
import { answerField, confirmButton, newOwnAssignment, submitButton } from '../../support/ownAssignment';

test('an answer after the deadline is refused until the teacher allows late answers, and is labelled as late everywhere', async ({
  page,
  browser,
  address,
  consoleErrors,
}) => {
  const { id } = await newOwnAssignment(page);
  const studentCall = await newApiCaller(page, 'student');
  const { id: account } = await studentCall<{ id: number }>('GET', '/auth/me');
  const { full_name } = await studentCall<{ full_name: string }>('GET', `/students/by-user/${account}`);
  const otherContext = await browser.newContext({ baseURL: address, locale: 'ar' });
  const latePage = await otherContext.newPage();
  watch(latePage, consoleErrors);
  await signIn(page, 'teacher');
  await page.goto(`/assignments/${id}`);
  await page.getByRole('button', { name: 'تعديل الواجب' }).click();
  await fillDue(page, '2026-01-01', '20:00');
  await page.getByRole('button', { name: 'حفظ', exact: true }).click();
  await expect(toast(page, 'تم تحديث الواجب بنجاح')).toBeVisible();
  await signIn(latePage, 'student');
  await latePage.goto(`/assignments/${id}/submit`);
  await expect(latePage.getByRole('heading', { name: 'انتهى موعد تسليم الواجب' })).toBeVisible();
  const allowed = page.getByRole('switch', { name: 'السماح بالتسليم المتأخر' });
  await allowed.click();
  await expect(allowed).toBeChecked();

  await latePage.reload();
  await expect(latePage.getByText(/سيُسجَّل تسليمك متأخراً/).first()).toBeVisible();
  await answerField(latePage, 3).fill('العين');
  await submitButton(latePage).click();
  await confirmButton(latePage).click();
  await expect(latePage.getByRole('heading', { name: 'سلّمت هذا الواجب' })).toBeVisible();
  await expect(toast(latePage, 'تم تسليم الواجب متأخراً')).toBeVisible();
  await latePage.goto('/assignments?status=late');
  await expect(latePage.getByRole('heading', { level: 2, name: 'واجب التجويد (1)' })).toBeVisible();
  await latePage.goto(`/assignments/${id}/view`);
  await expect(latePage.getByText('سُلّم متأخراً')).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^الإشعارات/ }).click();
  await page.getByRole('link', { name: `سلّم «${full_name}» واجب «واجب التجويد (1)» متأخراً` }).click();
  await expect(page.getByRole('heading', { level: 1, name: full_name })).toBeVisible();
  await otherContext.close();
});
