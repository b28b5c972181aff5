import { expect, expectComplaints, signIn, test } from '../../support/browserTest';

test('the dashboard shows figures with their formulas, charts, the best students and the latest activities', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const card = (label: string) => page.getByRole('listitem').filter({ hasText: label }).locator('.figure');
  await expect(card('إجمالي الطلاب')).toHaveText('150');
  await expect(card('الدفعات النشطة')).toHaveText('4');

  const overview = page.getByRole('region', { name: 'نظرة على الأداء' });
  await expect(overview.getByText(/^\d+(\.\d)?%$/).first()).toBeVisible();
  await overview.getByRole('button', { name: 'طريقة الحساب: نسبة النجاح' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('عدد النتائج الناجحة');

  await expect(
    page.getByRole('region', { name: 'متوسط الدرجات حسب المستوى' }).getByRole('listitem').first(),
  ).toHaveText(/^م\S+\d+(\.\d)?$/);
  await expect(
    page.getByRole('region', { name: 'توزيع التقديرات' }).getByText('لم يجتز').first(),
  ).toBeVisible();
  const best = page.getByRole('region', { name: 'الطلاب المتفوقون' });
  await expect(best.getByRole('row')).toHaveCount(11);
  await expect(best.getByRole('row').nth(1).getByRole('cell').last()).toHaveText(/^\d+\.\d$/);
  await expect(page.getByRole('region', { name: 'آخر الأنشطة' }).getByRole('listitem').first()).toBeVisible();
});

test('each quick action opens the screen that does it', async ({ page }) => {
  await signIn(page, 'admin');
  const actions = page.getByRole('region', { name: 'إجراءات سريعة' });
  for (const [action, title] of [
    ['إضافة طالب', /طالب/],
    ['رصد الدرجات', 'إدارة الدرجات'],
    ['تسجيل الحضور', 'الغياب اليومي'],
    ['طباعة تقرير', /التقارير/],
  ] as const) {
    await actions.getByRole('link', { name: action }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goto('/dashboard');
  }
});

test('a teacher sees figures of their own subjects and no links to the lists of admins', async ({ page }) => {
  await signIn(page, 'teacher');
  const students = page.getByRole('listitem').filter({ hasText: 'إجمالي الطلاب' });
  await expect(students.locator('.figure')).toHaveText(/^\d+$/);
  const subjects = page.getByRole('listitem').filter({ hasText: 'المواد' }).locator('.figure');
  await expect(subjects).toHaveText(/^\d+$/);
  expect(Number(await subjects.textContent())).toBeLessThan(25);
  await expect(students.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'إضافة طالب' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'رصد الدرجات' })).toBeVisible();
});

test('if the activities cannot be loaded, a line of welcome is shown', async ({ page, complaints }) => {
  await page.route('**/api/dashboard/recent-activities', (route) => route.abort());
  await signIn(page, 'admin');
  await expect(
    page.getByRole('region', { name: 'آخر الأنشطة' }).getByText('مرحباً بك في نظام رصد'),
  ).toBeVisible();
  expectComplaints(complaints, /ERR_FAILED.*recent-activities/);
});

test('a student is taken to their own report', async ({ page }) => {
  await signIn(page, 'student');
  await expect(page.getByRole('heading', { level: 1, name: 'تقريري الأكاديمي' })).toBeVisible();
  await expect(page).toHaveURL(/\/reports$/);
});
