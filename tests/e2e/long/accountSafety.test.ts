import type { Page } from '@playwright/test';
import { expect, expectConsoleErrors, takeSession, test, toast } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';
import { openMore } from '../../support/lists';

const password = 'rasd-demo';
const save = (page: Page) => page.getByRole('button', { name: 'حفظ', exact: true }).click();
const question = (page: Page) => page.getByRole('dialog', { name: 'تأكيد كلمة المرور' });

test('a change of another admin’s account and a restore from the archive first ask for the password of the caller', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/auth/step-up', { password });
  const colleague = { name: 'زميل مدير', username: 'zamil', role: 'admin', password: 'kalima-tawila-9' };
  await call('POST', '/users', colleague);
  const former = await call<{ id: number }>('POST', '/users', {
    ...colleague,
    name: 'مدير سابق',
    username: 'sabiq',
  });
  await call('DELETE', `/users/${former.id}`);

  await takeSession(page, 'admin');
  await page.goto('/users');
  const active = page.getByRole('switch', { name: 'حساب زميل مدير نشط' });
  await active.click();
  await expect(question(page)).toContainText('حساب مدير');
  await page.keyboard.press('Escape');
  await expect(toast(page, 'هذه العملية تتطلب تأكيد كلمة المرور')).toBeVisible();
  await expect(active).toBeChecked();

  await active.click();
  const field = question(page).getByLabel('كلمة المرور');
  await field.fill('wrong');
  await field.press('Enter');
  await expect(question(page).getByRole('alert')).toHaveText('كلمة المرور غير صحيحة');
  await question(page).getByRole('button', { name: 'إغلاق' }).click();

  await page.goto('/archive');
  const row = page.getByRole('row', { name: /مدير سابق/ });
  await row.getByRole('button', { name: /^استعادة/ }).click();
  const restore = page.getByRole('alertdialog').getByRole('button', { name: 'استعادة', exact: true });
  await restore.click();
  await question(page).getByLabel('كلمة المرور').fill(password);
  await question(page).getByRole('button', { name: 'تأكيد ومتابعة' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(toast(page, 'تمت استعادة السجل بنجاح')).toBeVisible();

  // The password is not requested again for five minutes.
  await page.goto('/users');
  await page.getByRole('switch', { name: 'حساب زميل مدير نشط' }).click();
  await expect(toast(page, 'تم تعطيل حساب «زميل مدير»')).toBeVisible();
  // The screen for a change of the user's own password asks for the old password.
  await openMore(page.getByRole('row', { name: /سليمان الحكيم/ }));
  await page.getByRole('menuitem', { name: 'تغيير كلمة مرور سليمان الحكيم' }).click();
  await expect(page.getByRole('dialog').getByLabel('كلمة المرور الحالية')).toBeVisible();
  expectConsoleErrors(consoleErrors, /403.*\/api\//);
});

test('changing a teacher to a student asks first, and then removes the assigned subjects', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const { id } = await call<{ id: number }>('POST', '/users', {
    username: 'salem',
    name: 'سالم المقرئ',
    role: 'teacher',
    email: 'salem@example.org',
  });
  await call('POST', '/subject-teachers', { subject_code: 'QRN101-1', teacher_id: id });
  const subjects = async () => (await call<unknown[]>('GET', `/subject-teachers/teacher/${id}`)).length;
  await takeSession(page, 'admin');
  await page.goto(`/users/${id}`);
  await page.getByRole('radio', { name: 'مدير' }).check();
  await page.getByRole('radio', { name: 'طالب' }).check();
  await page.getByRole('combobox', { name: /الطالب/ }).click();
  await page.getByRole('option').filter({ hasNotText: 'مرتبط' }).first().click();
  await save(page);
  const warning = page.getByRole('alertdialog', { name: 'إلغاء إسناد المواد؟' });
  await expect(warning).toContainText('سيُلغى إسناد مادة واحدة إليه');
  await warning.getByRole('button', { name: 'إلغاء', exact: true }).click();
  expect(await subjects()).toBe(1);
  await save(page);
  await warning.getByRole('button', { name: 'حفظ وإلغاء الإسناد' }).click();
  await expect(toast(page, 'تم تحديث بيانات المستخدم بنجاح')).toBeVisible();
  expect(await subjects()).toBe(0);
});

test('undoing a change of an admin’s account asks for the password, and then succeeds', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/auth/step-up', { password });
  const colleague = { name: 'زميل مدير', username: 'zamil', role: 'admin', password: 'kalima-tawila-9' };
  const { id } = await call<{ id: number }>('POST', '/users', colleague);
  await takeSession(page, 'admin');
  await page.goto('/users');
  const active = page.getByRole('switch', { name: 'حساب زميل مدير نشط' });
  await active.click();
  await question(page).getByLabel('كلمة المرور').fill(password);
  await question(page).getByRole('button', { name: 'تأكيد ومتابعة' }).click();
  await expect(active).not.toBeChecked();

  // A new sign-in ends the step-up.
  await takeSession(page, 'admin');
  await page.goto('/users');
  const takeBack = async () => {
    await page.getByRole('button', { name: 'التراجع عن العمليات' }).click();
    await page.getByRole('button', { name: 'التراجع عن آخر عملية' }).click();
    await expect(question(page)).toBeVisible();
  };
  await takeBack();
  await page.keyboard.press('Escape');
  await expect(toast(page, 'هذه العملية تتطلب تأكيد كلمة المرور')).toBeVisible();
  expect(await call('GET', `/users/${id}`)).toMatchObject({ is_active: false });

  await takeBack();
  await question(page).getByLabel('كلمة المرور').fill(password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'تم التراجع عن العملية بنجاح')).toBeVisible();
  await expect(active).toBeChecked();
  expectConsoleErrors(consoleErrors, /403.*\/api\//);
});
