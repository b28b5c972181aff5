import type { Page } from '@playwright/test';
import type { StudentReport } from '../../../contract/reports/studentReport';
import { expect, expectConsoleErrors, signIn, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

const table = (page: Page) => page.getByRole('table', { name: 'الدرجات حسب المادة' });
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

async function openReport(page: Page): Promise<StudentReport> {
  await signIn(page, 'student');
  await expect(page).toHaveURL(/\/reports$/);
  await expect(page.getByRole('heading', { level: 1, name: 'تقريري الأكاديمي' })).toBeVisible();
  const call = await newApiCaller(page, 'student');
  const { id } = await call<{ id: number }>('GET', '/auth/me');
  return call<StudentReport>('GET', `/reports/student/${id}`);
}

test('the chosen level is in the address, and survives a reload', async ({ page }) => {
  const { subjects } = await openReport(page);
  const levelTwoCount = subjects.filter(({ subject_level }) => subject_level === 2).length;
  expect(levelTwoCount).toBeGreaterThan(0);
  expect(levelTwoCount).toBeLessThan(subjects.length);
  await page.getByRole('combobox', { name: 'المستوى' }).click();
  await page.getByRole('option', { name: 'المستوى الثاني' }).click();
  await expect(page).toHaveURL(/\/reports\?level=2$/);
  await expect(rows(page)).toHaveCount(levelTwoCount);
  await page.reload();
  await expect(rows(page)).toHaveCount(levelTwoCount);

  await page.goto('/reports?level=7');
  await expect(page.getByText('لا توجد مواد في المستوى السابع')).toBeVisible();
  await page.getByRole('button', { name: 'عرض كل المستويات' }).click();
  await expect(rows(page)).toHaveCount(subjects.length);
});

test('the printed report shows the institute, the date and the table, and hides controls and chart, also on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await openReport(page);
  const header = page.getByText('معهد رصد للقرآن والعلوم الشرعية');
  const button = page.getByRole('button', { name: 'طباعة', exact: true });
  const sections = ['بيانات الطالب', 'الدرجات حسب المادة', 'التقدم في الفصل', 'ملخص الأداء'];
  const section = (name: string) => page.getByRole('region', { name });
  const chart = page.getByRole('region', { name: 'نتائجك في المواد' });
  await expect(chart).toBeVisible();
  for (const name of ['بيانات الطالب', 'التقدم في الفصل']) await expect(section(name)).toBeHidden();
  await page.getByRole('button', { name: 'المزيد' }).click();
  await expect(header).toBeHidden();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await button.click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);

  await page.emulateMedia({ media: 'print' });
  await expect(header).toBeVisible();
  await expect(page.getByText(/^صدر في .*هـ، الموافق .* م$/)).toBeVisible();
  await expect(table(page)).toBeVisible();
  // The paper has every part of the report, also the parts of other tabs.
  for (const name of sections) await expect(section(name)).toBeVisible();
  for (const hidden of [
    button,
    chart,
    page.getByRole('tab'),
    section('واجبات للحل'),
    page.getByRole('combobox', { name: 'المستوى' }),
  ])
    await expect(hidden).toBeHidden();
});

test('an account without a student shows a message and a retry button', async ({ page, consoleErrors }) => {
  const call = await newApiCaller(page, 'admin');
  await call('POST', '/users', {
    username: 'newcomer',
    name: 'طالب بلا بيانات',
    role: 'student',
    password: 'kalima-tawila-9',
  });
  await signIn(page, 'newcomer', 'kalima-tawila-9');
  const alert = page.getByRole('alert').filter({ hasText: 'لا توجد تقارير متاحة' });
  await expect(alert).toContainText('لم يتم العثور على بيانات التقرير');
  await expect(alert).toContainText('لم يُربط حسابك');
  await alert.getByRole('button', { name: 'إعادة المحاولة' }).click();
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: 'تنزيل التقرير' })).toHaveCount(0);
  // The browser logs every 404 response.
  expectConsoleErrors(consoleErrors, /404.*\/api\//);
});
