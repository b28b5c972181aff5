import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, submitSignIn, heading, signOut, openFromMenu, save } from '../support/journey';
import { waitForScreen } from '../support/accessible';

test.use({ viewport: desktopViewport });

test('an admin adds a teacher with a one-time password and subjects, and the teacher sees only these subjects', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('PUT', '/settings', { teacher_scope: 'linked' });
  await signIn(page, 'admin');
  await openFromMenu(page, 'المستخدمون', 'إدارة المستخدمين');
  await page.getByRole('link', { name: 'إضافة مستخدم' }).click();
  await expect(page.getByRole('radio', { name: 'معلم' })).toBeChecked();
  await page.getByRole('textbox', { name: /^الاسم الكامل/ }).fill('سالم المقرئ');
  await page.getByRole('textbox', { name: /^اسم المستخدم/ }).fill('salem');
  await page.getByRole('textbox', { name: /^البريد الإلكتروني/ }).fill('salem@example.org');
  await save(page);
  const oneTimeDialog = page.getByRole('dialog', { name: 'كلمة المرور المؤقتة' });
  await expect(oneTimeDialog.locator('code')).toHaveText(/\S{8,}/);
  await expect(oneTimeDialog).toContainText('72 ساعة');
  const temporary = (await oneTimeDialog.locator('code').textContent()) ?? '';
  // The password is shown only once: neither Escape nor a click outside closes the dialog.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(oneTimeDialog.locator('code')).toHaveText(temporary);
  await oneTimeDialog.getByRole('button', { name: 'سلّمتها، إغلاق' }).click();
  await expect(toast(page, 'تم إضافة المستخدم بنجاح')).toBeVisible();
  await expect(page.getByRole('row', { name: /سالم المقرئ/ })).toContainText('لم يدخل بعد');

  await openFromMenu(page, 'المعلمون', /.+/);
  await page.getByRole('searchbox', { name: 'البحث باسم المعلم أو بريده' }).fill('سالم');
  await page.getByRole('button', { name: /^سالم المقرئ/ }).click();
  const assignedRegion = page.getByRole('region', { name: 'المواد المسندة إلى «سالم المقرئ»' });
  const available = page.getByRole('region', { name: 'مواد غير مسندة إليه' });
  await expect(assignedRegion.getByText('لم تُسند إلى هذا المعلم مادة بعد.')).toBeVisible();
  await available
    .getByRole('button', { name: /^إسناد / })
    .nth(1)
    .click();
  await expect(toast(page, 'تم إسناد المادة إلى المعلم')).toBeVisible();
  await expect(assignedRegion.getByRole('listitem')).toHaveCount(1);
  const choices = available.getByRole('checkbox', { name: /^اختيار / });
  await choices.nth(1).check();
  await choices.nth(2).check();
  await available.getByRole('button', { name: 'إسناد مادتين' }).click();
  await expect(assignedRegion.getByRole('listitem')).toHaveCount(3);
  for (const count of [2, 1]) {
    await assignedRegion
      .getByRole('button', { name: /^إلغاء إسناد/ })
      .first()
      .click();
    await expect(assignedRegion.getByRole('listitem')).toHaveCount(count);
  }
  const name = (await assignedRegion.getByRole('listitem').locator('p').first().textContent()) ?? '';
  await waitForScreen(page); // After the sign-out the server would refuse pending calls.
  await signOut(page);

  await submitSignIn(page, 'salem', temporary);
  await expect(heading(page, 'تغيير كلمة المرور المؤقتة')).toBeVisible();
  await expect(page.getByLabel('كلمة المرور الحالية')).toHaveCount(0);
  await page.getByLabel('كلمة المرور الجديدة', { exact: true }).fill('kalima-tawila-9');
  await page.getByLabel('تأكيد كلمة المرور الجديدة').fill('kalima-tawila-9');
  await page.getByRole('button', { name: 'تغيير كلمة المرور' }).click();
  const subjects = page.getByRole('listitem').filter({ hasText: 'المواد' }).locator('.figure');
  await expect(subjects).toHaveText('1');
  const callOfTeacher = await newApiCaller(page, 'salem', 'kalima-tawila-9');
  const visible = await callOfTeacher<{ name: string }[]>('GET', '/subjects');
  expect(visible.map((subject) => subject.name)).toEqual([name]);
});
