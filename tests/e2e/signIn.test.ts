import { waitForScreen } from '../support/accessible';
import { expect, expectConsoleErrors, test } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, submitSignIn, heading, signOut, menu, openFromMenu } from '../support/journey';

test.use({ viewport: desktopViewport });

const entries = [
  'لوحة التحكم',
  'حلقة التسميع',
  'الدرجات',
  'السجلات اليومية',
  'الغياب',
  'الأعذار',
  'السلوك',
  'رسائل اليوم',
  'الإعلانات',
  'الواجبات',
  'التقارير',
  'البرامج',
  'الدفعات',
  'المواد',
  'الطلاب',
  'أولياء الأمور',
  'المعلمون',
  'ربط الطلاب بالحسابات',
  'مركز الاستيراد',
  'المستخدمون',
  'الأرشيف',
  'سجل العمليات',
  'تنظيف البيانات',
  'التقويم',
  'الإعدادات',
];

test('an admin signs in from the link to a screen, reads the dashboard, folds the menu and signs out', async ({
  page,
  consoleErrors,
}) => {
  await page.goto('/programs');
  await expect(page).toHaveURL(/\/login/);
  await submitSignIn(page, 'admin', 'not the password');
  await expect(page.getByRole('alert')).toContainText('فشل تسجيل الدخول - تحقق من اسم المستخدم وكلمة المرور');
  await expect(page.getByLabel('اسم المستخدم')).toHaveValue('admin');
  expectConsoleErrors(consoleErrors, /401.*\/auth\/login/);
  await submitSignIn(page, 'admin');
  await expect(page).toHaveURL(/\/programs/);
  await expect(heading(page, 'إدارة البرامج')).toBeVisible();
  await expect(menu(page).getByRole('link')).toHaveText(entries);
  const bar = page.getByRole('banner');
  const { name } = await (await newApiCaller(page, 'admin'))<{ name: string }>('GET', '/auth/me');
  await expect(bar.getByRole('button', { name: `حساب ${name}` })).toContainText(`${name}مدير`);
  await expect(bar.getByRole('button', { name: 'التراجع عن العمليات' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /إشعار/ })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveText('الإصدار 2.0');

  await openFromMenu(page, 'لوحة التحكم');
  await expect(menu(page).locator('[aria-current="page"]')).toHaveText('لوحة التحكم');
  const stat = (label: string) => page.getByRole('listitem').filter({ hasText: label }).locator('.figure');
  await expect(stat('إجمالي الطلاب')).toHaveText('150');
  await expect(stat('الدفعات النشطة')).toHaveText('4');
  const region = (title: string) => page.getByRole('region', { name: title });
  const overview = region('نظرة على الأداء');
  await expect(overview.getByText(/^\d+(\.\d)?%$/).first()).toBeVisible();
  await overview.getByRole('button', { name: 'طريقة الحساب: نسبة النجاح' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('عدد النتائج الناجحة');
  await expect(region('متوسط الدرجات حسب المستوى').getByRole('listitem').first()).toHaveText(
    /^م\S+\d+(\.\d)?$/,
  );
  await expect(region('توزيع التقديرات').getByText('لم يجتز').first()).toBeVisible();
  const best = region('الطلاب المتفوقون').getByRole('row');
  await expect(best).toHaveCount(11);
  await expect(best.nth(1).getByRole('cell').last()).toHaveText(/^\d+\.\d$/);
  await expect(region('آخر الأنشطة').getByRole('listitem').first()).toBeVisible();
  await region('إجراءات سريعة').getByRole('link', { name: 'إضافة طالب' }).click();
  await expect(heading(page, 'إضافة طالب جديد')).toBeVisible();

  const widthOf = async () => (await menu(page).boundingBox())?.width ?? 0;
  const wide = await widthOf();
  await bar.getByRole('button', { name: 'طي قائمة التنقل' }).click();
  await expect.poll(widthOf).toBeLessThan(wide / 2);
  // Folded entries keep their accessible names.
  await expect(menu(page).getByRole('link').filter({ hasText: /./ })).toHaveCount(0);
  await openFromMenu(page, 'المواد', 'إدارة المواد');
  await bar.getByRole('button', { name: 'توسيع قائمة التنقل' }).click();
  await expect.poll(widthOf).toBe(wide);
  await waitForScreen(page); // After the sign-out the server would refuse pending calls.
  await signOut(page);
});
