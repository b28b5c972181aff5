import { waitForScreen } from '../support/accessible';
import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { submitSignIn, heading, signOut, phoneViewport } from '../support/journey';

test.use({ viewport: phoneViewport });

test('a teacher on a phone chooses digits and dark mode, ends the sessions of other devices and changes the password', async ({
  page,
  consoleErrors,
}) => {
  const others = [];
  for (let device = 0; device < 3; device++) others.push(await newApiCaller(page, 'teacher'));
  await signIn(page, 'teacher');
  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'الإعدادات' }).click();
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  // The screen has no settings of the institute.
  await expect(page.getByRole('radiogroup', { name: 'المظهر' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('radio', { name: 'داكن' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  const ends = page.getByRole('button', { name: /^إنهاء جلسة/ });
  await expect(ends).toHaveCount(3);
  await expect(page.getByText('هذا الجهاز', { exact: true })).toHaveCount(1);
  await expect(page.getByText('127.0.0.1').first()).toBeVisible();
  await ends.first().click();
  await expect(toast(page, 'أُنهيت الجلسة على ذلك الجهاز')).toBeVisible();
  await expect(ends).toHaveCount(2);
  await page.getByRole('button', { name: 'إنهاء الجلسات الأخرى كلها' }).click();
  await expect(toast(page, 'أُنهيت جلستان أخريان')).toBeVisible();
  await expect(ends).toHaveCount(0);
  for (const call of others) await expect(call('GET', '/auth/me')).rejects.toThrow('401');

  await page.getByRole('radio', { name: /^أرقام عربية/ }).check();
  await page.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  const dialog = page.getByRole('dialog', { name: 'تغيير كلمة المرور' });
  await dialog.getByLabel('كلمة المرور الحالية').fill('rasd-demo');
  await dialog.getByLabel('كلمة المرور الجديدة', { exact: true }).fill('kalima-jadida-7');
  await dialog.getByLabel('تأكيد كلمة المرور الجديدة').fill('kalima-jadida-7');
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(toast(page, 'تم تغيير كلمة المرور بنجاح')).toBeVisible();
  await waitForScreen(page); // After the sign-out the server would refuse pending calls.
  await signOut(page);
  await submitSignIn(page, 'teacher');
  await expect(page.getByText(/فشل تسجيل الدخول/)).toBeVisible();
  expectConsoleErrors(consoleErrors, /401.*\/auth\/login/);
  await submitSignIn(page, 'teacher', 'kalima-jadida-7');
  await expect(page.getByRole('listitem').filter({ hasText: 'المواد' }).locator('.figure')).toHaveText(
    /^[٠-٩]+$/,
  );
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
