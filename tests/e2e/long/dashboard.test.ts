import { expect, expectConsoleErrors, signIn, test } from '../../support/browserTest';

test('each quick action opens its screen', async ({ page }) => {
  await signIn(page, 'admin');
  const actions = page.getByRole('region', { name: 'إجراءات سريعة' });
  for (const [action, title] of [
    ['إضافة طالب', /طالب/],
    ['رصد الدرجات', 'إدارة الدرجات'],
    ['تحضير اليوم', 'الغياب اليومي'],
    ['طباعة تقرير', /التقارير/],
  ] as const) {
    await actions.getByRole('link', { name: action }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goBack();
  }
});

test('a welcome line replaces activities that cannot be loaded', async ({ page, consoleErrors }) => {
  await page.route('**/api/dashboard/recent-activities', (route) => route.abort());
  await signIn(page, 'admin');
  await expect(
    page.getByRole('region', { name: 'آخر الأنشطة' }).getByText('مرحباً بك في نظام رصد'),
  ).toBeVisible();
  expectConsoleErrors(consoleErrors, /ERR_FAILED.*recent-activities/);
});
