import type { Page } from '@playwright/test';
import { isShown } from '../../support/accessible';
import { expect, expectComplaints, takeSession, test } from '../../support/browserTest';
import { callsOf } from '../../support/callsOf';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'التنقل الرئيس' });
const ofAdmins = [
  'البرامج',
  'الدفعات',
  'المواد',
  'الطلاب',
  'المعلمون',
  'ربط الطلاب بالحسابات',
  'مركز الاستيراد',
  'المستخدمون',
  'الأرشيف',
  'سجل العمليات',
  'تنظيف البيانات',
  'الإعدادات',
];
const ofTeachers = ['حلقة التسميع', 'الدرجات', 'السجلات اليومية', 'الغياب'];
const ofAll = ['الواجبات', 'التقارير'];

test('without a session the sign-in page is shown, and then the page that the person wanted', async ({
  page,
}) => {
  await page.goto('/programs');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page).toHaveURL(/\/programs/);
  await expect(page.getByRole('heading', { level: 1, name: 'إدارة البرامج' })).toBeVisible();
});

test('the frame has a collapsible menu of the role on the right, the tools above and the version below', async ({
  page,
}) => {
  await takeSession(page, 'admin');
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
  const links = navigation(page).getByRole('link');
  const names = ['لوحة التحكم', ...ofTeachers, ...ofAll, ...ofAdmins];
  await expect(links).toHaveText(names);
  for (const group of ['الدراسة', 'البيانات', 'الإدارة'])
    await expect(navigation(page).getByRole('list', { name: group })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  const isScrolled = () => navigation(page).evaluate((nav) => nav.scrollHeight > nav.clientHeight);
  expect(await isScrolled()).toBe(false);
  await expect(navigation(page).locator('[aria-current="page"]')).toHaveText('لوحة التحكم');
  // With reduced motion there are no transitions: a moving tooltip once took a click for one frame.
  const time = links.first().evaluate((link) => getComputedStyle(link).transitionDuration);
  expect(new Set((await time).split(', '))).toEqual(new Set(['0s']));
  const widthOf = async () => (await navigation(page).boundingBox())?.width ?? 0;
  const [wide, { x: start = 0 }] = [await widthOf(), (await navigation(page).boundingBox()) ?? {}];
  // The space of the scroll bar is reserved, also without one.
  expect(start + wide).toBe(await page.evaluate(() => document.body.getBoundingClientRect().right));

  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: /^بحث شامل/ })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'التراجع عن العمليات' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /إشعار/ })).toBeVisible();
  const { name } = await (await callsOf(page, 'admin'))<{ name: string }>('GET', '/auth/me');
  await expect(bar.getByRole('button', { name: `حساب ${name}` })).toContainText(`${name}مدير`);
  await expect(page.getByRole('contentinfo')).toHaveText('الإصدار 2.0');

  await bar.getByRole('button', { name: 'طي قائمة التنقل' }).click();
  await expect.poll(widthOf).toBeLessThan(wide / 2);
  // Collapsed entries keep their accessible names.
  await expect(links.filter({ hasText: /./ })).toHaveCount(0);
  await navigation(page).getByRole('link', { name: 'المواد' }).click();
  await expect(page).toHaveURL(/\/subjects/);
  await bar.getByRole('button', { name: 'توسيع قائمة التنقل' }).click();
  await expect.poll(widthOf).toBe(wide);

  await bar.getByRole('link', { name: 'الإعدادات' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await isShown(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(navigation(page)).toBeHidden();
  await bar.getByRole('button', { name: 'فتح قائمة التنقل' }).click();
  await expect(links).toHaveText(names);
  await links.filter({ hasText: 'البرامج' }).click();
  await expect(page).toHaveURL(/\/programs/);
  await expect(navigation(page)).toBeHidden();
  await isShown(page);
});

test('a wrong password shows the sentence of the specification', async ({ page, complaints }) => {
  await page.goto('/login');
  await page.getByLabel('اسم المستخدم').fill('admin');
  await page.getByLabel('كلمة المرور', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('فشل تسجيل الدخول - تحقق من اسم المستخدم وكلمة المرور');
  await expect(page.getByLabel('اسم المستخدم')).toHaveValue('admin');
  // The browser logs every answer of 401.
  expectComplaints(complaints, /401.*\/auth\/login/);
});

test('both fields are required, and the password can be shown', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'دخول', exact: true }).click();
  await expect(page.getByText('الرجاء إدخال اسم المستخدم وكلمة المرور')).toBeVisible();
  const password = page.getByLabel('كلمة المرور', { exact: true });
  await password.fill('abc');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'إظهار كلمة المرور' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('a remembered session stays after the window is closed, others end with it', async ({
  browser,
  address,
}) => {
  const sessionIn = async (isRemembered: boolean) => {
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('تذكرني على هذا الجهاز').setChecked(isRemembered);
    await page.getByLabel('اسم المستخدم').fill('teacher');
    await page.getByLabel('كلمة المرور', { exact: true }).fill('rasd-demo');
    await page.getByRole('button', { name: 'دخول', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await page.close();
    const next = await context.newPage();
    await next.goto('/dashboard');
    const signedIn = next.getByRole('navigation', { name: 'التنقل الرئيس' });
    const signedOut = next.getByRole('heading', { name: 'تسجيل الدخول' });
    await expect(signedIn.or(signedOut)).toBeVisible();
    const isSignedIn = await signedIn.isVisible();
    await context.close();
    return isSignedIn;
  };
  expect(await sessionIn(true)).toBe(true);
  expect(await sessionIn(false)).toBe(false);
});

test('a forgotten password sends a request, and the answer does not tell which names exist', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'نسيت كلمة المرور؟' }).click();
  await page.getByLabel('اسم المستخدم').fill('nobody-of-that-name');
  await page.getByRole('button', { name: 'إرسال الطلب' }).click();
  await expect(page.getByText('إذا كان اسم المستخدم صحيحاً فسيصل طلبك إلى إدارة المعهد')).toBeVisible();
});

test('a teacher and a student see only the screens of their role', async ({ page }) => {
  await takeSession(page, 'teacher');
  await page.goto('/students');
  await expect(page).toHaveURL(/\/dashboard/);
  const links = navigation(page).getByRole('link');
  await expect(links).toHaveText(['لوحة التحكم', ...ofTeachers, ...ofAll]);
  await isShown(page); // after the sign-out, calls of the dashboard that are still open would be refused
  await page.getByRole('button', { name: /^حساب / }).click();
  await page.getByRole('menuitem', { name: 'تسجيل الخروج' }).click();
  await expect(page).toHaveURL(/\/login/);

  await takeSession(page, 'student');
  await page.goto('/programs');
  await expect(page).toHaveURL(/\/reports/);
  await expect(links).toHaveText(['لوحة التحكم', ...ofAll]);
  const call = await callsOf(page, 'student');
  const { id } = await call<{ id: number }>('GET', '/auth/me');
  const own = await call<{ full_name: string; batch_name: string }>('GET', `/students/by-user/${id}`);
  await expect(navigation(page)).toContainText(`${own.full_name}الدفعة: ${own.batch_name}`);
});
