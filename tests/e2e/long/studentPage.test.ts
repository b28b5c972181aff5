import { expect, takeSession, test } from '../../support/browserTest';
import { newApiCaller } from '../../support/apiCaller';

test('a student page that a teacher opens from the search hides the parts for admins', async ({ page }) => {
  const call = await newApiCaller(page, 'teacher');
  const [student] = await call<{ id: number; full_name: string; student_id: string }[]>(
    'GET',
    `/students?${new URLSearchParams({ range: '[0,0]', sort: '["id","ASC"]' })}`,
  );
  await takeSession(page, 'teacher');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'بحث شامل' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(student?.student_id ?? '');
  await page.getByRole('option', { name: student?.full_name }).click();
  await expect(page.getByRole('heading', { level: 1, name: student?.full_name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'القيد' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'تعديل البيانات' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'الحساب' })).toHaveCount(0);
});
