import type { Page } from '@playwright/test';
import { expect, signIn, test, toast } from '../support/browserTest';
import { newApiCaller } from '../support/apiCaller';
import { desktopViewport, heading, openFromMenu } from '../support/journey';

test.use({ viewport: desktopViewport });

const name = 'دفعة القرآن الأولى 1445';

/** Opens the list of students, and checks the number in its stats. */
async function expectStudents(page: Page, count: number): Promise<void> {
  await openFromMenu(page, 'الطلاب', 'إدارة الطلاب');
  const stat = page.getByRole('listitem').filter({ hasText: 'إجمالي الطلاب' }).locator('.figure');
  await expect(stat).toHaveText(String(count));
}

test('an admin deletes a batch with its students, restores it from the archive, and finds both in the audit trail', async ({
  page,
}) => {
  const call = await newApiCaller(page, 'admin');
  const students = async () => {
    const rows = await call<{ batch_name: string }[]>('GET', '/students');
    return rows.map((student) => ({ ...student, version: 0, updated_at: '' }));
  };
  const before = await students();
  const others = before.filter(({ batch_name }) => batch_name !== name);
  expect(others.length).toBeLessThan(before.length);
  await signIn(page, 'admin');
  await openFromMenu(page, 'الدفعات', 'إدارة الدفعات');
  await page.getByRole('button', { name: `حذف ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/طالب/);
  await question.getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(toast(page, 'تم حذف الدفعة بنجاح')).toBeVisible();
  await expectStudents(page, others.length);

  await openFromMenu(page, 'الأرشيف');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('30 يوماً');
  await expect(row).toContainText('قابل للاستعادة');
  await expect(page.getByText(/^1-\d+ من \d+$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'نوع السجل' }).click();
  await page.getByRole('option', { name: 'الدرجات' }).click();
  await expect(page.getByRole('heading', { name: 'لا نتائج' })).toBeVisible();
  await page.getByRole('button', { name: 'مسح التصفية' }).first().click();
  await row.getByRole('button', { name: /^استعادة/ }).click();
  await expect(question).toContainText(name);
  await expect(question).toContainText(/مرتبط/);
  await question.getByRole('button', { name: 'استعادة', exact: true }).click();
  await expect(toast(page, 'تمت استعادة السجل بنجاح')).toBeVisible();
  await expect(row).toContainText('استُعيد');
  await expect(row.getByRole('button', { name: /^استعادة/ })).toBeDisabled();
  await expectStudents(page, before.length);
  expect(await students()).toEqual(before);

  await openFromMenu(page, 'الأرشيف');
  await page.getByRole('main').getByRole('link', { name: 'سجل العمليات' }).click();
  await expect(heading(page, 'سجل العمليات')).toBeVisible();
  const operations = page.getByRole('row').filter({ hasText: `حذف الدفعة «${name}»` });
  await expect(operations).toHaveCount(2);
  await expect(operations.filter({ hasText: 'تم التراجع عنها' })).toHaveCount(1);
});
