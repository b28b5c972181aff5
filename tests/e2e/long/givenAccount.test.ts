import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { pickFound } from '../../support/journey';
import { openMore } from '../../support/lists';

test('an account of a deleted student has a label in the list, and can be linked to another student after a password check', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  const body = { first_name: 'سعد', last_name: 'الراحل', national_id: '2999999991' };
  const formerStudent = await call<{ id: number; student_id: string }>('POST', '/students', body);
  await call('POST', '/users', {
    username: 'old-one',
    name: 'سعد الراحل',
    role: 'student',
    student_id: formerStudent.student_id,
  });
  await call('DELETE', `/students/${formerStudent.id}`);
  await call('POST', '/students', { ...body, last_name: 'الوارث', national_id: '2999999992' });
  await takeSession(page, 'admin');
  await page.goto(`/users?filter=${JSON.stringify({ is_orphaned: true })}`);
  await expect(page.getByText('لم يعد له طالب').first()).toBeVisible();
  await openMore(page);
  await page.getByRole('menuitem', { name: 'إعطاء حساب سعد الراحل لطالب آخر' }).click();
  const dialog = page.getByRole('dialog', { name: 'إعطاء الحساب لطالب آخر' });
  await pickFound(page, dialog.getByRole('combobox'), 'الوارث');
  await dialog.getByRole('button', { name: 'إعطاء الحساب' }).click();
  await page.locator('input[type=password]').fill('rasd-demo');
  await page.keyboard.press('Enter');
  // The password stays visible, although the filtered list no longer has the account, and at any window size.
  const oneTimeDialog = page.getByRole('dialog', { name: 'كلمة المرور المؤقتة' });
  const code = (await oneTimeDialog.locator('code').textContent()) ?? '';
  expect(code).toMatch(/\S{8,}/);
  await expect(page.locator('tbody').getByText('لم يعد له طالب')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('[aria-label="التصفية: تصفية واحدة مفعّلة"]')).toBeAttached();
  await expect(oneTimeDialog.locator('code')).toHaveText(code);
  // The browser logs the 403 that asks for the password.
  expectConsoleErrors(consoleErrors, /403.*\/api\//);
});
