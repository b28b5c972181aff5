import type { Page } from '@playwright/test';
import { waitForScreen } from '../support/accessible';
import { expect, test } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { submitSignIn, heading, signOut, menu, phoneViewport } from '../support/journey';

test.use({ viewport: phoneViewport });

const teacherEntries = [
  'حلقة التسميع',
  'الدرجات',
  'السجلات اليومية',
  'الغياب',
  'الأعذار',
  'السلوك',
  'رسائل اليوم',
  'الإعلانات',
];
const commonEntries = ['الواجبات', 'التقارير'];

async function expectEntries(page: Page, entries: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'فتح قائمة التنقل' }).click();
  await expect(menu(page).getByRole('link')).toHaveText([...entries]);
}

test('teachers and students have only the screens of their role, and no screen is open without a sign-in', async ({
  page,
}) => {
  await page.goto('/students');
  await expect(page).toHaveURL(/\/login/);
  const password = page.getByLabel('كلمة المرور', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'إظهار كلمة المرور' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await submitSignIn(page, 'teacher');
  await expect(page).toHaveURL(/\/dashboard/);
  const students = page.getByRole('listitem').filter({ hasText: 'إجمالي الطلاب' });
  await expect(students.locator('.figure')).toHaveText(/^\d+$/);
  await expect(students.getByRole('link')).toHaveCount(0);
  const subjects = page.getByRole('listitem').filter({ hasText: 'المواد' }).locator('.figure');
  await expect(subjects).toHaveText(/^\d+$/);
  expect(Number(await subjects.textContent())).toBeLessThan(25);
  await expect(page.getByRole('link', { name: 'إضافة طالب' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'رصد الدرجات' })).toBeVisible();
  await expectEntries(page, ['لوحة التحكم', ...teacherEntries, ...commonEntries]);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await page.goto('/archive');
  await expect(page.getByText('هذه الصفحة مخصصة للمديرين فقط.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'التراجع عن العمليات' })).toBeVisible();
  await waitForScreen(page); // After the sign-out the server would refuse pending calls.
  await signOut(page);

  await submitSignIn(page, 'student');
  await expect(heading(page, 'تقريري الأكاديمي')).toBeVisible();
  await expect(page.getByRole('button', { name: /^الإشعارات/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'التراجع عن العمليات' })).toHaveCount(0);
  await expectEntries(page, ['لوحة التحكم', ...commonEntries]);
  const call = await newApiCaller(page, 'student');
  const { id } = await call<{ id: number }>('GET', '/auth/me');
  const ownStudent = await call<{ full_name: string; batch_name: string }>('GET', `/students/by-user/${id}`);
  await expect(menu(page)).toContainText(`${ownStudent.full_name}الدفعة: ${ownStudent.batch_name}`);
  await menu(page).getByRole('link', { name: 'الواجبات' }).click();
  await expect(menu(page)).toBeHidden();
  await waitForScreen(page);
});
