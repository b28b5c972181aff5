import { waitForScreen } from '../support/accessible';
import { expect, expectConsoleErrors, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import {
  card,
  submitSignIn,
  heading,
  signOut,
  menu,
  openFromMenu,
  phoneViewport,
  save,
} from '../support/journey';
import { chooseFromRow } from '../support/lists';

test.use({ viewport: phoneViewport });

const password = 'نخلة-وسبع-سنابل';

test('an admin on a phone divides the institute into sections, and the admin of one section sees only that section', async ({
  page,
  consoleErrors,
}) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/batches', { program_id: 'QRN', academic_year: '1448', batch_name: 'دفعة أولاد 1448' });
  await call('POST', '/auth/step-up', { password: 'rasd-demo' });
  const account = { username: 'boys-admin', name: 'مدير البنين', role: 'admin', password };
  await call('POST', '/users', account);

  await signIn(page, 'admin');
  await openFromMenu(page, 'الإعدادات');
  await page.getByRole('link', { name: 'الصلاحيات والأرشيف' }).click();
  await page.getByRole('radio', { name: /^بنين وبنات/ }).check();
  await save(page);
  await expect(toast(page, 'تم حفظ إعدادات المعهد')).toBeVisible();
  await openFromMenu(page, 'الدفعات', 'إدارة الدفعات');
  await chooseFromRow(card(page, 'دفعة أولاد 1448'), /^تعديل/);
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option', { name: 'بنين' }).click();
  await save(page);
  await expect(card(page, 'دفعة أولاد 1448')).toContainText('بنين');

  // Changing the account of an admin requires the caller's password.
  await openFromMenu(page, 'المستخدمون', 'إدارة المستخدمين');
  await chooseFromRow(card(page, 'مدير البنين'), /^تعديل/);
  await page.getByRole('combobox', { name: 'القسم' }).click();
  await page.getByRole('option', { name: 'بنين' }).click();
  await save(page);
  const question = page.getByRole('dialog', { name: 'تأكيد كلمة المرور' });
  await question.getByLabel('كلمة المرور').fill('rasd-demo');
  await question.getByRole('button', { name: 'تأكيد ومتابعة' }).click();
  expectConsoleErrors(consoleErrors, /403.*\/users/);
  await expect(card(page, 'مدير البنين')).toContainText('بنين');

  await openFromMenu(page, 'تنظيف البيانات');
  await page.getByLabel('كلمة المرور').fill('rasd-demo');
  await page.getByRole('button', { name: 'فتح الصفحة' }).click();
  await expect(page.getByRole('button', { name: /^حذف جميع/ }).first()).toBeVisible();
  // The link to the archive is below the text on a phone, not beside it.
  const message = await page.getByText(/^الترتيب الموصى به/).boundingBox();
  const link = await page.getByRole('main').getByRole('link', { name: 'الأرشيف' }).boundingBox();
  expect(link?.y).toBeGreaterThan((message?.y ?? 0) + (message?.height ?? 0));
  await page.getByRole('button', { name: 'خروج وإقفال' }).click();
  await expect(page.getByLabel('كلمة المرور')).toBeVisible();
  await waitForScreen(page); // After the sign-out the server would refuse pending calls.
  await signOut(page);

  await submitSignIn(page, 'boys-admin', password);
  await openFromMenu(page, 'الدفعات', 'إدارة الدفعات');
  await expect(card(page, 'دفعة أولاد 1448')).toBeVisible();
  await expect(card(page, 'للبنات')).toHaveCount(0);
  await page.getByRole('button', { name: 'فتح قائمة التنقل' }).click();
  await expect(menu(page).getByRole('link', { name: 'الطلاب', exact: true })).toBeVisible();
  for (const entry of ['البرامج', 'تنظيف البيانات'])
    await expect(menu(page).getByRole('link', { name: entry })).toHaveCount(0);
  await menu(page).getByRole('link', { name: 'الإعدادات' }).click();
  await expect(heading(page, 'الإعدادات')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'ربط الطلاب بالحسابات' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'أقسام الإعدادات' })).toHaveCount(0);
});
