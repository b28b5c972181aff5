import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test } from '../../support/browserTest';

async function signInHeaders(page: Page, data: { username: string; password: string }) {
  const answer = await page.request.post('/api/auth/login', { data });
  const { token } = (await answer.json()) as { token: string };
  return { Authorization: `Bearer ${token}` };
}

test('no user can delete or disable his own account, and an account with records is disabled instead of deleted', async ({
  page,
  consoleErrors,
}) => {
  const worker = { username: 'aamil', password: 'kalima-tawila-9' };
  const adminHeaders = await signInHeaders(page, { username: 'admin', password: 'rasd-demo' });
  const account = { ...worker, name: 'عامل سابق', role: 'admin' };
  const own = { headers: adminHeaders, data: { password: 'rasd-demo' } };
  expect((await page.request.post('/api/auth/step-up', own)).status()).toBe(200);
  expect((await page.request.post('/api/users', { headers: adminHeaders, data: account })).status()).toBe(
    201,
  );
  const newProgram = { program_id: 'AML', program_name: 'برنامج العامل' };
  const headers = await signInHeaders(page, worker);
  expect((await page.request.post('/api/programs', { headers, data: newProgram })).status()).toBe(201);

  await takeSession(page, 'admin');
  await page.goto('/users');
  await expect(page.getByRole('switch', { name: /سليمان الحكيم/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'حذف سليمان الحكيم' })).toHaveCount(0);
  await page.getByRole('button', { name: 'حذف عامل سابق' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'حذف', exact: true }).click();
  const disableDialog = page.getByRole('alertdialog', { name: 'لا يمكن حذف هذا المستخدم' });
  await expect(disableDialog).toContainText('عطّل حسابه بدلاً من حذفه');
  await disableDialog.getByRole('button', { name: 'تعطيل الحساب' }).click();
  const ownPassword = page.getByRole('dialog', { name: /^تأكيد كلمة المرور/ });
  await ownPassword.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await ownPassword.getByRole('button', { name: 'تأكيد ومتابعة' }).click();
  await expect(page.getByRole('switch', { name: /عامل سابق/ })).not.toBeChecked();
  // The browser logs the refused deletion and the call that needs the password.
  expectConsoleErrors(consoleErrors, /(409|403).*\/users/);
});
