import { waitForScreen } from '../support/accessible';
import { expect, test, toast } from '../support/browserTest';
import { card, submitSignIn, heading, signOut, menu, openFromMenu, phoneViewport } from '../support/journey';

test.use({ viewport: phoneViewport });

const newPassword = 'kalima-tawila-9';

test('a teacher on a phone requests a new password, the admin sets one, and the teacher replaces it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login');
  await page.getByRole('button', { name: 'نسيت كلمة المرور؟' }).click();
  await page.getByLabel('اسم المستخدم').fill('teacher2');
  await page.getByRole('button', { name: 'إرسال الطلب' }).click();
  // A user name that does not exist gets the same answer.
  await expect(page.getByText('إذا كان اسم المستخدم صحيحاً فسيصل طلبك إلى إدارة المعهد')).toBeVisible();
  await page.getByRole('button', { name: 'العودة إلى تسجيل الدخول' }).click();

  await submitSignIn(page, 'admin');
  await page.getByRole('button', { name: 'الإشعارات، إشعار واحد غير مقروء' }).click();
  const list = page.getByRole('dialog', { name: 'الإشعارات' });
  await expect(list.getByRole('listitem')).toContainText('كلمة مرور جديدة');
  await list.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/users\?/);
  await expect(page.locator('[data-record]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'الإشعارات، لا جديد' })).toBeVisible();
  await card(page, 'teacher2')
    .getByRole('button', { name: /^المزيد/ })
    .click();
  await page.getByRole('menuitem', { name: /^تغيير كلمة مرور/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'توليد كلمة مرور مؤقتة' })).toBeChecked();
  await dialog.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await expect(dialog.locator('code')).toHaveText(/\S{8,}/);
  const temporaryPassword = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'نسخ' }).click();
  await expect(dialog.getByRole('status')).toHaveText('تم النسخ');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(temporaryPassword);
  await dialog.getByRole('button', { name: 'سلّمتها، إغلاق' }).click();
  await expect(toast(page, 'تم تغيير كلمة المرور بنجاح')).toBeVisible();
  await expect(page.getByText(temporaryPassword)).toHaveCount(0);
  await waitForScreen(page); // After the sign-out the server would refuse pending calls.
  await signOut(page);

  await submitSignIn(page, 'teacher2', temporaryPassword);
  await expect(heading(page, 'تغيير كلمة المرور المؤقتة')).toBeVisible();
  // No other screen opens until the password is changed.
  await page.goto('/grades');
  await expect(heading(page, 'تغيير كلمة المرور المؤقتة')).toBeVisible();
  // After the reload the page asks for the password, because it was only in memory.
  await page.getByLabel('كلمة المرور الحالية').fill(temporaryPassword);
  await page.getByLabel('كلمة المرور الجديدة', { exact: true }).fill(newPassword);
  await page.getByLabel('تأكيد كلمة المرور الجديدة').fill(newPassword);
  await page.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  await openFromMenu(page, 'لوحة التحكم');
  await expect(menu(page)).toBeHidden();
});
